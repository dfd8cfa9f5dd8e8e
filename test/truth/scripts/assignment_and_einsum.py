# what a Python number assigned to a slice, an index or a mask takes; einsum under autocast casts its operands
import torch
from stage import stage
x = torch.randn(32, 3, 8, 8, 8, 8, device='cuda'); stage('x')
q = torch.einsum('nchpwq->nhwpqc', x); print(q.dtype, q.stride(), q.data_ptr() == x.data_ptr()); stage('plain')
with torch.autocast('cuda', dtype=torch.float16):
    q = torch.einsum('nchpwq->nhwpqc', x); print(q.dtype); stage('auto')
    q = torch.einsum('nchpwq->nc', x); print(q.dtype); stage('autosum')
    del q; r = torch.einsum('nchpwq->nhwpqc', torch.randn(32, 3, 8, 8, 8, 8, device='cuda')).reshape(32, 64, -1); print(r.dtype); stage('reshape')
m = torch.ones([32, 64], device='cuda'); stage('m'); m[:, :16] = 0; stage('mask'); m[0] = 1.; stage('mask1'); m[..., 1] = 2; stage('mask2'); m[:] = 3; stage('mask3'); m[:, 1:2] = torch.tensor(4.); stage('m4'); m[1, 1] = 1; stage('m5'); m[m > 0] = 2; stage('m6')
m[torch.tensor([1, 2], device='cuda')] = 1.; stage('m7'); m[[0, 1], [2, 3]] = 2; stage('m8'); m[torch.tensor([True] * 32, device='cuda'), 3] = 1; stage('m9'); m[:, [1, 2]] = 0; stage('m10'); m[None, :, 3] = 1; stage('m11'); m[m > 0] = torch.tensor(3.); stage('m12')
h = m.half(); h[:, 2] = 1e-3; stage('h'); h[h > 1] = float('inf'); stage('h2'); k = torch.zeros(5, dtype=torch.long, device='cuda'); k[2] = 7; stage('k'); k[1:] = k[:-1].clone(); stage('k2'); k[torch.tensor([0, 1], device='cuda')] = -1; stage('k3')
