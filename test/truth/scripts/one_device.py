# Only one CUDA device is there: another one is refused where something is made on it, moved to it, or asked of it.
import torch


def attempt(name, f):
    try:
        f()
        print(name, "ok")
    except Exception as error:
        print(name, type(error).__name__, type(error).__mro__[1].__name__)


print(torch.cuda.device_count(), torch.cuda.current_device())
attempt("string", lambda: torch.device("cuda:1"))
attempt("made", lambda: torch.empty(2, device="cuda:1"))
attempt("cuda", lambda: torch.empty(2).cuda(1))
attempt("to", lambda: torch.empty(2).to("cuda:3"))
attempt("module", lambda: torch.nn.Linear(2, 2).to("cuda:1"))
attempt("set", lambda: torch.cuda.set_device(1))
attempt("properties", lambda: torch.cuda.get_device_properties(1))
attempt("name", lambda: torch.cuda.get_device_name(1))
attempt("first", lambda: torch.empty(2, device="cuda:0"))
attempt("negative", lambda: torch.device(-1))
attempt("empty", lambda: torch.device(""))
attempt("guard", lambda: torch.cuda.device(0).__enter__())
for wrong in (lambda: torch.float32.x, lambda: -torch.float32, lambda: torch.float32 <= 3, lambda: torch.device("cpu").x,
              lambda: torch.Size([1]).x, lambda: torch.Size(["x"]), lambda: torch.empty((True, 3)), lambda: torch.zeros(True),
              lambda: torch.ones(3).expand(True), lambda: torch.full((True, 2), 1.0)):
    try:
        wrong()
        print("ok")
    except Exception as error:
        print(type(error).__name__, error)
print(tuple(torch.empty((3, True)).shape))
