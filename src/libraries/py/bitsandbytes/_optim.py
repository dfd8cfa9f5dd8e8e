"""Optimizers whose state has 8 bits per number, with a scale for each block of 256, as bitsandbytes 0.44 and later keep it.

Their kernels update in place and make no temporaries. A parameter with fewer than `min_8bit_size` elements keeps fp32 state. The state of
the paged ones is in managed memory, which PyTorch's allocator does not know of: that could not be recorded, the others are.
"""
import torch
from torch.optim.optimizer import Optimizer

_BLOCK = 256
_LEAST_8BIT = 4096
_LEAST_PAGED = 100_000
_ASSUMPTION = "bitsandbytes: the state of a paged optimizer is in managed memory and not counted; no recorded run has confirmed it"
# What the kernels of libbitsandbytes take.
_BLOCKWISE = ["adam", "momentum", "rmsprop", "lion", "adagrad", "ademamix"]
_BFLOAT16 = ("adam", "lamb", "lion", "ademamix")


class _Blockwise(Optimizer):
    """`states` numbers for each parameter, in so many bits."""

    # `state1` holds so many numbers for each parameter.
    _FIRST = 1
    # What a class takes where nothing else is asked for; one of 8 bits has them in any case.
    _BITS, _PAGED = 32, False

    def __init__(self, params, defaults, states, optim_bits, min_8bit_size, is_paged=None, name="adam", max_unorm=0.0):
        self.is_paged = self._PAGED if is_paged is None else is_paged
        if self.is_paged:
            torch._C._assume(_ASSUMPTION)
        super().__init__(params, defaults)
        self.optimizer_name = name
        self._max_unorm = max_unorm
        self._states = states
        self._bits = self._BITS if optim_bits is None or self._BITS == 8 else optim_bits
        self._least = max(min_8bit_size, _LEAST_8BIT)
        self.name2qmap = {}

    def _qmap(self, name, device):
        if name not in self.name2qmap:
            self.name2qmap[name] = torch.empty(256, device=device)
        return self.name2qmap[name]

    def _buffer(self, p, dtype, count=1):
        paged = self.is_paged and p.numel() >= _LEAST_PAGED
        if count > 1:
            return torch.zeros((count, *p.size()), dtype=dtype, device="cpu" if paged else p.device)
        return torch.zeros_like(p, dtype=dtype, device="cpu" if paged else p.device)

    @torch.no_grad()
    def init_state(self, p):
        state = self.state[p]
        state["step"] = 0
        small = self._bits == 32 or p.numel() < self._least
        for i in range(1, self._states + 1):
            state[f"state{i}"] = self._buffer(p, torch.float32 if small else torch.uint8, self._FIRST if i == 1 else 1)
            if not small:
                state[f"qmap{i}"] = self._qmap("dynamic" if i == 1 else "udynamic", p.device)
        if not small:
            for i in range(1, self._states + 1):
                blocks = -(-p.numel() // _BLOCK)
                shape = (self._FIRST, blocks) if i == 1 and self._FIRST > 1 else (blocks,)
                state[f"absmax{i}"] = torch.zeros(shape, dtype=torch.float32, device=p.device)
        if self._max_unorm > 0.0:
            state["unorm_vec"] = torch.zeros((1,), device=p.device)

    def _check(self, p):
        """What the kernels refuse."""
        if self.state[p]["state1"].dtype == torch.uint8:
            if self.optimizer_name not in _BLOCKWISE:
                raise ValueError(f"Unsupported optimizer name: {self.optimizer_name}. Supported optimizers: {_BLOCKWISE}")
        elif p.grad.dtype == torch.bfloat16 and self.optimizer_name not in _BFLOAT16:
            raise ValueError(f"Gradient+optimizer bit data type combination not supported: grad {p.grad.dtype}, optimizer {self.state[p]['state1'].dtype}")

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                if len(self.state[p]) == 0:
                    self.init_state(p)
                self._check(p)
                if self._max_unorm > 0.0:
                    torch.norm(p.detach().float())  # What the update is held against.
                self.state[p]["step"] += 1
        return loss


def _checked(lr, betas, eps, weight_decay):
    if not 0.0 <= lr:
        raise ValueError(f"Invalid learning rate: {lr}")
    if not 0.0 <= eps:
        raise ValueError(f"Invalid epsilon value: {eps}")
    for i, beta in enumerate(betas):
        if not 0.0 <= beta < 1.0:
            raise ValueError(f"Invalid beta parameter at index {i}: {beta}")
    if not 0.0 <= weight_decay:
        raise ValueError(f"Invalid weight_decay value: {weight_decay}")
    return dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay)


class Adam(_Blockwise):
    _DECAY = 0

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=None, amsgrad=False, optim_bits=None, args=None,
                 min_8bit_size=_LEAST_8BIT, percentile_clipping=100, block_wise=True, is_paged=None):
        decay = self._DECAY if weight_decay is None else weight_decay
        super().__init__(params, _checked(lr, betas, eps, decay), 2, optim_bits, min_8bit_size, is_paged)


class Adam8bit(Adam):
    _BITS = 8


class Adam32bit(Adam):
    pass


