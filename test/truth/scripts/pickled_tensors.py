# pickles, copies and saved states of tensors and modules take the memory that PyTorch takes
import copy, pickle, io, torch, torch.nn as nn
t = torch.ones(3, 4, device='cuda', requires_grad=True)
f, a = t.__reduce_ex__(4)[:2]
print(f.__name__, [type(x).__name__ for x in a], a[1:])
p = nn.Parameter(torch.ones(2, device='cuda'))
print(p.__reduce_ex__(4)[0].__name__, [type(x).__name__ for x in p.__reduce_ex__(4)[1]])
p.tag = 1
print(p.__reduce_ex__(4)[0].__name__, [type(x).__name__ for x in p.__reduce_ex__(4)[1]])
class S(torch.Tensor): pass
s = torch.ones(2).as_subclass(S)
print(s.__reduce_ex__(4)[0].__name__, [type(x).__name__ for x in s.__reduce_ex__(4)[1]])
t.tag = 2
print(t.__reduce_ex__(4)[0].__name__, [type(x).__name__ for x in t.__reduce_ex__(4)[1]])
st = t._typed_storage()
print(type(st).__name__, st.__reduce__()[0].__name__)
m = nn.Sequential(nn.Linear(64, 64), nn.BatchNorm1d(64)).cuda()
base = torch.cuda.memory_allocated(); print(base)
d = pickle.dumps(m); print(torch.cuda.memory_allocated() - base, len(d) > 64*64*4)
m2 = pickle.loads(d); print(torch.cuda.memory_allocated() - base, next(m2.parameters()).device, type(m2[0].weight).__name__, m2[0].weight.requires_grad)
m3 = copy.deepcopy(m); print(torch.cuda.memory_allocated() - base)
c = copy.copy(m[0].weight); print(c.data_ptr() == m[0].weight.data_ptr(), type(c).__name__, torch.cuda.memory_allocated() - base)
sd = pickle.loads(pickle.dumps(m.state_dict())); print(list(sd), type(sd).__name__, torch.cuda.memory_allocated() - base)
x = torch.ones(4, 4, device='cuda'); pair = pickle.loads(pickle.dumps((x, x[0], x.t())));
print(pair[0].data_ptr() == pair[1].data_ptr(), pair[2].stride(), pair[1].untyped_storage().nbytes(), torch.cuda.memory_allocated() - base)
o = torch.optim.AdamW(m.parameters()); m(torch.ones(2, 64, device='cuda')).sum().backward(); o.step()
print(torch.cuda.memory_allocated() - base)
od = pickle.dumps(o.state_dict()); o2 = pickle.loads(od); print(torch.cuda.memory_allocated() - base, list(o2['state'][0]))
print(pickle.loads(pickle.dumps((torch.float32, torch.device('cuda:0'), torch.Size([1, 2]), torch.strided))))
b = io.BytesIO(); torch.save(m.state_dict(), b); b.seek(0)
r = torch.load(b); print(list(r), torch.cuda.memory_allocated() - base)
y = (t * 2)
try: copy.deepcopy(y)
except Exception as e: print(type(e).__name__, str(e)[:60])
z = pickle.loads(pickle.dumps(y)); print(z.requires_grad, z.grad_fn, z.is_leaf)
y2 = copy.copy(y); print(y2.requires_grad, y2.grad_fn, y2.is_leaf)
