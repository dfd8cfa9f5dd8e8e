# Learning rate schedulers take no device memory; their rates are CPython's numbers.
import torch
from torch.optim import lr_scheduler as lr
from stage import stage

for name, make in {
    "step": lambda o: lr.StepLR(o, 2, 0.5),
    "multistep": lambda o: lr.MultiStepLR(o, [1, 3], 0.1),
    "lambda": lambda o: lr.LambdaLR(o, lambda i: 1 / (1 + i)),
    "exponential": lambda o: lr.ExponentialLR(o, 0.9),
    "cosine": lambda o: lr.CosineAnnealingLR(o, 4),
    "restarts": lambda o: lr.CosineAnnealingWarmRestarts(o, 2),
    "one cycle": lambda o: lr.OneCycleLR(o, 0.1, total_steps=8),
    "cyclic": lambda o: lr.CyclicLR(o, 0.01, 0.1, step_size_up=2),
    "linear": lambda o: lr.LinearLR(o, total_iters=3),
    "polynomial": lambda o: lr.PolynomialLR(o, total_iters=4),
    "sequential": lambda o: lr.SequentialLR(o, [lr.ConstantLR(o, 0.1, 2), lr.ExponentialLR(o, 0.9)], [2]),
    "chained": lambda o: lr.ChainedScheduler([lr.ConstantLR(o, 0.1, 2), lr.ExponentialLR(o, 0.9)]),
}.items():
    model = torch.nn.Linear(1000, 1000).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    scheduler = make(optimizer)
    rates = []
    for step in range(5):
        model(torch.randn(10, 1000, device="cuda")).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        scheduler.step()
        rates.append(round(scheduler.get_last_lr()[0], 9))
    print(name, rates)
    stage(name)
