# NumPy's einsum on small arrays whose values are known: transposed, summed, broadcast, diagonals, ellipses. Recorded with NumPy.
import numpy as np
a=np.arange(6).reshape(2,3); b=np.arange(12,dtype=np.float32).reshape(3,4); c=np.arange(9).reshape(3,3); d=np.arange(24).reshape(2,3,4)
for args in [('ij,jk->ik',a,b),('ij->ji',a),('ij',a),('ji',a),('ii',c),('ii->i',c),('ij,ij->',a,a),('ij,ij->i',a,a),('m,d->md',a[0],b[0]),('...ij,...jk->...ik',d,np.arange(8).reshape(4,2)),
  ('...i->...',d),('i...->...',d),('ij,jk',a,b),('bij,bij->b',d,d),('...,...',d,a[:, :, None]),('iij->j',np.arange(27).reshape(3,3,3)),('ij,j,k->ki',a,c[0],b[0]), ('i,i',a[0],a[0])]:
    r=np.einsum(*args); print(args[0], r.dtype if hasattr(r,'dtype') else type(r), np.shape(r), r.tolist())
try: np.einsum('ij,jk->ik',a,a)
except ValueError as e: print('ValueError')
