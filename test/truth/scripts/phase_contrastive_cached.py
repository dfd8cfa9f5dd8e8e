# A large contrastive batch in chunks: embeddings without a graph, their gradients, then chunk by chunk with one.
import torch
import torch.nn.functional as F
from small_models import Perceptron
from stage import stage

model = Perceptron(width=512, classes=256).cuda()
optimizer = torch.optim.AdamW(model.parameters())
chunks = torch.randn(4096, 512, device="cuda").split(1024)
for step in range(2):
    with torch.no_grad():
        embeddings = torch.cat([model(c) for c in chunks])
    stage(f"{step} embeddings")
    embeddings.requires_grad_()
    z = F.normalize(embeddings, dim=-1)
    loss = F.cross_entropy(z @ z.T / 0.07, torch.arange(len(z), device="cuda"))
    stage(f"{step} loss")
    loss.backward()
    gradients = embeddings.grad.split(1024)
    stage(f"{step} gradients of the embeddings")
    for chunk, gradient in zip(chunks, gradients):
        torch.autograd.backward(model(chunk), gradient)
    stage(f"{step} backward")
    optimizer.step()
    optimizer.zero_grad()
    stage(f"{step} step")
