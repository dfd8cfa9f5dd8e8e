"""The script compiler's inner names."""

from torch.jit import RecursiveScriptModule, ScriptModule, script  # noqa: F401
