"""The order in which flat parameters are used, by which the next ones are gathered ahead; and how far ahead."""

import collections

from torch.distributed.fsdp._common_utils import _get_fsdp_handles, _get_param_to_fqns


class _ExecOrderData:
    def __init__(self):
        self.handles_pre_forward_order = []
        self.handles_post_forward_order = []
        self._iter = 0
        self.all_handles = []
        self.param_to_fqn = {}

    def init(self, root_module):
        self.all_handles.extend(_get_fsdp_handles(root_module))
        self.param_to_fqn = _get_param_to_fqns(root_module)

    def get_handle_to_backward_prefetch(self, current_handle):
        index = current_handle._post_forward_index
        return self.handles_post_forward_order[index - 1] if index is not None and index > 0 else None

    def get_handle_to_forward_prefetch(self, current_handle):
        index = current_handle._pre_forward_order_index
        order = self.handles_pre_forward_order
        return order[index + 1] if index is not None and index + 1 < len(order) else None

    def record_post_forward(self, handle):
        if not handle:
            return
        if not handle._post_forward_index:
            handle._post_forward_index = len(self.handles_post_forward_order)
        self.handles_post_forward_order.append(handle)

    def record_pre_forward(self, handle):
        if not handle or self._iter > 0 or handle._pre_forward_order_index is not None:
            return
        handle._pre_forward_order_index = len(self.handles_pre_forward_order)
        self.handles_pre_forward_order.append(handle)

    def next_iter(self):
        self._iter += 1
        self.handles_post_forward_order.clear()


class _FreeEventQueue:
    """At most two gathered parameters in flight: the host waits for the events of those that were freed before."""

    def __init__(self):
        self._queue = collections.deque()

    def enqueue(self, free_event):
        self._queue.append(free_event)

    def dequeue_if_needed(self):
        return self._queue.popleft() if len(self._queue) >= 2 else None
