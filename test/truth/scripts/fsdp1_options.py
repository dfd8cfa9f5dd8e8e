"""FullyShardedDataParallel's options: precision, prefetching, offload, accumulation, frozen parts, checkpointing, ways to wrap and to start."""
import functools
import gc

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import apply_activation_checkpointing
from torch.distributed.fsdp import BackwardPrefetch, CPUOffload, MixedPrecision, ShardingStrategy
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp.wrap import (
    CustomPolicy, ModuleWrapPolicy, enable_wrap, lambda_auto_wrap_policy, size_based_auto_wrap_policy, transformer_auto_wrap_policy, wrap,
)
from torch.testing._internal.distributed.fake_pg import FakeStore

from stage import stage

dist.init_process_group("fake", rank=3, world_size=4, store=FakeStore())
torch.cuda.set_device(0)


class Layer(nn.Module):
    def __init__(self, width=250):
        super().__init__()
        self.up = nn.Linear(width, 1001)
        self.norm = nn.BatchNorm1d(1001)
        self.down = nn.Linear(1001, width)
        self.register_buffer("scale", torch.ones(width))

    def forward(self, x):
        return x + self.down(self.norm(self.up(x)).relu()) * self.scale.to(x.dtype)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(Layer() for _ in range(4))
        self.head = nn.Linear(250, 10)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.head(x)


def gone(name):
    for _ in range(4):
        gc.collect()
    torch.cuda.empty_cache()
    stage(f"{name}: gone")


def run(name, net, accumulate=1, no_sync=False, steps=2, x=None, close=True):
    stage(f"{name}: made")
    optimizer = torch.optim.SGD([p for p in net.parameters() if p.requires_grad], lr=0.1, momentum=0.9)
    x = torch.randn(64, 250, device="cuda") if x is None else x
    for _ in range(steps):
        for i in range(accumulate):
            if no_sync and i < accumulate - 1:
                with net.no_sync():
                    loss = net(x).float().pow(2).mean()
                    stage(f"{name}: forward")
                    loss.backward()
            else:
                loss = net(x).float().pow(2).mean()
                stage(f"{name}: forward")
                loss.backward()
            stage(f"{name}: backward")
        optimizer.step()
        stage(f"{name}: step")
        optimizer.zero_grad()
    print(name, [(p.dtype, p.device.type, tuple(p.shape)) for p in net.parameters()][:2], [b.dtype for b in net.buffers()][:2])
    return net


LAYERS = ModuleWrapPolicy({Layer})
LOW = {
    "bf16": MixedPrecision(param_dtype=torch.bfloat16, reduce_dtype=torch.float32, buffer_dtype=torch.bfloat16),
    "bf16 reduced": MixedPrecision(param_dtype=torch.bfloat16),
    "bf16 grads kept": MixedPrecision(param_dtype=torch.bfloat16, keep_low_precision_grads=True),
    "bf16 reduction alone": MixedPrecision(reduce_dtype=torch.bfloat16),
}
SETTINGS = {
    **{name: {"mixed_precision": precision} for name, precision in LOW.items()},
    "prefetched after": {"backward_prefetch": BackwardPrefetch.BACKWARD_POST},
    "not prefetched": {"backward_prefetch": None},
    "prefetched forward": {"forward_prefetch": True},
    "not limited": {"limit_all_gathers": False},
    "offloaded": {"cpu_offload": CPUOffload(offload_params=True)},
    "offloaded bf16": {"cpu_offload": CPUOffload(offload_params=True), "mixed_precision": LOW["bf16"]},
    "synced": {"sync_module_states": True},
    "bf16 not sharded": {"sharding_strategy": ShardingStrategy.NO_SHARD, "mixed_precision": LOW["bf16"]},
    "bf16 kept": {"sharding_strategy": ShardingStrategy.SHARD_GRAD_OP, "mixed_precision": LOW["bf16"]},
}
for name, options in SETTINGS.items():
    for use_orig_params in (False, True):
        label = f"{name} {'original' if use_orig_params else 'flat'}"
        run(label, FSDP(Net().cuda(), auto_wrap_policy=LAYERS, use_orig_params=use_orig_params, **options))
        gone(label)
