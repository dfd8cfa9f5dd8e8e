# a training loop without tensors: plain-Python layers, gradients, an optimizer, a data loader, logging, a scheduler
import math
class Rng:
    def __init__(self, s): self.s = s
    def __call__(self): self.s = (self.s * 1103515245 + 12345) % 2 ** 31; return self.s / 2 ** 31
rng = Rng(1)
class Value:
    def __init__(self, data, children=()): self.data, self.grad, self._prev, self._backward = data, 0.0, children, lambda: None
    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o); out = Value(self.data + o.data, (self, o))
        def back(): self.grad += out.grad; o.grad += out.grad
        out._backward = back; return out
    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o); out = Value(self.data * o.data, (self, o))
        def back(): self.grad += o.data * out.grad; o.grad += self.data * out.grad
        out._backward = back; return out
    def tanh(self):
        t = math.tanh(self.data); out = Value(t, (self,))
        def back(): self.grad += (1 - t * t) * out.grad
        out._backward = back; return out
    __radd__, __rmul__ = __add__, __mul__
    def __neg__(self): return self * -1
    def __sub__(self, o): return self + (-o)
    def backward(self):
        topo, seen = [], set()
        def build(v):
            if v not in seen:
                seen.add(v)
                for c in v._prev: build(c)
                topo.append(v)
        build(self); self.grad = 1.0
        for v in reversed(topo): v._backward()
class Neuron:
    def __init__(self, n): self.w = [Value(rng() * 2 - 1) for _ in range(n)]; self.b = Value(0.0)
    def __call__(self, x): return sum((w * v for w, v in zip(self.w, x)), self.b).tanh()
    def parameters(self): return self.w + [self.b]
class Layer:
    def __init__(self, i, o): self.neurons = [Neuron(i) for _ in range(o)]
    def __call__(self, x): out = [n(x) for n in self.neurons]; return out[0] if len(out) == 1 else out
    def parameters(self): return [p for n in self.neurons for p in n.parameters()]
class MLP:
    def __init__(self, *sizes): self.layers = [Layer(a, b) for a, b in zip(sizes, sizes[1:])]
    def __call__(self, x):
        for l in self.layers: x = l(x)
        return x
    def parameters(self): return [p for l in self.layers for p in l.parameters()]
net = MLP(2, 3, 1); data = [([0, 0], -1), ([0, 1], 1), ([1, 0], 1), ([1, 1], -1)]
print(len(net.parameters()))
for epoch in range(15):
    loss = sum(((net(x) - y) * (net(x) - y) for x, y in data), Value(0.0))
    for p in net.parameters(): p.grad = 0.0
    loss.backward()
    lr = 0.1 * (0.95 ** epoch)
    for p in net.parameters(): p.data -= lr * p.grad
    if epoch % 5 == 0: print(f'epoch {epoch:02d} loss {loss.data:.6f} lr {lr:.5f}')
print([round(net(x).data, 4) for x, _ in data])
