"""One training step of a model, as the ledger runs it.

A step is forward, loss, backward, optimizer step, zero_grad(set_to_none=True); with accumulation, forward, loss and
backward repeat before the step. As in a usual loop, the output and the loss stay referenced until the next forward has
replaced them. Parameters and inputs are on the device before anything is counted.

`mark(name, ...)` is the ledger's: it is told of each point of the run, with what lives there.
"""
import contextlib
import dataclasses
import inspect

import torch


def tensors_in(value, depth=0):
    """The tensors in nested lists, tuples, dicts and objects that hold some (dataclasses, distributions), in order."""
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [t for item in value for t in tensors_in(item, depth)]
    if isinstance(value, dict):
        return [t for item in value.values() for t in tensors_in(item, depth)]
    if dataclasses.is_dataclass(value):
        return [t for field in dataclasses.fields(value) for t in tensors_in(getattr(value, field.name), depth)]
    if depth < 3 and not isinstance(value, (type, torch.nn.Module)) and hasattr(value, "__dict__"):
        return [t for item in vars(value).values() for t in tensors_in(item, depth + 1)]
    return []


def is_trained(model):
    return any(p.requires_grad for p in model.parameters())


def default_loss(model, output, *inputs):
    """`output` if scalar, `output.loss` if there is one, else the sum of all floating tensors; None where nothing is trained by it."""
    if torch._C._is_unknown(output):
        return output
    if isinstance(output, torch.Tensor) and output.dim() == 0 and (output.requires_grad or is_trained(model)):
        return output
    loss = getattr(output, "loss", None)
    if isinstance(loss, torch.Tensor):
        return loss
    parts = [t for t in tensors_in(output) if t.is_floating_point() and t.requires_grad]
    if not parts and not is_trained(model):
        torch._C._assume("nothing in the output requires grad: the step ends with forward")
        return None
    if not parts:
        raise RuntimeError("the output holds no floating-point tensor that requires grad: there is nothing to call backward on")
    total = parts[0].float().sum()
    for t in parts[1:]:
        total = total + t.float().sum()
    return total


def checked_loss(value):
    """The loss, if backward can be called on it; the sum of several."""
    parts = tensors_in(value) if isinstance(value, (dict, list, tuple)) else []
    losses = [t for t in parts if t.requires_grad]
    if losses and all(t.dim() == 0 for t in parts):
        torch._C._assume("the loss is taken as the sum of those that are given")
        value = sum(losses)
    if value is not None and not isinstance(value, torch.Tensor) and not torch._C._is_unknown(value):
        raise TypeError(f"the loss is a '{type(value).__name__}' object, not a tensor: give the expression that computes it from `output`")
    return value


def build_model(make):
    """What the expression gives; a class or function is called without arguments."""
    model = make()
    if not isinstance(model, torch.nn.Module) and callable(model):
        model = model()
    if torch._C._is_unknown(model):
        raise RuntimeError(f"the model is unknown: {torch._C._unknown_reason(model)}")
    if not isinstance(model, torch.nn.Module):
        raise TypeError(f"the expression gives a '{type(model).__name__}' object, not an nn.Module")
    return model


def on_device(value):
    """The value with its tensors moved to the device; containers are rebuilt."""
    if isinstance(value, torch.Tensor):
        return value.to("cuda")
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[on_device(item) for item in value])
    if isinstance(value, (list, tuple)):
        return type(value)([on_device(item) for item in value])
    if isinstance(value, dict):
        return {key: on_device(item) for key, item in value.items()}
    return value


def with_gradients(value):
    """Tells what inputs inside a network are: floating-point tensors that require grad."""
    for t in tensors_in(value):
        if t.is_floating_point() and t.is_leaf and not t.is_sparse:
            t.requires_grad_()


def cast(value, dtype):
    """The value with its floating-point tensors in another dtype; containers are rebuilt."""
    if isinstance(value, torch.Tensor):
        return value.to(dtype) if value.is_floating_point() else value
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[cast(item, dtype) for item in value])
    if isinstance(value, (list, tuple)):
        return type(value)([cast(item, dtype) for item in value])
    if isinstance(value, dict):
        return {key: cast(item, dtype) for key, item in value.items()}
    return value


def forward_by_name(model, names):
    """The call `model(*inputs)`; an input that has the name of a later parameter is passed by that name."""
    try:
        parameters = list(inspect.signature(model.forward).parameters)
    except (TypeError, ValueError):
        parameters = []
    count = 0
    while count < len(names) and not (names[count] in parameters and parameters.index(names[count]) != count):
        count += 1
    keywords = names[count:]
    if not keywords or any(name not in parameters for name in keywords):
        return lambda model, *args: model(*args)
    return lambda model, *args: model(*args[:count], **dict(zip(keywords, args[count:])))


