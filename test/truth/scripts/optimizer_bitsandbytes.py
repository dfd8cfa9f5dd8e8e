# bitsandbytes' optimizers: 8 and 32 bits, paged, parameters that stay in 32 bits, half precision, state dtypes and bytes
import torch
from torch import nn
import bitsandbytes as bnb
from stage import stage

O = bnb.optim


def net():
    return nn.Sequential(nn.Embedding(1000, 100), nn.Flatten(), nn.Linear(1000, 300), nn.ReLU(), nn.Linear(300, 13)).cuda()


def show(state):
    return {k: (str(v.dtype)[6:], tuple(v.shape)) for k, v in sorted(state.items()) if isinstance(v, torch.Tensor)}


for name, make in dict(
    adam=O.Adam, adam8=O.Adam8bit, adam32=O.Adam32bit, adamw=O.AdamW, adamw8=O.AdamW8bit, adamw32=O.AdamW32bit,
    lion=O.Lion, lion8=O.Lion8bit, lion32=O.Lion32bit, sgd32=lambda p: O.SGD32bit(p, lr=0.1, momentum=0.9), rms32=O.RMSprop32bit,
    bits=lambda p: O.Adam(p, optim_bits=8), least=lambda p: O.AdamW8bit(p, min_8bit_size=50000),
    sgd=lambda p: O.SGD(p, lr=0.1, momentum=0.9), sgd8=lambda p: O.SGD8bit(p, lr=0.1, momentum=0.9),
    rms=O.RMSprop, rms8=O.RMSprop8bit, adagrad=O.Adagrad, adagrad8=O.Adagrad8bit, ademamix=O.AdEMAMix, ademamix8=O.AdEMAMix8bit,
    lamb=O.LAMB, lamb8=O.LAMB8bit, lars=lambda p: O.LARS(p, lr=0.1, momentum=0.9), lars8=lambda p: O.LARS8bit(p, lr=0.1, momentum=0.9),
).items():
    for dtype in (torch.float32, torch.bfloat16):
        try:
            model = net().to(dtype)
            optimizer = make(model.parameters())
            stage(f"{name} {dtype} built")
            for step in range(2):
                model(torch.randint(0, 1000, (8, 10), device="cuda")).sum().backward()
                stage(f"{name} {step} backward")
                optimizer.step()
                stage(f"{name} {step} step")
                optimizer.zero_grad()
            print(show(optimizer.state[model[0].weight]), show(optimizer.state[model[4].weight]))
        except Exception as error:
            print(name, dtype, type(error).__name__, str(error)[:200])
        optimizer = None
