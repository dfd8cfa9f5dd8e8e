# einsum: which operand is the product's left one decides the result's strides; what one product made is gone before the next.
import torch

EQUATIONS = {
    "bhij,hg->bgij": [(2, 8, 9, 9), (8, 8)], "hg,bhij->bgij": [(8, 8), (2, 8, 9, 9)], "bhij,gh->bgij": [(2, 8, 9, 9), (4, 8)],
    "bhij,hg->bijg": [(2, 8, 9, 9), (8, 8)], "bhij,hg->bgji": [(2, 8, 5, 6), (8, 8)], "bchw,oc->bohw": [(1, 3, 8, 8), (5, 3)],
    "ncvl,vw->ncwl": [(2, 3, 6, 8), (6, 6)], "ncvl,nwv->ncwl": [(2, 3, 6, 8), (2, 6, 6)], "nkctv,kvw->nctw": [(2, 3, 4, 8, 6), (3, 6, 7)],
    "bij,bjk->bki": [(2, 3, 4), (2, 4, 5)], "bij,bjk->bik": [(1, 3, 4), (1, 4, 5)], "bhid,bhjd->bijh": [(2, 3, 4, 5), (2, 3, 6, 5)],
    "bhid,bhjd->bhij": [(1, 3, 1, 5), (1, 3, 6, 5)], "ibnd,jbnd->ijbn": [(4, 2, 3, 5), (6, 2, 3, 5)], "cd,bd->bc": [(3, 4), (2, 4)],
    "bixy,ioxy->boxy": [(2, 3, 4, 4), (3, 6, 4, 4)], "gsec,egcm->gsm": [(2, 3, 4, 5), (4, 2, 5, 6)],
    "bn,anm,bm->ba": [(2, 5), (3, 5, 4), (2, 4)], "ij,jk,kl->il": [(3, 4), (4, 5), (5, 6)], "bi,bj,bk->bijk": [(2, 3), (2, 4), (2, 5)],
    "bd,de,be->b": [(2, 3), (3, 4), (2, 4)], "ij,kj,lj->ikl": [(2, 9), (3, 9), (4, 9)],
}


def requested(which):
    return torch.cuda.memory_stats()[f"requested_bytes.all.{which}"]


for equation, shapes in EQUATIONS.items():
    operands = [torch.zeros(shape, device="cuda") for shape in shapes]
    if equation == "bhij,hg->bgij":
        torch.einsum(equation, *operands)  # cuBLAS has its workspace from here on
    torch.cuda.reset_peak_memory_stats()
    before = requested("current")
    result = torch.einsum(equation, *operands)
    print(equation, shapes, list(result.shape), result.stride(), requested("peak") - before)