def sharded(model, gpus, *lists):
    """The model as rank 0 of so many GPUs has it: `fully_shard` on each block of the lists, then on the rest."""
    import torch.distributed as dist
    from torch.distributed.fsdp import fully_shard
    from torch.testing._internal.distributed.fake_pg import FakeStore

    if not dist.is_initialized():
        dist.init_process_group("fake", rank=0, world_size=gpus, store=FakeStore())
    for name in lists:
        for block in model.get_submodule(name):
            fully_shard(block)
    return fully_shard(model)


class in_backward:
    """An optimizer whose step is part of backward: each gradient is used and dropped as soon as it is there.

    `in_backward(AdamW, lr=1e-3)` in an entry's optimizer is `in_backward(params, AdamW, lr=1e-3)`.
    """

    def __init__(self, params, make, **options):
        self.optimizers = {}
        for p in params:
            self.optimizers[p] = make([p], **options)
            p.register_post_accumulate_grad_hook(self._update)

    def _update(self, p):
        self.optimizers[p].step()
        self.optimizers[p].zero_grad()

    @property
    def state(self):
        return {p: state for each in self.optimizers.values() for p, state in each.state.items()}

    def step(self):
        pass


def run(make, inputs, names, elsewhere, forward, loss, make_optimizer, mode, precision, accumulate, early, steps, distributed, mark):
    """Runs `steps` training steps, or one forward, and tells `mark` of each phase.

    Inputs that are `elsewhere` stay where they are made. Each step but the last has `early` micro-batches. Where `mark` says that the micro-batches have become alike, only the last one is
    still run.
    """
    mark("build")
    model = build_model(make)
    low = {"bf16": torch.bfloat16, "fp16": torch.float16}.get(precision)
    model = model.to("cuda", low) if low else model.to("cuda")
    model.train(mode == "train")
    mark("model", model, list(model.named_modules()))
    args = tuple(value if stays else on_device(value) for value, stays in zip(inputs(), elsewhere))
    if low:
        args = cast(args, low)
    if mode == "train" and distributed is None and not is_trained(model):
        torch._C._assume("the model has no parameters to train: its floating-point inputs are taken to require grad, as inside a network")
        with_gradients(args)
    if forward is None:
        forward = forward_by_name(model, names)
    plan = None
    if distributed is not None:
        from vram_ledger_distributed import distribute

        plan = distribute(model, distributed)
        plan.loss = loss
        model = plan.model
        floating = {p.dtype for p in model.parameters() if p.is_floating_point()}
        if not low and floating <= {torch.bfloat16} or floating <= {torch.float16}:
            args = cast(args, floating.pop()) if floating else args
    own = model if plan is None else plan.own
    optimizer = None
    if mode == "train" and make_optimizer is not None:
        trainable = [p for p in model.parameters() if p.requires_grad] if plan is None else plan.trainable()
        if trainable:
            optimizer = make_optimizer(model, trainable)
            if plan is not None:
                plan.adapt(optimizer)
        del trainable
    scaler = torch.amp.GradScaler("cuda") if precision == "amp-fp16" and mode == "train" else None
    parameters = list(model.parameters())
    mark("inputs", parameters, list(model.buffers()), tensors_in(args))

    def context():
        if precision == "amp-bf16":
            return torch.autocast("cuda", dtype=torch.bfloat16)
        if precision == "amp-fp16":
            return torch.autocast("cuda", dtype=torch.float16)
        return contextlib.nullcontext()

    if mode != "train":
        mark("measure")
        with torch.no_grad() if mode == "infer" else contextlib.nullcontext():
            with context():
                output = forward(model, *args)
        mark("forward", output, None)
        return

    for step in range(steps):
        count = accumulate if step == steps - 1 else early
        micro = 0
        while micro < count:
            if step == steps - 1:
                mark("measure" if micro == count - 1 else "last step")
            with context():
                output = forward(model, *args)
                value = checked_loss(loss(own, output, *args))
            mark("forward", output, value)
            if plan is not None:
                plan.before_backward()
            if value is not None and not torch._C._is_unknown(value):
                (scaler.scale(value) if scaler else value).backward()
            if plan is not None:
                plan.after_backward()
            alike = mark("backward", [p.grad for p in parameters] + ([] if plan is None else plan.gradients_kept()))
            micro = count - 1 if alike and micro + 1 < count else micro + 1
        if optimizer is not None:
            if plan is not None:
                plan.before_step()
            if scaler:
                scaler.step(optimizer)
                scaler.update()
            else:
                optimizer.step()
            if plan is not None:
                plan.after_step()
        mark("step", [] if optimizer is None else list(optimizer.state.items()))
        model.zero_grad(set_to_none=True)
        mark("zero_grad")
