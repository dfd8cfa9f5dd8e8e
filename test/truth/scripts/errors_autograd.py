# Mistakes with autograd, in-place changes, hooks, functions of one's own and transforms, in PyTorch's words.
from mistake import mistakes

mistakes("""
let def r(*shape): return torch.randn(*shape, device="cuda")
let def g(*shape): return torch.randn(*shape, device="cuda", requires_grad=True)
r(2).sum().backward()
g(2).backward()
(g(2) * 2).backward()
(g(2) * 2).backward(r(3))
(g(2) * 2).backward(3)
(g(2) * 2).backward(r(2).double())
(g(2) * 2).backward(r(2).cpu())
(g(2) * 2).sum().backward(torch.zeros(1, device="cuda"))
let x = g(2, 3)
let y = (x ** 2).sum()
y.backward()
y.backward()
let y = (x * 2).sum()
y.backward()
y.backward()
let y = x.exp().sum()
y.backward(retain_graph=True)
y.backward()
y.backward()
torch.autograd.backward([])
torch.autograd.backward([x.sum(), x.sum()], [r()])
torch.autograd.grad(r(2).sum(), x)
torch.autograd.grad(x.sum(), r(2))
torch.autograd.grad(x.sum(), g(2))
torch.autograd.grad(x * 2, x)
torch.autograd.grad(x.sum(), [])
torch.autograd.grad(x.sum(), [x, g(2)])
torch.autograd.grad([x.sum()], x, grad_outputs=[r(), r()])
torch.autograd.grad(x.sum(), "a")
torch.autograd.grad(x.sum(), x, allow_unused=3).x
# in place
let a = g(3)
a += 1
a.add_(1)
a[0] = 1
a.zero_()
a.mul_(2)
a.copy_(r(3))
a[:2].mul_(2)
a.view(3, 1).add_(1)
let b = g(3)
let c = b * 2
let d = c * c
c.add_(1)
d.sum().backward()
let c = b.exp()
let d = c + 1
c.mul_(2)
d.sum().backward()
let c = b.sigmoid()
c[0] = 0
c.sum().backward()
let w = g(3, 3)
let h = r(2, 3) @ w
let h2 = h.relu()
h2.add_(1)
h2.sum().backward()
let h = (r(2, 3) @ w).tanh()
h -= 1
h.sum().backward()
let lin = nn.Linear(3, 3).cuda()
let out = lin(lin(r(2, 3))).sum()
with torch.no_grad(): lin.weight.add_(1)
out.backward()
let out = lin(lin(r(2, 3))).sum()
lin.weight.data.add_(1)
out.backward()
let base = (g(4) * 1)
let v = base.view(2, 2)
let s = base.split(2)
s[0].add_(1)
let u = base.unbind(0)
u[0].mul_(2)
let ch = base.chunk(2)
ch[1].zero_()
with torch.no_grad(): nv = base.view(2, 2)
nv.add_(1)
let e = torch.ones(1, device="cuda").expand(3)
e.add_(1)
let e = g(1).clone().expand(3)
e[0] = 1
r(3).expand(2, 3).add_(1)
with torch.inference_mode(): inf = r(2)
inf.add_(1)
inf.requires_grad_()
(inf * g(2)).sum().backward()
inf.view(2).add_(1)
(g(2) + inf).sum().backward()
let leaf = g(2)
leaf.requires_grad = False
leaf.requires_grad_(3)
(leaf * 2).requires_grad_(False)
(g(2) * 2).requires_grad_(False)
(g(2) * 2).requires_grad = False
(g(2) * 2).grad
leaf.grad = r(3)
leaf.grad = r(2).double()
leaf.grad = r(2).cpu()
leaf.grad = 3
leaf.data = 3
leaf.data = r(5)
leaf.data = r(2).long()
leaf.detach().numpy()
leaf.numpy()
leaf.cpu().detach().numpy().shape
leaf.grad_fn = 3
leaf.is_leaf = True
leaf.shape = (3,)
leaf.dtype = torch.half
leaf.device = "cpu"
leaf.foo = 3
leaf.register_hook(3)
r(2).register_hook(lambda t: t)
h = leaf.register_hook(lambda t: 3); (leaf * 2).sum().backward()
g2 = g(2); g2.register_hook(lambda t: 1 / 0); (g2 * 2).sum().backward()
(g(2) * 2).register_post_accumulate_grad_hook(lambda t: t)
leaf.retain_grad(); leaf.grad
r(2).retain_grad()
copy = __import__("copy"); copy.deepcopy(g(2) * 2)
nn.Parameter(g(2) * 2).is_leaf
# functions of one's own
let class F1(torch.autograd.Function):\\n  @staticmethod\\n  def forward(ctx, x): return x * 2\\n  @staticmethod\\n  def backward(ctx, gr): return gr, gr
F1.apply(g(2)).sum().backward()
let class F2(torch.autograd.Function):\\n  @staticmethod\\n  def forward(ctx, x, y): return x * y\\n  @staticmethod\\n  def backward(ctx, gr): return gr
F2.apply(g(2), g(2)).sum().backward()
let class F3(torch.autograd.Function):\\n  @staticmethod\\n  def forward(ctx, x): return x * 2\\n  @staticmethod\\n  def backward(ctx, gr): return gr[:1]
F3.apply(g(2)).sum().backward()
let class F4(torch.autograd.Function):\\n  @staticmethod\\n  def forward(ctx, x): return x * 2
F4.apply(g(2)).sum().backward()
let class F5(torch.autograd.Function):\\n  @staticmethod\\n  def backward(ctx, gr): return gr
F5.apply(g(2))
F1()
F1()(g(2))
F1.apply()
F1.apply(g(2), g(2))
let class F6(torch.autograd.Function):\\n  @staticmethod\\n  def forward(ctx, x):\\n    ctx.save_for_backward(x, 3)\\n    return x * 2\\n  @staticmethod\\n  def backward(ctx, gr): return gr
F6.apply(g(2))
let class F7(torch.autograd.Function):\\n  @staticmethod\\n  def forward(ctx, x):\\n    ctx.save_for_backward(x)\\n    return x * 2\\n  @staticmethod\\n  def backward(ctx, gr):\\n    x, y = ctx.saved_tensors\\n    return gr
F7.apply(g(2)).sum().backward()
z = F7.apply(g(2)).sum(); z.backward
let class F8(torch.autograd.Function):\\n  @staticmethod\\n  def forward(ctx, x):\\n    ctx.save_for_backward(x)\\n    return x * 2\\n  @staticmethod\\n  def backward(ctx, gr):\\n    return gr * ctx.saved_tensors[0]
let z = F8.apply(g(2)).sum()
z.backward()
z.backward()
let q = g(2)
let qq = q * 1
let z = F8.apply(qq).sum()
qq.add_(1)
z.backward()
let class F9(torch.autograd.Function):\\n  @staticmethod\\n  def forward(ctx, x): return "a"\\n  @staticmethod\\n  def backward(ctx, gr): return gr
let class F10(torch.autograd.Function):\\n  @staticmethod\\n  def forward(ctx, x): return x * 2\\n  @staticmethod\\n  def backward(ctx, gr): return "a"
F10.apply(g(2)).sum().backward()
let class F11(torch.autograd.Function):\\n  @staticmethod\\n  def forward(ctx, x):\\n    ctx.mark_dirty(x)\\n    return x * 2\\n  @staticmethod\\n  def backward(ctx, gr): return gr
let class F12(torch.autograd.Function):\\n  @staticmethod\\n  @torch.autograd.function.once_differentiable\\n  def backward(ctx, gr): return gr * 2\\n  @staticmethod\\n  def forward(ctx, x): return x * 2
let p = g(2)
let (gr,) = torch.autograd.grad(F12.apply(p).sum() + (p ** 2).sum(), p, create_graph=True)
gr.sum().backward()
# saved tensors' hooks
with torch.autograd.graph.saved_tensors_hooks(lambda t: 3, lambda t: t): z = (g(2) ** 2).sum()
z.backward()
torch.autograd.graph.saved_tensors_hooks()
# transforms
torch.func.functional_call(lin, {"nosuch": r(2)}, (r(2, 3),))
# autocast
with torch.autocast("cuda"): F.binary_cross_entropy(r(2).sigmoid(), r(2))
with torch.autocast("cuda"): (r(2, 3) @ r(2, 3))
torch.autocast("cuda", dtype=torch.float32).__enter__().fast_dtype
torch.amp.custom_fwd(3)
torch.cuda.amp.custom_fwd(lambda x: x, cast_inputs=3)
let scaler = torch.amp.GradScaler("cuda")
scaler.step(3)
scaler.update(3)
scaler.scale("a")
scaler.unscale_(torch.optim.SGD([g(2)], lr=0.1))
let opt = torch.optim.SGD([g(2)], lr=0.1)
scaler.scale((opt.param_groups[0]["params"][0] * 2).sum()).backward()
scaler.unscale_(opt)
scaler.unscale_(opt)
scaler.step(opt)
scaler.step(opt)
scaler.update()
scaler.update()
torch.cuda.memory_allocated("a")
torch.cuda.set_per_process_memory_fraction(2.0)
torch.cuda.set_per_process_memory_fraction("a")
torch.empty(10 ** 15, device="cuda")
torch.randn(10 ** 7, 10 ** 7, device="cuda")
""")