class PagedAdam(Adam):
    _PAGED = True


class PagedAdam8bit(Adam8bit):
    _PAGED = True


class PagedAdam32bit(Adam32bit):
    _PAGED = True


class AdamW(Adam):
    _DECAY = 1e-2


class AdamW8bit(AdamW):
    _BITS = 8


class AdamW32bit(AdamW):
    pass


class PagedAdamW(AdamW):
    _PAGED = True


class PagedAdamW8bit(AdamW8bit):
    _PAGED = True


class PagedAdamW32bit(AdamW32bit):
    _PAGED = True


class Lion(_Blockwise):
    def __init__(self, params, lr=1e-4, betas=(0.9, 0.99), weight_decay=0, optim_bits=None, args=None, min_8bit_size=_LEAST_8BIT,
                 percentile_clipping=100, block_wise=True, is_paged=None):
        super().__init__(params, _checked(lr, betas, 0.0, weight_decay), 1, optim_bits, min_8bit_size, is_paged, "lion")


class Lion8bit(Lion):
    _BITS = 8


class Lion32bit(Lion):
    pass


class PagedLion(Lion):
    _PAGED = True


class PagedLion8bit(Lion8bit):
    _PAGED = True


class PagedLion32bit(Lion32bit):
    _PAGED = True


class SGD(_Blockwise):
    def __init__(self, params, lr, momentum=0, dampening=0, weight_decay=0, nesterov=False, optim_bits=None, args=None,
                 min_8bit_size=_LEAST_8BIT, percentile_clipping=100, block_wise=True):
        if momentum == 0:
            raise NotImplementedError("SGD without momentum is not supported!")
        super().__init__(params, _checked(lr, (momentum, dampening), 0.0, weight_decay), 1, optim_bits, min_8bit_size, name="momentum")


class SGD8bit(SGD):
    _BITS = 8


class SGD32bit(SGD):
    pass


class RMSprop(_Blockwise):
    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False, optim_bits=None, args=None,
                 min_8bit_size=_LEAST_8BIT):
        if alpha == 0:
            raise NotImplementedError("RMSprop with alpha==0.0 is not supported!")
        if centered:
            raise NotImplementedError("Centered RMSprop is not supported!")
        super().__init__(params, _checked(lr, (alpha, momentum), eps, weight_decay), 1, optim_bits, min_8bit_size, name="rmsprop")


class RMSprop8bit(RMSprop):
    _BITS = 8


class RMSprop32bit(RMSprop):
    pass


class Adagrad(_Blockwise):
    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, optim_bits=None, args=None,
                 min_8bit_size=_LEAST_8BIT):
        if initial_accumulator_value != 0.0:
            raise ValueError("Initial accumulator value != 0.0 not supported!")
        if lr_decay != 0.0:
            raise ValueError("Lr Decay != 0.0 not supported!")
        super().__init__(params, _checked(lr, (0.0, 0.0), eps, weight_decay), 1, optim_bits, min_8bit_size, name="adagrad")


class Adagrad8bit(Adagrad):
    _BITS = 8


class Adagrad32bit(Adagrad):
    pass


class AdEMAMix(_Blockwise):
    """Two averages of the gradient, of different lengths, in one state."""

    _FIRST = 2

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999, 0.9999), alpha=5.0, t_alpha=None, t_beta3=None, eps=1e-8, weight_decay=1e-2,
                 optim_bits=None, min_8bit_size=_LEAST_8BIT, is_paged=None):
        super().__init__(params, _checked(lr, betas, eps, weight_decay), 2, optim_bits, min_8bit_size, is_paged, "ademamix")


class AdEMAMix8bit(AdEMAMix):
    _BITS = 8


class AdEMAMix32bit(AdEMAMix):
    pass


class PagedAdEMAMix(AdEMAMix):
    _PAGED = True


class PagedAdEMAMix8bit(AdEMAMix8bit):
    _PAGED = True


class PagedAdEMAMix32bit(AdEMAMix32bit):
    _PAGED = True


class LAMB(_Blockwise):
    def __init__(self, params, lr=1e-3, bias_correction=True, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, adam_w_mode=True,
                 optim_bits=None, args=None, min_8bit_size=_LEAST_8BIT, max_unorm=1.0):
        super().__init__(params, _checked(lr, betas, eps, weight_decay), 2, optim_bits, min_8bit_size, name="lamb", max_unorm=max_unorm)


class LAMB8bit(LAMB):
    _BITS = 8


class LAMB32bit(LAMB):
    pass


class LARS(_Blockwise):
    def __init__(self, params, lr, momentum=0, dampening=0, weight_decay=0, nesterov=False, optim_bits=None, args=None,
                 min_8bit_size=_LEAST_8BIT, max_unorm=0.02):
        if momentum == 0:
            raise NotImplementedError("LARS without momentum is not supported!")
        super().__init__(params, _checked(lr, (momentum, dampening), 0.0, weight_decay), 1, optim_bits, min_8bit_size, name="lars", max_unorm=max_unorm)


class LARS8bit(LARS):
    _BITS = 8


class LARS32bit(LARS):
    pass


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
