"""Schedules of one stage, or of several, for each rank (torch/distributed/pipelining/schedules.py)."""

import torch
from .microbatch import merge_chunks, split_args_kwargs_into_chunks


class _PipelineSchedule:
    def __init__(self, stages, n_microbatches, loss_fn=None, scale_grads=True):
        self._stages, self._n_microbatches, self._loss_fn = stages, n_microbatches, loss_fn
        self._has_backward = loss_fn is not None
        self.scale_grads = scale_grads
        self._internal_losses = []
        self._prepared = False

    def step(self, *args, target=None, losses=None, return_outputs=True, loss_kwargs=None, arg_mbs=None, kwarg_mbs=None, target_mbs=None, **kwargs):
        if self._has_backward and not torch.is_grad_enabled():
            raise RuntimeError("step() requires gradients to be enabled for backward computation; it should not be used under torch.no_grad() "
                               "context. Please call eval() instead.")
        for stage in self._stages:
            stage.has_backward = self._has_backward
        for stage in self._stages:
            stage.clear_runtime_states()
        n = self._n_microbatches
        if arg_mbs is None and kwarg_mbs is None:
            if args or kwargs:
                arg_mbs, kwarg_mbs = split_args_kwargs_into_chunks(args, kwargs, n)
            if target is not None:
                target_mbs = list(torch.tensor_split(target, n))
        arg_mbs, kwarg_mbs = arg_mbs or [()] * n, kwarg_mbs or [{}] * n
        if not self._prepared:
            for stage in self._stages:
                stage._prepare(n)
            self._prepared = True
        self._step_microbatches(arg_mbs, kwarg_mbs, target_mbs, losses, return_outputs, loss_kwargs)
        for stage in self._stages:
            if stage.is_last and return_outputs:
                return merge_chunks(stage.output_chunks)
        return None

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
        if losses is not None and any(stage.is_last for stage in self._stages):
            losses.clear()
            losses.extend(self._internal_losses)
        self._internal_losses.clear()
        if self._has_backward:
            for stage in self._stages:
                stage.scale_grads(self._n_microbatches if self.scale_grads else 1)


class PipelineScheduleSingle(_PipelineSchedule):
    """One stage for each rank."""

    def __init__(self, stage, n_microbatches, loss_fn=None, args_chunk_spec=None, kwargs_chunk_spec=None, output_merge_spec=None, scale_grads=True):
        super().__init__([stage], n_microbatches, loss_fn, scale_grads)
        self._stage = stage
        self._num_stages = stage.num_stages


class PipelineScheduleMulti(_PipelineSchedule):
    """Several stages for each rank: `_operations` gives (is a backward pass, place among the rank's stages, micro-batch), in order."""

    def __init__(self, stages, n_microbatches, loss_fn=None, args_chunk_spec=None, kwargs_chunk_spec=None, output_merge_spec=None, scale_grads=True,
                 backward_requires_autograd=True, defer_pp_recv=False):
        super().__init__(stages, n_microbatches, loss_fn, scale_grads)
        self.pp_group_size, self.rank = stages[0].group_size, stages[0].group_rank
        self._num_stages = stages[0].num_stages
        self.n_local_stages = len(stages)
        indices = {stage.stage_index for stage in stages}
        if any(index + 1 in indices for index in indices):
            torch._C._assume("pipeline: stages that follow each other on one rank exchange copies, as those of different ranks do")

    def _step_microbatches(self, arg_mbs, kwarg_mbs, target_mbs, losses, return_outputs, loss_kwargs):
        passed = [0] * self.n_local_stages
        for is_backward, place, i in self._operations():
            stage = self._stages[place]
            if not is_backward:
                output = stage.forward_one_chunk(i, arg_mbs[i], kwarg_mbs[i], save_forward_output=return_outputs)
                self._maybe_compute_loss(stage, output, target_mbs, i, loss_kwargs)
                del output
            elif self._has_backward:
                passed[place] += 1
                loss = self._maybe_get_loss(stage, i)
                stage.backward_one_chunk(i, loss=loss, last_backward=passed[place] == self._n_microbatches)
                del loss
                stage.get_bwd_send_ops(i)
        self._finish(losses)


class ScheduleLoopedBFS(PipelineScheduleMulti):
    """All micro-batches through one stage after the other, and back."""

    def _operations(self):
        places, chunks = range(self.n_local_stages), range(self._n_microbatches)
        return ([(False, place, i) for place in places for i in chunks]
                + [(True, place, i) for place in reversed(places) for i in reversed(chunks)])


class ScheduleInterleaved1F1B(PipelineScheduleMulti):
    """Rounds of micro-batches that go around the ranks, once for each stage of a rank."""

    def __init__(self, stages, n_microbatches, *args, **kwargs):
        super().__init__(stages, n_microbatches, *args, **kwargs)
        self.number_of_rounds = max(1, n_microbatches // self.pp_group_size)
        self.microbatches_per_round = n_microbatches // self.number_of_rounds
        if n_microbatches % self.number_of_rounds != 0:
            raise ValueError("Interleaved 1F1B requires the number of microbatches to be a multiple of the number of rounds "
                             f"({self.number_of_rounds}), but got {n_microbatches}.")

    def _operations(self):
        local, round_size = self.n_local_stages, self.microbatches_per_round
        total = local * self._n_microbatches
        warmup = min((local - 1) * round_size + 2 * (self.pp_group_size - 1 - self.rank), total)
        forwards, backwards = [0] * local, [0] * local
        operations = []
        for op in range(total + warmup):
            if op < total:
                place = op // round_size % local
                operations.append((False, place, forwards[place]))
                forwards[place] += 1
            if op >= warmup:
                place = local - 1 - (op - warmup) // round_size % local
                operations.append((True, place, backwards[place]))
                backwards[place] += 1
        return operations


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
