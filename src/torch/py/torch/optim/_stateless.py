"""An optimizer's step on other parameters and state."""

import contextlib


@contextlib.contextmanager
def swap_in_optimizer_params_and_state(optimizer, swapin_parameters, swapin_optim_state):
    """Within, the optimizer has the given parameters (in its order) and state (by their numbers)."""
    groups, state = optimizer.param_groups, optimizer.state
    given = list(swapin_parameters.values())
    swapped = []
    for group, saved in zip(groups, swapin_optim_state["param_groups"]):
        swapped.append({**saved, "params": [given[number] for number in saved["params"]]})
    optimizer.param_groups = swapped
    optimizer.state = type(state)(getattr(state, "default_factory", None) or dict,
                                  {given[number]: dict(values) for number, values in swapin_optim_state["state"].items()})
    try:
        yield
    finally:
        optimizer.param_groups, optimizer.state = groups, state
