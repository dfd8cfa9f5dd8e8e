"""What a warm-up on another stream left alive breaks the capture of a CUDA graph, in PyTorch's words."""
import torch
from torch import nn
lin = nn.Linear(4, 4).cuda()
x = torch.randn(2, 4, device="cuda")
def attempt(what, f):
    try:
        f()
        print(what, "passed", torch.cuda.is_current_stream_capturing())
    except RuntimeError as e:
        print(what, str(e), torch.cuda.is_current_stream_capturing())
def capture(model=lin):
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        model(x).sum().backward()
loss = lin(x).sum(); loss.backward()
attempt("default", capture)
lin.zero_grad()
del loss
y = lin(x)
def inner():
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y.relu().sum().backward()
attempt("inner", inner)
side = torch.cuda.Stream()
with torch.cuda.stream(side):
    z = lin(x)
w = torch.zeros(2,4,device="cuda",requires_grad=True)
def grad():
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        torch.autograd.grad((z+w).sum(), [w])
attempt("grad", grad)
def grad():
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        torch.autograd.grad(z.relu().sum(), [z])
attempt("grad", grad)
def grad():
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        torch.autograd.grad(y.relu().sum(), [y])
attempt("grad y", grad)
