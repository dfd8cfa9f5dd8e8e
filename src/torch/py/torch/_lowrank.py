"""Low-rank decompositions by random projections."""

import torch


def get_approximate_basis(A, q, niter=2, M=None):
    R = torch.randn(A.shape[-1], q, dtype=A.dtype, device=A.device)
    X = torch.matmul(A, R)
    Q = torch.linalg.qr(X).Q
    for _ in range(niter):
        X = torch.matmul(A.mH, Q)
        Q = torch.linalg.qr(X).Q
        X = torch.matmul(A, Q)
        Q = torch.linalg.qr(X).Q
    return Q


def svd_lowrank(A, q=6, niter=2, M=None):
    q = 6 if q is None else q
    if M is not None:
        A = A - M
    Q = get_approximate_basis(A, q, niter=niter)
    B = torch.matmul(Q.mH, A)
    U, S, Vh = torch.linalg.svd(B, full_matrices=False)
    return torch.matmul(Q, U), S, Vh.mH


def pca_lowrank(A, q=None, center=True, niter=2):
    q = min(6, *A.shape[-2:]) if q is None else q
    if center:
        A = A - A.mean(dim=-2, keepdim=True)
    return svd_lowrank(A, q, niter=niter)
