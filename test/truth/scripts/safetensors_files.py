# files of tensors have the sizes and the headers of safetensors', and are read back with the memory that it takes
import os, torch, tempfile, safetensors.torch as st
from safetensors import safe_open
os.chdir(tempfile.mkdtemp())
ts = {'b': torch.zeros(3, 4), 'a': torch.zeros(2, dtype=torch.float16), 'c': torch.zeros((), dtype=torch.int64), 'x"y': torch.ones(1, dtype=torch.bool)}
st.save_file(ts, 'm.safetensors'); print(os.path.exists('m.safetensors'), os.path.getsize('m.safetensors'), os.listdir('.'))
st.save_file(ts, 'n.safetensors', metadata={'format': 'pt', 'k': 'v'}); print(os.path.getsize('n.safetensors'))
d = st.save(ts); print(len(d), {k: (v.shape, v.dtype) for k, v in sorted(st.load(d).items())})
with open('m.safetensors', 'rb') as f: raw = f.read()
print(len(raw), sorted(st.load(raw)))
with safe_open('n.safetensors', framework='pt', device='cpu') as f:
    print(sorted(f.keys()), sorted(f.metadata().items()), f.get_tensor('b').shape, f.get_slice('b').get_shape())
m = torch.nn.Linear(3, 3); st.save_model(m, 'l.safetensors'); print(os.path.getsize('l.safetensors')); print(st.load_model(m, 'l.safetensors'))
os.rename('m.safetensors', 'k.safetensors'); print(sorted(st.load_file('k.safetensors')))
class T(torch.nn.Module):
    def __init__(self):
        super().__init__(); self.a = torch.nn.Linear(4, 4, bias=False); self.b = torch.nn.Linear(4, 4, bias=False); self.b.weight = self.a.weight
t = T()
try: st.save_file(t.state_dict(), 't.safetensors')
except RuntimeError as e: print('RuntimeError')
st.save_model(t, 't.safetensors'); print(os.path.getsize('t.safetensors'), st.load_model(t, 't.safetensors'))
try: st.save_file({'a': torch.zeros(3, 4).t()}, 'q.safetensors')
except ValueError as e: print(e)
try: safe_open('none.safetensors', framework='pt')
except FileNotFoundError as e: print(e)
x = {k: v.cuda() for k, v in ts.items()}; st.save_file(x, 'g.safetensors'); base = torch.cuda.memory_allocated(); y = st.load_file('g.safetensors', device='cuda'); print(torch.cuda.memory_allocated() - base, y['b'].device)
