# Operators that refuse operands of two dtypes, and the words they do it with.
import torch


def zeros(*sizes, dtype=torch.float32):
    return torch.zeros(*sizes, dtype=dtype, device="cuda")


half, double, long, integer = torch.float16, torch.float64, torch.int64, torch.int32
lengths = torch.tensor([20, 20]), torch.tensor([5, 5])
CALLS = {
    "linalg.cross": lambda: torch.linalg.cross(zeros(4, 3), zeros(4, 3, dtype=double)),
    "cross": lambda: torch.cross(zeros(4, 3, dtype=half), zeros(4, 3), dim=1),
    "index_add_": lambda: zeros(4, 3).index_add_(0, zeros(2, dtype=long), zeros(2, 3, dtype=double)),
    "index_add": lambda: torch.index_add(zeros(4, 3, dtype=integer), 0, zeros(2, dtype=long), zeros(2, 3)),
    "index_reduce": lambda: zeros(4, 3).index_reduce(0, zeros(2, dtype=long), zeros(2, 3, dtype=half), "mean"),
    "index_copy": lambda: zeros(4, 3).index_copy(0, zeros(2, dtype=long), zeros(2, 3, dtype=half)),
    "scatter": lambda: zeros(4, 3).scatter(0, zeros(2, 3, dtype=long), zeros(2, 3, dtype=half)),
    "scatter_add": lambda: zeros(4, 3).scatter_add(0, zeros(2, 3, dtype=long), zeros(2, 3, dtype=half)),
    "put": lambda: zeros(4, 3).put(zeros(2, dtype=long), zeros(2, dtype=half)),
    "put_": lambda: zeros(4, 3).put_(zeros(2, dtype=long), zeros(2, dtype=half)),
    "lerp end": lambda: torch.lerp(zeros(2), zeros(2, dtype=double), 0.5),
    "lerp weight": lambda: torch.lerp(zeros(2), zeros(2), zeros(2, dtype=half)),
    "lerp_": lambda: zeros(2, dtype=half).lerp_(zeros(2), 0.5),
    "lerp of ints": lambda: torch.lerp(zeros(2, dtype=long), zeros(2, dtype=long), 0.5),
    "ctc_loss": lambda: torch.nn.functional.ctc_loss(zeros(20, 2, 8, dtype=half), torch.ones(2, 5, dtype=long, device="cuda"), *lengths),
    "dist": lambda: torch.dist(zeros(3), zeros(3, dtype=half)),
}
for name, call in CALLS.items():
    try:
        print(name, call().dtype)
    except Exception as error:
        print(name, type(error).__name__, error)
with torch.autocast("cuda", torch.float16):
    for name in ("linalg.cross", "cross", "index_add_", "scatter_add", "lerp end", "ctc_loss", "dist"):
        try:
            print("autocast", name, CALLS[name]().dtype)
        except Exception as error:
            print("autocast", name, type(error).__name__, error)
