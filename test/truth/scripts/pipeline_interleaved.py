"""Several stages for each rank, under the interleaved and the breadth-first schedule: micro-batches in flight of each stage."""
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.pipelining import PipelineStage, ScheduleInterleaved1F1B, ScheduleLoopedBFS
from torch.testing._internal.distributed.fake_pg import FakeStore

from stage import stage

RANKS, STAGES, CHUNKS, B, T, D, V = 2, 4, 8, 4, 64, 256, 1000


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


def part(index):
    layers = [Block(D), Block(D)]
    return nn.Sequential(*([nn.Embedding(V, D)] if index == 0 else []), *layers, *([nn.Linear(D, V)] if index == STAGES - 1 else [])).cuda()


def made(index):
    return PipelineStage(part(index), index, STAGES, torch.device("cuda", 0),
                         input_args=like(B, T, dtype=torch.int64) if index == 0 else like(B, T, D),
                         output_args=like(B, T, V if index == STAGES - 1 else D))


for make in (ScheduleInterleaved1F1B, ScheduleLoopedBFS):
    for rank in range(RANKS):
        dist.init_process_group("fake", rank=rank, world_size=RANKS, store=FakeStore())
        torch.cuda.set_device(0)
        stages = [made(index) for index in range(rank, STAGES, RANKS)]
        schedule = make(stages, CHUNKS, loss_fn=loss_of)
        parameters = [p for one in stages for p in one.submod.parameters()]
        optimizer = torch.optim.AdamW(parameters)
        ids = torch.zeros(CHUNKS * B, T, dtype=torch.int64, device="cuda")
        stage(f"{make.__name__}, rank {rank}")
        for step in range(2):
            losses = []
            out = schedule.step(ids) if rank == 0 else schedule.step(target=ids, losses=losses)
            stage("step")
            print(None if out is None else tuple(out.shape), len(losses))
            optimizer.step()
            optimizer.zero_grad()
            stage("optimizer")
        del stages, schedule, parameters, optimizer, out, losses, ids
        stage("gone")
        dist.destroy_process_group()
