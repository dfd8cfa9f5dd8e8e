"""Which calls take a cuBLAS workspace, of how many bytes; one JSON line per case.

"kept": bytes still allocated after the call, its results and operands taken off. Every case begins without workspaces.
"again": the same for a second call.
"""

import json
import sys
import threading

import torch
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint


def requested():
    return torch.cuda.memory_stats()["requested_bytes.all.current"]


def bytes_of(value):
    if isinstance(value, torch.Tensor):
        return value.untyped_storage().nbytes()
    return sum(bytes_of(v) for v in value) if isinstance(value, (tuple, list)) else 0


def t(*shape, dtype=torch.float32, grad=False):
    return torch.empty(*shape, device="cuda", dtype=dtype, requires_grad=grad)


def case(name, make):
    """make() gives the call to be measured; what make() allocates is there before and after."""
    torch._C._cuda_clearCublasWorkspaces()
    call = make()
    kept = []
    for _ in range(2):
        before = requested()
        result = call()
        kept.append(requested() - before - bytes_of(result))
        del result
    del call
    torch._C._cuda_clearCublasWorkspaces()
    print(json.dumps({"case": name, "kept": kept[0], "again": kept[1]}))


def binary(function, *shapes, **kwargs):
    def make():
        operands = [t(*s, **kwargs) for s in shapes]
        return lambda: function(*operands)

    return make


def backward(function, *shapes):
    def make():
        operands = [t(*s, grad=True) for s in shapes]
        for operand in operands:
            operand.grad = torch.empty_like(operand)

        def call():
            function(*operands).sum().backward()

        call_forward_first = function(*operands)  # the main thread's workspace is there before
        del call_forward_first
        return call

    return make


def on_stream(stream, function):
    def call():
        with torch.cuda.stream(stream):
            return function()

    return call


def in_thread(function):
    def call():
        results = []
        thread = threading.Thread(target=lambda: results.append(function()))
        thread.start()
        thread.join()
        return results

    return call


def main():
    torch.cuda.init()
    major, minor = torch.cuda.get_device_capability()
    print(json.dumps({"case": "device", "capability": [major, minor], "torch": torch.__version__}))
    for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
        d = str(dtype).removeprefix("torch.")
        case(f"mm/{d}", binary(torch.mm, (8, 16), (16, 4), dtype=dtype))
        case(f"addmm/{d}", binary(torch.addmm, (4,), (8, 16), (16, 4), dtype=dtype))
        case(f"bmm/{d}", binary(torch.bmm, (2, 8, 16), (2, 16, 4), dtype=dtype))
        case(f"linear/{d}", binary(F.linear, (8, 16), (4, 16), dtype=dtype))
        case(f"linear_bias/{d}", binary(F.linear, (8, 16), (4, 16), (4,), dtype=dtype))
        case(f"linear_bias_3d/{d}", binary(F.linear, (2, 8, 16), (4, 16), (4,), dtype=dtype))
    case("mm/rows_1", binary(torch.mm, (1, 16), (16, 4)))
    case("mm/columns_1", binary(torch.mm, (8, 16), (16, 1)))
    case("mm/inner_1", binary(torch.mm, (8, 1), (1, 4)))
    case("mm/inner_0", binary(torch.mm, (8, 0), (0, 4)))
    case("mm/rows_0", binary(torch.mm, (0, 16), (16, 4)))
    case("bmm/inner_1", binary(torch.bmm, (2, 8, 1), (2, 1, 4)))
    case("bmm/batch_1", binary(torch.bmm, (1, 8, 16), (1, 16, 4)))
    case("baddbmm", binary(torch.baddbmm, (2, 8, 4), (2, 8, 16), (2, 16, 4)))
    case("baddbmm/inner_1", binary(torch.baddbmm, (2, 8, 4), (2, 8, 1), (2, 1, 4)))
    case("addbmm", binary(torch.addbmm, (8, 4), (2, 8, 16), (2, 16, 4)))
    case("mv", binary(torch.mv, (8, 16), (16,)))
    case("addmv", binary(torch.addmv, (8,), (8, 16), (16,)))
    case("dot", binary(torch.dot, (16,), (16,)))
    case("outer", binary(torch.outer, (8,), (4,)))
    case("addr", binary(torch.addr, (8, 4), (8,), (4,)))
    case("matmul/4d", binary(torch.matmul, (2, 2, 8, 16), (2, 2, 16, 4)))
    case("einsum", binary(lambda a, b: torch.einsum("bij,jk->bik", a, b), (2, 8, 16), (16, 4)))
    case("tensordot", binary(lambda a, b: torch.tensordot(a, b, dims=([2], [0])), (2, 8, 16), (16, 4)))
    case("bilinear", binary(F.bilinear, (8, 4), (8, 4), (3, 4, 4), (3,)))
    case("sdpa", binary(F.scaled_dot_product_attention, *[(2, 2, 16, 8)] * 3))
    case("conv2d", binary(F.conv2d, (2, 3, 16, 16), (8, 3, 3, 3)))
    case("conv2d/1x1", binary(F.conv2d, (2, 3, 16, 16), (8, 3, 1, 1)))
    case("layer_norm", binary(lambda x: F.layer_norm(x, (16,)), (8, 16)))
    case("cdist/8", binary(torch.cdist, (8, 8), (8, 8)))
    case("cdist/64", binary(torch.cdist, (64, 8), (64, 8)))
    case("backward/linear", backward(F.linear, (8, 16), (4, 16), (4,)))
    case("backward/bmm", backward(torch.bmm, (2, 8, 16), (2, 16, 4)))
    case("backward/relu", backward(torch.relu, (8, 16)))
    case(
        "backward/checkpoint",
        backward(lambda x, w: checkpoint(F.linear, x, w, use_reentrant=False), (8, 16), (4, 16)),
    )
    a, b = t(8, 16), t(16, 4)
    stream = torch.cuda.Stream()
    case("stream/other", lambda: on_stream(stream, lambda: torch.mm(a, b)))
    case("thread/other", lambda: in_thread(lambda: torch.mm(a, b)))

    torch._C._cuda_clearCublasWorkspaces()
    before = requested()
    c = torch.mm(a, b)
    on_stream(stream, lambda: torch.mm(a, b))()
    in_thread(lambda: torch.mm(a, b))()
    torch.cuda.empty_cache()
    print(json.dumps({"case": "after empty_cache", "kept": requested() - before - bytes_of(c)}))
    torch._C._cuda_clearCublasWorkspaces()
    print(json.dumps({"case": "after clear", "kept": requested() - before - bytes_of(c)}))
    sys.stdout.flush()


main()
