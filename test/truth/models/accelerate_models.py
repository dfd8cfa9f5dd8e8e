"""accelerate: a prepared model, optimizer and loader in its training loop; and transformers' Trainer, which runs on it."""
import json
import sys

import torch
from accelerate import Accelerator
from accelerate.state import AcceleratorState
from torch.utils.data import DataLoader, TensorDataset


def memory():
    stats = torch.cuda.memory_stats()
    return [stats[f"{kind}.all.{moment}"] for kind in ("allocated_bytes", "requested_bytes") for moment in ("peak", "current")]


def model_of():
    return torch.nn.Sequential(torch.nn.Linear(64, 256), torch.nn.GELU(), torch.nn.LayerNorm(256), torch.nn.Linear(256, 10))


def train(name, accumulate=1, clip=False, **options):
    if len(sys.argv) > 1 and name not in sys.argv[1:]:
        return
    AcceleratorState._reset_state(True)
    accelerator = Accelerator(gradient_accumulation_steps=accumulate, **options)
    model = model_of()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    loader = DataLoader(TensorDataset(torch.zeros(64, 64), torch.zeros(64, dtype=torch.int64)), batch_size=16)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
    model, optimizer, loader, scheduler = accelerator.prepare(model, optimizer, loader, scheduler)
    steps = []
    for inputs, targets in loader:
        torch.cuda.reset_peak_memory_stats()
        with accelerator.accumulate(model):
            loss = torch.nn.functional.cross_entropy(model(inputs), targets)
            forward = memory()
            accelerator.backward(loss)
            if clip and accelerator.sync_gradients:
                accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
        steps.append({"forward": forward, "end": memory()})
    inner = accelerator.unwrap_model(model)
    print(json.dumps({"case": name, "device": str(accelerator.device), "class": type(inner).__name__, "parameters": sum(p.numel() for p in inner.parameters()),
                      "steps": steps}), flush=True)


train("accelerate/fp32")
train("accelerate/bf16", mixed_precision="bf16")
train("accelerate/fp16-accumulate", mixed_precision="fp16", accumulate=2)
train("accelerate/clip", clip=True)


def trainer(name, **options):
    """The memory after each part of a step of `transformers.Trainer`, with the peak since the part before."""
    if len(sys.argv) > 1 and name not in sys.argv[1:]:
        return
    from transformers import GPT2Config, GPT2LMHeadModel, Trainer, TrainerCallback, TrainingArguments

    AcceleratorState._reset_state(True)
    parts = []

    def part():
        parts.append({"part": memory()})
        torch.cuda.reset_peak_memory_stats()

    class Parts(TrainerCallback):
        def on_step_begin(self, *args, **kwargs):
            part()

        on_pre_optimizer_step = on_optimizer_step = on_step_end = on_train_end = on_evaluate = on_step_begin

    class Tokens(torch.utils.data.Dataset):
        def __len__(self):
            return 24

        def __getitem__(self, i):
            ids = torch.full((64,), i)
            return {"input_ids": ids, "labels": ids}

    model = GPT2LMHeadModel(GPT2Config(n_layer=2, n_head=4, n_embd=128, vocab_size=1000, n_positions=64))
    arguments = TrainingArguments(output_dir="unused", per_device_train_batch_size=4, max_steps=3, report_to=[], save_strategy="no",
                                  logging_strategy="no", disable_tqdm=True, **options)
    it = Trainer(model=model, args=arguments, train_dataset=Tokens(), eval_dataset=Tokens(), callbacks=[Parts()])
    it.train()
    print(json.dumps({"case": name, "count": it.state.global_step, "optimizer": type(it.optimizer).__name__, "steps": parts}), flush=True)


trainer("accelerate/trainer")
trainer("accelerate/trainer-bf16", bf16=True)
trainer("accelerate/trainer-fp16", fp16=True)
trainer("accelerate/trainer-checkpointed", gradient_checkpointing=True, bf16=True)
trainer("accelerate/trainer-accumulated", gradient_accumulation_steps=3)
trainer("accelerate/trainer-adafactor", optim="adafactor")
trainer("accelerate/trainer-fused", optim="adamw_torch_fused")
trainer("accelerate/trainer-sgd", optim="sgd", max_grad_norm=0)
trainer("accelerate/trainer-evaluated", eval_strategy="steps", eval_steps=2)
