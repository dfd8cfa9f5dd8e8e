"""How a model is trained on several devices, as the ledger runs it: the account of one rank.

The process group is PyTorch's `fake` one: it has the ranks and no others. DDP, both FSDPs and tensor parallelism are the modelled PyTorch's own.
DeepSpeed's ZeRO is written down here by what its engine keeps on the device (`runtime/zero/stage_1_and_2.py`, `stage3.py`).
"""
import torch
from torch import nn

DTYPES = {"bf16": torch.bfloat16, "fp16": torch.float16, "fp32": torch.float32}


class Plan:
    """The model as it is trained, what its optimizer gets, and how a step is made."""

    def __init__(self, model, parameters=None, own=None):
        self.model = model
        self.parameters = parameters
        # The model as a loss knows it, where another one is around it.
        self.own = model if own is None else own

    def trainable(self):
        source = self.model.parameters() if self.parameters is None else self.parameters
        return [p for p in source if p.requires_grad]

    def gradients_kept(self):
        """Gradients that are not in `.grad`."""
        return []

    def adapt(self, optimizer):
        """What of the optimizer has to be otherwise here."""

    def before_backward(self):
        pass

    def after_backward(self):
        pass

    def before_step(self):
        pass

    def after_step(self):
        pass


def distribute(model, options):
    """The plan for a model that is on the device."""
    import torch.distributed as dist
    from torch.testing._internal.distributed.fake_pg import FakeStore

    dist.init_process_group("fake", rank=0, world_size=options["world_size"], store=FakeStore())
    strategy = options["strategy"]
    if options.get("tensor_parallel"):
        model = tensor_parallel(model, options)
    if strategy == "ddp":
        return data_parallel(model, options)
    if strategy == "fsdp":
        return flat_sharded(model, options)
    if strategy == "fsdp2":
        return fully_sharded(model, options)
    if strategy == "zero3":
        return zero3(model, options)
    if strategy in ("zero1", "zero2"):
        return Zero(model, options)
    if strategy == "pipeline":
        return Pipeline(model, options)
    return TensorParallel(model) if options.get("tensor_parallel") else Plan(model)


class TensorParallel(Plan):
    """Some parameters are DTensors, others are not."""

    def adapt(self, optimizer):
        for group in optimizer.param_groups:
            kinds = {isinstance(p, torch.distributed.tensor.DTensor) for p in group["params"]}
            if len(kinds) == 2 and group.get("foreach", False) is None and not group.get("fused"):
                torch._C._assume("tensor parallel: the optimizer goes parameter by parameter, since foreach kernels refuse tensors and DTensors together")
                group["foreach"] = False


def data_parallel(model, options):
    from torch.nn.parallel import DistributedDataParallel

    names = ("bucket_cap_mb", "gradient_as_bucket_view", "static_graph", "find_unused_parameters")
    return Plan(DistributedDataParallel(model, device_ids=[0], **{name: options[name] for name in names if name in options}), own=model)


def wrapped_modules(model, classes):
    """The modules of the named classes; without names the members of lists of modules, as far as they hold parameters."""
    if classes:
        found = [m for m in model.modules() if type(m).__name__ in classes and m is not model]
        known = {type(m).__name__ for m in found}
        for name in classes:
            if name not in known:
                raise ValueError(f"the model has no module of the class {name} to be sharded by itself")
        return found
    found, inner = [], set()
    for module in model.modules():
        if isinstance(module, nn.ModuleList) and id(module) not in inner:
            inner.update(id(m) for m in module.modules())
            found += [m for m in module if next(m.parameters(), None) is not None]
    return found


def fully_sharded(model, options):
    from torch.distributed.fsdp import CPUOffloadPolicy, MixedPrecisionPolicy, OffloadPolicy, fully_shard

    low = options.get("param_dtype")
    reduced = options.get("reduce_dtype")
    kwargs = {
        "mp_policy": MixedPrecisionPolicy(param_dtype=low and DTYPES[low], reduce_dtype=reduced and DTYPES[reduced]),
        "offload_policy": CPUOffloadPolicy() if options.get("offload") else OffloadPolicy(),
    }
    reshard = options.get("reshard_after_forward")
    for module in reversed(wrapped_modules(model, options.get("wrap"))):
        fully_shard(module, **kwargs, **({} if reshard is None else {"reshard_after_forward": reshard}))
    fully_shard(model, **kwargs, **({} if reshard is None else {"reshard_after_forward": reshard}))
    return Plan(model)