for strategy in (ShardingStrategy.FULL_SHARD, ShardingStrategy.SHARD_GRAD_OP):
    for no_sync in (False, True):
        for use_orig_params in (False, True):
            label = f"accumulated {strategy.name.lower()} {'apart' if no_sync else 'reduced'} {'original' if use_orig_params else 'flat'}"
            run(label, FSDP(Net().cuda(), auto_wrap_policy=LAYERS, sharding_strategy=strategy, use_orig_params=use_orig_params),
                accumulate=3, no_sync=no_sync)
            gone(label)
run("accumulated bf16", FSDP(Net().cuda(), auto_wrap_policy=LAYERS, mixed_precision=LOW["bf16 grads kept"]), accumulate=2)
gone("accumulated bf16")
run("accumulated offloaded", FSDP(Net().cuda(), auto_wrap_policy=LAYERS, cpu_offload=CPUOffload(True)), accumulate=2)
gone("accumulated offloaded")

# Ways to start: from the host, in pieces, from nothing.
run("whole", FSDP(Net().cuda()))
gone("whole")
run("from the host", FSDP(Net(), auto_wrap_policy=LAYERS, device_id=0))
gone("from the host")
run("from the host by the current device", FSDP(Net(), auto_wrap_policy=LAYERS, device_id=torch.cuda.current_device(), sync_module_states=True))
gone("from the host by the current device")
run("from the host, moved later", FSDP(Net(), auto_wrap_policy=LAYERS).cuda())
gone("from the host, moved later")
with torch.device("meta"):
    net = Net()
run("from nothing", FSDP(
    net, auto_wrap_policy=ModuleWrapPolicy({Layer}), device_id=0, param_init_fn=lambda m: m.to_empty(device="cuda", recurse=False)))
del net
gone("from nothing")
POLICIES = {
    "by size": functools.partial(size_based_auto_wrap_policy, min_num_params=200_000),
    "by class": functools.partial(transformer_auto_wrap_policy, transformer_layer_cls={Layer}),
    "by a function": functools.partial(lambda_auto_wrap_policy, lambda_fn=lambda m: isinstance(m, nn.Linear)),
    "by a policy of one's own": CustomPolicy(lambda m: {"sharding_strategy": ShardingStrategy.SHARD_GRAD_OP} if isinstance(m, Layer) else False),
}
for name, policy in POLICIES.items():
    net = run(name, FSDP(Net().cuda(), auto_wrap_policy=policy))
    print([n for n, m in net.named_modules() if isinstance(m, FSDP)])
    del net
    gone(name)
net = Net().cuda()
for i, layer in enumerate(net.layers):
    net.layers[i] = FSDP(layer)
run("by hand", FSDP(net))
del net, layer
gone("by hand")
with enable_wrap(wrapper_cls=FSDP, device_id=0):
    net = nn.Sequential(wrap(nn.Linear(250, 500)), wrap(nn.Linear(500, 250, bias=False)))
    net = wrap(net)
run("by wrap", net)
del net
gone("by wrap")

# Parts that are left out, frozen, recomputed.
net = Net().cuda()
run("ignored", FSDP(net, ignored_modules=[net.head], auto_wrap_policy=LAYERS))
del net
gone("ignored")
net = Net().cuda()
net.layers[:2].requires_grad_(False)
run("frozen", FSDP(net, auto_wrap_policy=LAYERS))
gone("frozen")
net.layers[2].requires_grad_(True)
del net
gone("frozen too")
net = Net().cuda()
for layer in net.layers:
    layer.up.requires_grad_(False)
run("partly frozen", FSDP(net, auto_wrap_policy=LAYERS, use_orig_params=True))
del net, layer
gone("partly frozen")
for use_orig_params in (False, True):
    for name, impl in (("checkpointed", False), ("checkpointed reentrant", True)):
        net = FSDP(Net().cuda(), auto_wrap_policy=LAYERS, use_orig_params=use_orig_params)
        from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import CheckpointImpl, checkpoint_wrapper

        wrapper = functools.partial(checkpoint_wrapper, checkpoint_impl=CheckpointImpl.REENTRANT if impl else CheckpointImpl.NO_REENTRANT)
        apply_activation_checkpointing(net, checkpoint_wrapper_fn=wrapper, check_fn=lambda m: isinstance(m, Layer))
        label = f"{name} {'original' if use_orig_params else 'flat'}"
        run(label, net, x=torch.randn(64, 250, device="cuda", requires_grad=True))
        del net
        gone(label)
