"""Optimizers whose state has 8 bits per number, with a scale for each block of 256, as bitsandbytes 0.44 and later keep it.

Their kernels update in place and make no temporaries. A parameter with fewer than `min_8bit_size` elements keeps fp32 state. The state of
the paged ones is in managed memory, which PyTorch's allocator does not know of.
"""
import torch
from torch.optim.optimizer import Optimizer

_BLOCK = 256
_LEAST_8BIT = 4096
_LEAST_PAGED = 100_000
_ASSUMPTION = ("bitsandbytes is not run: its optimizer keeps 8 bits per number and a scale for each block of 256, "
               "which no recorded run has confirmed")


class _Blockwise(Optimizer):
    """`states` numbers for each parameter, in so many bits."""

    def __init__(self, params, defaults, states, optim_bits=32, min_8bit_size=_LEAST_8BIT, is_paged=False):
        torch._C._assume(_ASSUMPTION)
        super().__init__(params, defaults)
        self._states = states
        self._bits = optim_bits
        self._least = max(min_8bit_size, _LEAST_8BIT)
        self.is_paged = is_paged
        self.name2qmap = {}

    def _qmap(self, name, device):
        if name not in self.name2qmap:
            self.name2qmap[name] = torch.empty(256, device=device)
        return self.name2qmap[name]

    def _buffer(self, p, dtype):
        paged = self.is_paged and p.numel() >= _LEAST_PAGED
        return torch.zeros_like(p, dtype=dtype, device="cpu" if paged else p.device)

    @torch.no_grad()
    def init_state(self, p):
        state = self.state[p]
        state["step"] = 0
        small = self._bits == 32 or p.numel() < self._least
        for i in range(1, self._states + 1):
            state[f"state{i}"] = self._buffer(p, torch.float32 if small else torch.uint8)
            if not small:
                state[f"qmap{i}"] = self._qmap("dynamic" if i == 1 else "udynamic", p.device)
        if not small:
            for i in range(1, self._states + 1):
                state[f"absmax{i}"] = torch.zeros((-(-p.numel() // _BLOCK),), dtype=torch.float32, device=p.device)

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
    _BITS, _PAGED, _DECAY = 32, False, 0

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=None, amsgrad=False, optim_bits=None, args=None,
                 min_8bit_size=_LEAST_8BIT, percentile_clipping=100, block_wise=True, is_paged=None):
        decay = self._DECAY if weight_decay is None else weight_decay
        super().__init__(params, _checked(lr, betas, eps, decay), 2, self._BITS if optim_bits is None or self._BITS == 8 else optim_bits,
                         min_8bit_size, self._PAGED if is_paged is None else is_paged)


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
    _BITS, _PAGED = 32, False

    def __init__(self, params, lr=1e-4, betas=(0.9, 0.99), weight_decay=0, optim_bits=None, args=None, min_8bit_size=_LEAST_8BIT,
                 percentile_clipping=100, block_wise=True, is_paged=None):
        super().__init__(params, _checked(lr, betas, 0.0, weight_decay), 1, self._BITS if optim_bits is None or self._BITS == 8 else optim_bits,
                         min_8bit_size, self._PAGED if is_paged is None else is_paged)


class Lion8bit(Lion):
    _BITS = 8


class PagedLion(Lion):
    _PAGED = True


class PagedLion8bit(Lion8bit):
    _PAGED = True


class SGD(_Blockwise):
    _BITS = 32

    def __init__(self, params, lr, momentum=0, dampening=0, weight_decay=0, nesterov=False, optim_bits=None, args=None,
                 min_8bit_size=_LEAST_8BIT, percentile_clipping=100, block_wise=True):
        if momentum == 0:
            raise NotImplementedError("SGD without momentum is not supported!")
        super().__init__(params, _checked(lr, (momentum, dampening), 0.0, weight_decay), 1,
                         self._BITS if optim_bits is None or self._BITS == 8 else optim_bits, min_8bit_size)


class SGD8bit(SGD):
    _BITS = 8


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
