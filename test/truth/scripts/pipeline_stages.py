"""Stages of a pipeline under GPipe and 1F1B: micro-batches in flight, buffers for what comes in, outputs of the last stage, scaled gradients."""
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.pipelining import PipelineStage, Schedule1F1B, ScheduleGPipe
from torch.testing._internal.distributed.fake_pg import FakeStore

from stage import stage

STAGES, CHUNKS, B, T, D, V = 4, 8, 4, 64, 256, 1000
dist.init_process_group("fake", rank=0, world_size=STAGES, store=FakeStore())
torch.cuda.set_device(0)


class Block(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.n, self.a, self.b = nn.LayerNorm(d), nn.Linear(d, 4 * d), nn.Linear(4 * d, d)

    def forward(self, x):
        return x + self.b(nn.functional.gelu(self.a(self.n(x))))


def loss_of(output, target):
    return nn.functional.cross_entropy(output.view(-1, output.size(-1)), target.view(-1))


def like(*sizes, dtype=torch.float32):
    return torch.empty(*sizes, dtype=dtype, device="meta", requires_grad=dtype.is_floating_point)


for make in (ScheduleGPipe, Schedule1F1B):
    for index in (0, 1, 3):
        parts = [[nn.Embedding(V, D), Block(D), Block(D)], [Block(D), Block(D)], None, [Block(D), Block(D), nn.Linear(D, V)]][index]
        part = nn.Sequential(*parts).cuda()
        first, last = index == 0, index == STAGES - 1
        made = PipelineStage(part, index, STAGES, torch.device("cuda", 0), input_args=like(B, T, dtype=torch.int64) if first else like(B, T, D),
                             output_args=like(B, T, V if last else D))
        schedule = make(made, CHUNKS, loss_fn=loss_of)
        optimizer = torch.optim.AdamW(part.parameters())
        ids = torch.zeros(CHUNKS * B, T, dtype=torch.int64, device="cuda")
        stage(f"{make.__name__}, stage {index}")
        for step in range(2):
            losses = []
            out = schedule.step(ids) if first else schedule.step(target=ids, losses=losses) if last else schedule.step()
            stage("step")
            print(None if out is None else tuple(out.shape), len(losses))
            optimizer.step()
            optimizer.zero_grad()
            stage("optimizer")
        del part, parts, made, schedule, optimizer, out, losses, ids
        stage("gone")
