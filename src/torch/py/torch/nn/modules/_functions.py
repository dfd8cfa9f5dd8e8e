"""Autograd functions that modules are made of."""

import torch
from torch.autograd.function import Function


class BackwardHookFunction(Function):
    """The identity, as a node for a module's hooks."""

    @staticmethod
    def forward(ctx, *args):
        ctx.mark_non_differentiable(*[arg for arg in args if not arg.requires_grad])
        return args

    @staticmethod
    def backward(ctx, *args):
        return args


class CrossMapLRN2d(Function):
    """Local response normalisation across channel maps."""

    @staticmethod
    def forward(ctx, input, size, alpha=1e-4, beta=0.75, k=1):
        ctx.size = size
        ctx.alpha = alpha
        ctx.beta = beta
        ctx.k = k
        ctx.scale = None
        if input.dim() != 4:
            raise ValueError(f"CrossMapLRN2d: Expected input to be 4D, got {input.dim()}D instead.")
        ctx.scale = ctx.scale or input.new()
        output = input.new()
        output.resize_as_(input)
        ctx.scale.resize_as_(input)
        input_square = output
        torch.pow(input, 2, out=input_square)
        pre_pad = int((ctx.size - 1) / 2 + 1)
        pre_pad_crop = min(pre_pad, input.size(1))
        scale_first = ctx.scale.select(1, 0)
        scale_first.zero_()
        for c in range(pre_pad_crop):
            scale_first.add_(input_square.select(1, c))
        for c in range(1, input.size(1)):
            scale_current = ctx.scale.select(1, c)
            scale_current.copy_(ctx.scale.select(1, c - 1))
            if c < input.size(1) - pre_pad + 1:
                scale_current.add_(input_square.select(1, c + pre_pad - 1), alpha=1)
            if c > pre_pad:
                scale_current.add_(input_square.select(1, c - pre_pad), alpha=-1)
        ctx.scale.mul_(ctx.alpha / ctx.size).add_(ctx.k)
        torch.pow(ctx.scale, -ctx.beta, out=output)
        output.mul_(input)
        ctx.save_for_backward(input, output)
        return output

    @staticmethod
    def backward(ctx, grad_output):
        input, output = ctx.saved_tensors
        grad_input = grad_output.new()
        grad_input.resize_as_(input)
        torch.pow(ctx.scale, -ctx.beta, out=grad_input).mul_(grad_output)
        ratio = grad_output * output / ctx.scale
        grad_input.add_(ratio * input, alpha=-2 * ctx.alpha * ctx.beta / ctx.size)
        return grad_input, None, None, None, None
