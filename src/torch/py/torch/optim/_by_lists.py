"""What optimizers share whose step collects each group's tensors in lists and hands those to one function."""

import torch
from torch import Tensor
from .optimizer import _restore_groups, _use_grad_for_differentiable, Optimizer

_NAMES = {"lr": "learning rate", "eps": "epsilon value"}


def _check_options(lr, **others):
    """Refuses options below zero, in the order in which they are given; betas of 1 and above too."""
    if isinstance(lr, Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    for name, value in {"lr": lr, **others}.items():
        if name == "betas":
            for i, beta in enumerate(value):
                if not 0.0 <= beta < 1.0:
                    raise ValueError(f"Invalid beta parameter at index {i}: {beta}")
        elif not 0.0 <= value:
            raise ValueError(f"Invalid {_NAMES.get(name, f'{name} value')}: {value}")


class ByLists(Optimizer):
    # The names of the states in the order of `_init_group`'s lists.
    _states = ()
    # As errors spell the class, whatever a subclass is called.
    _spelled = ""
    # What groups of older pickles lack.
    _later_options = dict(foreach=None, maximize=False, differentiable=False, capturable=False)

    def _make_state(self, group, p, state):
        """Fills the state of a parameter that has none."""
        raise NotImplementedError

    def _update(self, group, has_complex, *lists):
        """Calls the update's function on the lists that `_init_group` filled."""
        raise NotImplementedError

    def __setstate__(self, state):
        super().__setstate__(state)
        _restore_groups(self, self._later_options)

    def _init_group(self, group, params_with_grad, grads, *state_lists):
        has_complex = False
        for p in group["params"]:
            if p.grad is None:
                continue
            has_complex |= torch.is_complex(p)
            params_with_grad.append(p)
            if p.grad.is_sparse:
                raise RuntimeError(f"{self._spelled} does not support sparse gradients")
            grads.append(p.grad)
            state = self.state[p]
            if len(state) == 0:
                self._make_state(group, p, state)
            for name, states in zip(self._states, state_lists):
                # What its options leave out has an empty list.
                if name in state:
                    states.append(state[name])
        return has_complex

    @_use_grad_for_differentiable
    def step(self, closure=None):
        self._accelerator_graph_capture_health_check()
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            lists = [[] for _ in range(2 + len(self._states))]
            self._update(group, self._init_group(group, *lists), *lists)
        return loss


def _shared_options(group):
    """The options that every update takes."""
    return {name: group[name] for name in ("foreach", "maximize", "differentiable", "capturable")}