def flat_sharded(model, options):
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.fsdp import BackwardPrefetch, CPUOffload, FullyShardedDataParallel, MixedPrecision, ShardingStrategy
    from torch.distributed.fsdp.wrap import CustomPolicy

    wrapped = set(wrapped_modules(model, options.get("wrap")))
    strategy = options.get("sharding_strategy", "shard_grad_op" if options.get("reshard_after_forward") is False else "full_shard")
    low, reduced = options.get("param_dtype"), options.get("reduce_dtype")
    prefetch = options.get("backward_prefetch", "pre")
    kwargs = {name: options[name] for name in ("use_orig_params", "forward_prefetch", "limit_all_gathers") if name in options}
    if strategy == "hybrid_shard":
        size = options.get("shard_size", options["world_size"])
        if options["world_size"] % size != 0:
            raise ValueError(f"shard_size: {options['world_size']} devices are not a multiple of {size}")
        kwargs["device_mesh"] = init_device_mesh("cuda", (options["world_size"] // size, size))
    return Plan(FullyShardedDataParallel(
        model, sharding_strategy=ShardingStrategy[strategy.upper()], auto_wrap_policy=CustomPolicy(lambda module: module in wrapped),
        mixed_precision=MixedPrecision(param_dtype=low and DTYPES[low], reduce_dtype=reduced and DTYPES[reduced]) if low or reduced else None,
        cpu_offload=CPUOffload(offload_params=bool(options.get("offload"))),
        backward_prefetch=None if prefetch == "none" else BackwardPrefetch[f"BACKWARD_{prefetch.upper()}"], **kwargs))


def tensor_parallel(model, options):
    from fnmatch import fnmatchcase

    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

    styles = {"colwise": ColwiseParallel, "rowwise": RowwiseParallel}
    mesh = init_device_mesh("cuda", (options["world_size"],))
    plan, unused = {}, set(options["tensor_parallel"])
    for path, module in model.named_modules():
        for pattern, style in options["tensor_parallel"].items():
            if fnmatchcase(path, pattern) and isinstance(module, (nn.Linear, nn.Embedding)):
                plan[path] = styles[style]()
                unused.discard(pattern)
    if unused:
        raise ValueError(f"no Linear or Embedding is at {sorted(unused)[0]}")
    return parallelize_module(model, mesh, plan)


def zero3(model, options):
    """Stage 3: parameters, gradients and the optimizer's state in shards."""
    torch._C._assume("ZeRO 3: gathered and freed module by module as fully_shard does; DeepSpeed's prefetching and its max_live_parameters are not followed")
    sharded = dict(options, strategy="fsdp2", offload=options.get("offload_param") or options.get("offload_optimizer"))
    if options.get("dtype"):
        sharded.update(param_dtype=options["dtype"], reduce_dtype=options["dtype"])
    plan = fully_sharded(model, sharded)
    if options.get("dtype", "fp32") != "fp32" and not options.get("offload_param"):
        # Beside the float masters, which are fully_shard's parameters, the shards that are gathered.
        count = sum(p.to_local().numel() for p in model.parameters())
        plan.low_shards = torch.empty(count, dtype=DTYPES[options["dtype"]], device="cuda")
    return plan


class Pipeline(Plan):
    """One stage: the forward phase is what runs before the first backward pass, the backward phase all the rest of the schedule.

    Buffers for what comes in, activations and gradients, are there for every micro-batch, as `torch.distributed.pipelining` has them.
    """

    def __init__(self, model, options):
        from torch.distributed.pipelining import PipelineStage

        modules = options.get("modules")
        part = nn.Sequential(*[model.get_submodule(path) for path in modules]) if modules else model
        super().__init__(Stage(self, part))
        self.count = options["microbatches"]
        self.stage = PipelineStage(part, options.get("stage", 0), options["world_size"], torch.device("cuda"), input_args=(), output_args=())
        ahead = self.count if options.get("schedule") == "gpipe" else self.stage.num_stages - self.stage.stage_index
        self.ahead = min(self.count, ahead)
        self.batches = None
        torch._C._assume(f"pipeline: stage {self.stage.stage_index} of {self.stage.num_stages} with {self.count} micro-batches, {self.ahead} of them "
                         "in flight; the inputs are those of one micro-batch, as large for each")

    def prepare(self, args):
        """The inputs of all micro-batches: the batch of the first stage, what the others receive."""
        self.stage.has_backward = torch.is_grad_enabled()
        copies = [args] + [tuple(a.clone() if isinstance(a, torch.Tensor) else a for a in args) for _ in range(self.count - 1)]
        if not self.stage.is_first:
            for batch in copies:
                for a in batch:
                    if isinstance(a, torch.Tensor) and a.is_floating_point():
                        a.requires_grad_(self.stage.has_backward)
        self.batches = copies

    def forward(self, chunk):
        output = self.stage.submod(*self.batches[chunk])
        outputs = tuple(output) if isinstance(output, (list, tuple)) else (output,)
        if self.stage.has_backward and not self.stage.is_last and not self.stage.grad_recv_info:
            for each in range(self.count):
                self.stage.grad_recv_info[each] = tuple(_Received(torch.empty_like(o)) for o in outputs)
        self.stage.fwd_cache[chunk] = (outputs, [a for a in self.batches[chunk] if isinstance(a, torch.Tensor)])
        if self.stage.is_last:
            self.stage.output_chunks.append(output)
        return output

    def begin(self, args):
        if self.batches is None:
            self.prepare(args)
        self.stage.clear_runtime_states()
        if not torch.is_grad_enabled():
            return self.forward(0)
        self.losses = {}
        first = None
        for chunk in range(self.ahead):
            output = self.forward(chunk)
            if chunk == 0 and self.stage.is_last:
                first = output
            elif self.stage.is_last:
                self.losses[chunk] = self.loss(self.own, output, *self.batches[chunk])
        # Other stages have no loss: theirs is a number on the host.
        return first if self.stage.is_last else torch.zeros((), requires_grad=True)

    def after_backward(self):
        from torch.distributed.pipelining import merge_chunks

        ahead = self.ahead
        for chunk in range(self.count):
            if not (chunk == 0 and self.stage.is_last):
                self.stage.backward_one_chunk(chunk, loss=self.losses.pop(chunk, None))
            else:
                # Its loss was what the step went back from.
                self.stage.fwd_cache.pop(0)
                self.stage.bwd_cache[0] = ()
            self.stage.get_bwd_send_ops(chunk)
            if ahead < self.count:
                output = self.forward(ahead)
                if self.stage.is_last:
                    self.losses[ahead] = self.loss(self.own, output, *self.batches[ahead])
                del output
                ahead += 1
        self.stage.scale_grads(self.count)
        if self.stage.is_last:
            merge_chunks(self.stage.output_chunks)


class _Received:
    def __init__(self, buffer):
        self.buffer = buffer


class Stage(nn.Module):
    """What the step calls as the model."""

    def __init__(self, plan, part):
        super().__init__()
        self.__dict__["plan"] = plan
        self.stage = part

    def forward(self, *args):
        return self.plan.begin(args)


class Zero(Plan):
    """Stages 1 and 2: parameters as views of one flat tensor, a float master of this rank's part, and the optimizer over that."""

    def __init__(self, model, options):
        torch._C._assume(f"ZeRO {options['strategy'][-1]}: what DeepSpeed keeps on the device, by its source; nothing was recorded")
        super().__init__(model)
        self.world = options["world_size"]
        self.stage = int(options["strategy"][-1])
        self.offload = bool(options.get("offload_optimizer"))
        self.bucket = options.get("reduce_bucket_size", 500_000_000)
        self.buffers = 2 if options.get("overlap_comm") and self.stage == 2 else 1
        low = DTYPES[options.get("dtype") or "fp32"]
        model.to(low)
        self.own = [p for p in model.parameters() if p.requires_grad]
        count = sum(p.numel() for p in self.own)
        self.part = -(-count // self.world)
        # Flattened on the host, so that there is no second copy on the device.
        for p in self.own:
            p.data = p.data.cpu()
        self.flat = torch.empty(self.part * self.world, dtype=low, device="cuda")
        offset = 0
        for p in self.own:
            p.data = self.flat[offset:offset + p.numel()].view(p.shape)
            offset += p.numel()
        master = self.flat[:self.part].detach().float()
        self.master = nn.Parameter(master.cpu() if self.offload else master)
        self.parameters = [self.master]
        self.gradients = None
        self.buffer = None
        for p in self.own:
            p.register_post_accumulate_grad_hook(self.reduced)

    def before_backward(self):
        """Stage 2 gathers gradients in a contiguous buffer, made anew for every backward pass."""
        if self.stage == 2:
            self.buffer = [torch.empty(self.bucket, dtype=self.flat.dtype, device="cuda") for _ in range(self.buffers)]

    def gradients_kept(self):
        return [] if self.gradients is None else [self.gradients]

    def reduced(self, p):
        """A gradient is there: stage 2 keeps this rank's part of it alone."""
        if self.stage != 2:
            return
        if self.gradients is None:
            self.gradients = torch.zeros(self.part, dtype=self.flat.dtype, device="cpu" if self.offload else "cuda")
        p.grad = None

    def before_step(self):
        self.buffer = None
        part = self.gradients
        if part is None:
            flat = torch.cat([p.grad.flatten() for p in self.own if p.grad is not None])
            part = torch.zeros(self.part, dtype=flat.dtype, device="cuda")
            flat = None
            for p in self.own:
                p.grad = None
        self.master.grad = part.to(self.master.device).float()
        self.gradients = None

    def after_step(self):
        self.master.grad = None
        self.flat[:self.part].copy_(self.master.detach())
