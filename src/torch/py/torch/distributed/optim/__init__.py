"""Optimizers over processes: the plain one, with one process."""

import torch


class ZeroRedundancyOptimizer(torch.optim.Optimizer):
    """With one process nothing is sharded: the inner optimizer holds it all."""

    def __init__(self, params, optimizer_class, process_group=None, parameters_as_bucket_view=False, overlap_with_ddp=False, **defaults):
        params = list(params)
        self.optim = optimizer_class(params, **defaults)
        super().__init__(params, defaults)

    def step(self, closure=None, **kwargs):
        return self.optim.step(closure) if closure is not None else self.optim.step()

    def consolidate_state_dict(self, to=0):
        return None


def _apply_optimizer_in_backward(optimizer_class, params, optimizer_kwargs, register_hook=True):
    """Steps each parameter as soon as its gradient is there, and frees the gradient."""

    def apply(param):
        optimizers = [optimizer_class([param], **optimizer_kwargs)]
        param._in_backward_optimizers = optimizers

        def hook(param):
            for optimizer in optimizers:
                optimizer.step()
            param.grad = None

        if register_hook:
            param.register_post_accumulate_grad_hook(hook)

    for param in params:
        apply(param)


class DistributedOptimizer:
    pass


class PostLocalSGDOptimizer:
    pass
