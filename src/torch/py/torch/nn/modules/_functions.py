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
        if input.dim() != 4:
            raise ValueError(f"CrossMapLRN2d: Expected input to be 4D, got {input.dim()}D instead.")
        ctx.size, ctx.alpha, ctx.beta, ctx.k = size, alpha, beta, k
        channels = input.size(1)
        reach = int((size - 1) / 2 + 1)
        output = input.new().resize_as_(input)
        scale = ctx.scale = input.new().resize_as_(input)
        # the output's memory holds the squares until the end; each channel's window follows from its neighbour's
        squares = torch.pow(input, 2, out=output)
        first = scale.select(1, 0).zero_()
        for c in range(min(reach, channels)):
            first.add_(squares.select(1, c))
        for c in range(1, channels):
            window = scale.select(1, c).copy_(scale.select(1, c - 1))
            if c + reach <= channels:
                window.add_(squares.select(1, c + reach - 1))
            if c > reach:
                window.add_(squares.select(1, c - reach), alpha=-1)
        scale.mul_(alpha / size).add_(k)
        torch.pow(scale, -beta, out=output).mul_(input)
        ctx.save_for_backward(input, output)
        return output

    @staticmethod
    def backward(ctx, grad_output):
        input, output = ctx.saved_tensors
        _, channels, height, width = input.shape
        # for one sample: the ratios with `size - 1` empty planes around, and the running sum over a window of them
        ratio = input.new(channels + ctx.size - 1, height, width)
        window = input.new(height, width)
        factor = -2 * ctx.alpha * ctx.beta / ctx.size
        grad_input = grad_output.new().resize_as_(input)
        torch.pow(ctx.scale, -ctx.beta, out=grad_input).mul_(grad_output)
        inner = ratio.zero_().narrow(0, int(ctx.size - (ctx.size - 1) / 2), channels)
        for n in range(input.size(0)):
            torch.mul(grad_output[n], output[n], out=inner).div_(ctx.scale[n])
            torch.sum(ratio.narrow(0, 0, ctx.size - 1), 0, keepdim=False, out=window)
            for c in range(channels):
                window.add_(ratio[c + ctx.size - 1])
                grad_input[n][c].addcmul_(input[n][c], window, value=factor)
                window.add_(ratio[c], alpha=-1)
        return grad_input, None, None, None, None
