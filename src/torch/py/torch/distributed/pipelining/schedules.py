"""Schedules of one stage for each rank (torch/distributed/pipelining/schedules.py)."""

import torch
from .microbatch import merge_chunks, split_args_kwargs_into_chunks


class PipelineScheduleSingle:
    def __init__(self, stage, n_microbatches, loss_fn=None, args_chunk_spec=None, kwargs_chunk_spec=None, output_merge_spec=None, scale_grads=True):
        self._stage, self._n_microbatches, self._loss_fn = stage, n_microbatches, loss_fn
        self._num_stages = stage.num_stages
        self._has_backward = loss_fn is not None
        self.scale_grads = scale_grads
        self._internal_losses = []
        self._prepared = False

    def step(self, *args, target=None, losses=None, return_outputs=True, loss_kwargs=None, arg_mbs=None, kwarg_mbs=None, target_mbs=None, **kwargs):
        if self._has_backward and not torch.is_grad_enabled():
            raise RuntimeError("step() requires gradients to be enabled for backward computation; it should not be used under torch.no_grad() "
                               "context. Please call eval() instead.")
        self._stage.has_backward = self._has_backward
        self._stage.clear_runtime_states()
        n = self._n_microbatches
        if arg_mbs is None and kwarg_mbs is None:
            if args or kwargs:
                arg_mbs, kwarg_mbs = split_args_kwargs_into_chunks(args, kwargs, n)
            if target is not None:
                target_mbs = list(torch.tensor_split(target, n))
        arg_mbs, kwarg_mbs = arg_mbs or [()] * n, kwarg_mbs or [{}] * n
        if not self._prepared:
            self._stage._prepare(n)
            self._prepared = True
        self._step_microbatches(arg_mbs, kwarg_mbs, target_mbs, losses, return_outputs, loss_kwargs)
        return merge_chunks(self._stage.output_chunks) if self._stage.is_last and return_outputs else None

    def eval(self, *args, target=None, losses=None, **kwargs):
        backward, self._has_backward = self._has_backward, False
        try:
            return self.step(*args, target=target, losses=losses, **kwargs)
        finally:
            self._has_backward = backward

    def _maybe_compute_loss(self, stage, output, target_mbs, mb_index, loss_kwargs=None):
        if stage.is_last and self._loss_fn is not None:
            self._internal_losses.append(self._loss_fn(output, target_mbs[mb_index], **(loss_kwargs or {})))

    def _maybe_get_loss(self, stage, mb_index):
        return self._internal_losses[mb_index] if stage.is_last and self._loss_fn is not None else None

    def _finish(self, losses):
        if self._stage.is_last and losses is not None:
            losses.clear()
            losses.extend(self._internal_losses)
        self._internal_losses.clear()
        if self._has_backward:
            self._stage.scale_grads(self._n_microbatches if self.scale_grads else 1)


class ScheduleGPipe(PipelineScheduleSingle):
    """All forward passes, then all backward passes."""

    def _step_microbatches(self, arg_mbs, kwarg_mbs, target_mbs, losses, return_outputs, loss_kwargs):
        for i in range(self._n_microbatches):
            output = self._stage.forward_one_chunk(i, arg_mbs[i], kwarg_mbs[i], save_forward_output=return_outputs)
            ops = self._stage.get_fwd_send_ops(i)
            self._maybe_compute_loss(self._stage, output, target_mbs, i, loss_kwargs)
        for i in range(self._n_microbatches):
            ops = []  # the receipt of gradients
            loss = self._maybe_get_loss(self._stage, i)
            self._stage.backward_one_chunk(i, loss=loss, last_backward=i == self._n_microbatches - 1)
            ops = self._stage.get_bwd_send_ops(i)  # noqa: F841
        self._finish(losses)


class Schedule1F1B(PipelineScheduleSingle):
    """As many forward passes as stages follow, then a backward pass for each forward pass."""

    def __init__(self, stage, n_microbatches, *args, **kwargs):
        super().__init__(stage, n_microbatches, *args, **kwargs)
        if n_microbatches < self._num_stages:
            raise ValueError(f"Number of microbatches ({n_microbatches}) must be greater than or equal to the number of stages ({self._num_stages}).")

    def _step_microbatches(self, arg_mbs, kwarg_mbs, target_mbs, losses, return_outputs, loss_kwargs):
        stage, n = self._stage, self._n_microbatches
        warmup_chunks = min(n, self._num_stages - stage.stage_index)
        fwd_mb_index = 0
        bwd_mb_index = 0
        fwd_sends = []
        for _ in range(warmup_chunks):
            output = stage.forward_one_chunk(fwd_mb_index, arg_mbs[fwd_mb_index], kwarg_mbs[fwd_mb_index], save_forward_output=return_outputs)
            fwd_sends = stage.get_fwd_send_ops(fwd_mb_index)
            self._maybe_compute_loss(stage, output, target_mbs, fwd_mb_index, loss_kwargs)
            fwd_mb_index += 1
        if not self._has_backward:
            while fwd_mb_index < n:
                output = stage.forward_one_chunk(fwd_mb_index, arg_mbs[fwd_mb_index], kwarg_mbs[fwd_mb_index], save_forward_output=return_outputs)
                fwd_mb_index += 1
            return
        while True:
            loss = self._maybe_get_loss(stage, bwd_mb_index)
            stage.backward_one_chunk(bwd_mb_index, loss=loss, last_backward=bwd_mb_index == n - 1)
            bwd_sends = stage.get_bwd_send_ops(bwd_mb_index)
            bwd_mb_index += 1
            if fwd_mb_index == n:
                break
            output = stage.forward_one_chunk(fwd_mb_index, arg_mbs[fwd_mb_index], kwarg_mbs[fwd_mb_index], save_forward_output=return_outputs)
            self._maybe_compute_loss(stage, output, target_mbs, fwd_mb_index, loss_kwargs)
            fwd_sends = stage.get_fwd_send_ops(fwd_mb_index)  # noqa: F841
            fwd_mb_index += 1
        while bwd_mb_index < n:
            loss = self._maybe_get_loss(stage, bwd_mb_index)
            stage.backward_one_chunk(bwd_mb_index, loss=loss, last_backward=bwd_mb_index == n - 1)
            bwd_sends = stage.get_bwd_send_ops(bwd_mb_index)  # noqa: F841
            bwd_mb_index += 1
        self._finish(losses)
