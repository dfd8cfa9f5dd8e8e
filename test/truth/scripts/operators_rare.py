# Operators that few programs use: results, nodes and requested bytes of forward and backward.
import torch


def st():
    found = torch.cuda.memory_stats()
    return found["requested_bytes.all.current"], found["requested_bytes.all.peak"]


def show(name, call):
    before = st()[0]
    torch.cuda.reset_peak_memory_stats()
    try:
        result = call()
        forward = st()[0] - before, st()[1] - before
        tensors = list(result) if isinstance(result, (tuple, list)) else [result]
        text = [(str(t.dtype)[6:], tuple(t.shape), t.stride(), type(t.grad_fn).__name__) for t in tensors]
        roots = [t for t in tensors if t.requires_grad and not t.is_complex()]
        backward = ""
        if roots:
            torch.cuda.reset_peak_memory_stats()
            torch.autograd.backward(roots, [torch.empty_like(t) for t in roots])
            backward = st()[1] - before
        print(name, text, forward, backward)
    except (RuntimeError, NotImplementedError) as error:
        print(name, type(error).__name__, str(error).splitlines()[0][:200])


def X(*s, d=torch.float32, g=True):
    return torch.empty(s, device='cuda', dtype=d, requires_grad=g)


a=X(8,8,g=False); torch.mm(a,a); b=X(4,4); torch.mm(b,b).sum().backward(); X(2,2).matmul(X(2,2)).sum().backward()
x=X(3,4); m=X(5,5); t=X(2,5,3)
show('adjoint',lambda: torch.adjoint(x))
show('adjointT',lambda: t.adjoint())
show('adj1',lambda: X(3).adjoint())
show('adjc',lambda: X(3,4,d=torch.complex64).adjoint())
show('vander',lambda: torch.vander(X(4,g=False)))
show('vander2',lambda: torch.vander(X(4,g=False),N=3,increasing=True))
show('vanderi',lambda: torch.vander(torch.zeros(4,dtype=torch.int32,device='cuda')))
show('vanderg',lambda: torch.vander(X(4)))
def fd(w,s,g):
    y=X(*s,g=g); y=y*1 if g else y
    return y.fill_diagonal_(1.,w)
for s in ((3,3),(6,3),(3,6),(4,4,4)):
    for w in (False,True): show(f'fd {s} {w}',lambda: fd(w,s,True))
show('fd1',lambda: fd(False,(3,),False))
show('fd3',lambda: fd(False,(3,4,3),False))
for n in ('greater_','greater_equal_','less_','less_equal_','not_equal_'): show(n,lambda: getattr(X(3,g=False),n)(0))
show(n,lambda: getattr(X(3,g=False),n)(X(3,g=False)))
show('us',lambda: x.unsafe_split(2))
show('usw',lambda: x.unsafe_split_with_sizes([1,2]))
show('uspl',lambda: torch.unsafe_split(x,2,1))
show('addmv_',lambda: torch.addmv_(X(5,g=False),X(5,3,g=False),X(3,g=False)))
show('gcd_',lambda: torch.gcd_(torch.zeros(3,dtype=torch.int64,device='cuda'),torch.zeros(3,dtype=torch.int64,device='cuda')))
show('xlogy_',lambda: torch.xlogy_(X(3,g=False),X(3,g=False)))
show('ldexp_',lambda: torch.ldexp_(X(3,g=False),X(3,g=False)));show('lcm_',lambda: torch.lcm_(torch.zeros(3,dtype=torch.int64,device='cuda'),torch.zeros(3,dtype=torch.int64,device='cuda')))
show('as_strided_',lambda: torch.as_strided_(X(3,4,g=False),(2,2),(1,2)))
for s in ((3,4),(0,3),(5,)):
    for n in (0,2,10): show(f'nzs {s} {n}',lambda: torch.nonzero_static(X(*s,g=False),size=n))
show('nzsm',lambda: X(2,3,4,g=False).nonzero_static(size=5,fill_value=2))
show('nzs0',lambda: X(g=False).nonzero_static(size=5))
show('tinvbad',lambda: torch.linalg.tensorinv(X(8,2,3),ind=1))
show('tinv0',lambda: torch.linalg.tensorinv(X(8,2,3),ind=0))
show('tsolved',lambda: torch.linalg.tensorsolve(X(6,4,4,3,2),X(6,4),dims=(0,2)))
show('tsolveb',lambda: torch.linalg.tensorsolve(X(6,4,2,3,3),X(6,4)))
show('lstsqd',lambda: torch.linalg.lstsq(X(7,4),X(7,2),driver='gelsd'))
show('polarw',lambda: torch.linalg.polar(X(4,6)))
one=torch.ones((),device='cuda'); z=torch.zeros((),device='cuda',dtype=torch.int32)
show('fq',lambda: torch.fake_quantize_per_tensor_affine(X(3,4),0.1,0,0,255))
show('fqt',lambda: torch.fake_quantize_per_tensor_affine(X(3,4),one,z,0,255))
show('fqc',lambda: torch.fake_quantize_per_channel_affine(X(3,4),torch.ones(3,device='cuda'),torch.zeros(3,device='cuda',dtype=torch.int32),0,0,255))
show('fqh',lambda: torch.fake_quantize_per_tensor_affine(X(3,4,d=torch.float16),0.1,0,0,255))
show('fqn',lambda: torch.fake_quantize_per_tensor_affine(X(3,4,g=False),0.1,0,0,255))
show('comb',lambda: torch.combinations(X(5)))
show('comb3',lambda: torch.combinations(X(5),r=3))
show('combr',lambda: torch.combinations(X(5),with_replacement=True))
show('comb0',lambda: torch.combinations(X(5),r=0))
show('comb1',lambda: torch.combinations(X(5),r=1));show('combbig',lambda: torch.combinations(X(50)))
show('chalf',lambda: X(3,4).chalf())
show('argwhere',lambda: torch.argwhere(torch.zeros(3,4,device='cuda')))
