"""How tensors print. Their numbers are unknown, so each prints as `?`."""

import torch


class __PrinterOptions:
    precision = 4
    threshold = 1000
    edgeitems = 3
    linewidth = 80
    sci_mode = None


PRINT_OPTS = __PrinterOptions()


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    for name, value in (("precision", precision), ("threshold", threshold), ("edgeitems", edgeitems), ("linewidth", linewidth)):
        if value is not None:
            setattr(PRINT_OPTS, name, value)
    PRINT_OPTS.sci_mode = sci_mode


def get_printoptions():
    return {"precision": PRINT_OPTS.precision, "threshold": PRINT_OPTS.threshold, "edgeitems": PRINT_OPTS.edgeitems,
            "linewidth": PRINT_OPTS.linewidth, "sci_mode": PRINT_OPTS.sci_mode}


class printoptions:
    def __init__(self, **kwargs):
        self.kwargs = kwargs

    def __enter__(self):
        self.saved = get_printoptions()
        set_printoptions(**self.kwargs)

    def __exit__(self, *args):
        set_printoptions(**self.saved)


def _contents(self):
    if self.dim() == 0:
        return "?"
    return "[" * self.dim() + "..." + "]" * self.dim()


def _tensor_str(self, indent):
    return _contents(self)


def _add_suffixes(tensor_str, suffixes, indent, force_newline):
    lines = [tensor_str]
    for suffix in suffixes:
        if force_newline or len(lines[-1]) + len(suffix) + 3 > PRINT_OPTS.linewidth:
            lines[-1] += ","
            lines.append(" " * indent + suffix)
        else:
            lines[-1] += f", {suffix}"
        force_newline = False
    return "\n".join(lines) + ")"


def _str(self, *, tensor_contents=None):
    with torch.no_grad():
        return _str_intern(self, tensor_contents=tensor_contents)


def _str_intern(self, *, tensor_contents=None):
    if self.is_meta:
        tensor_contents = "..."
    if self.is_sparse:
        parts = [f"indices={_str_intern(self._indices())}", f"values={_str_intern(self._values())}", f"size={tuple(self.shape)}",
                 f"nnz={self._nnz()}"]
    else:
        parts = [tensor_contents if tensor_contents is not None else _contents(self), f"size={tuple(self.shape)}"]
    if self.device.type != "cpu":
        parts.append(f"device='{self.device}'")
    if self.dtype not in (torch.get_default_dtype(), torch.int64, torch.bool):
        parts.append(f"dtype={self.dtype}")
    grad_fn = self.grad_fn
    if grad_fn is not None:
        name = grad_fn.name() if hasattr(grad_fn, "name") else type(grad_fn).__name__
        parts.append(f"grad_fn=<{name}>")
    elif self.requires_grad:
        parts.append("requires_grad=True")
    if self.is_sparse:
        parts.append("layout=torch.sparse_coo")
    return f"tensor({', '.join(parts)})"
