"""`torch.__version__`: a string that compares as a version does."""

from .version import __version__ as internal_version

__all__ = ["TorchVersion"]


def _key(version):
    """Release numbers first, then whether it is a pre-release, then the local part."""
    text = str(version).strip().lstrip("v")
    text, _, local = text.partition("+")
    numbers = []
    pre = ""
    for part in text.split("."):
        digits = ""
        for char in part:
            if not char.isdigit():
                break
            digits += char
        if digits:
            numbers.append(int(digits))
        rest = part[len(digits):]
        if rest or not digits:
            pre = rest or part
            break
    while numbers and numbers[-1] == 0:
        numbers.pop()
    final = not pre or pre.startswith("post")
    return (tuple(numbers), final, pre, local)


class TorchVersion(str):
    """Compares by PEP 440's order with strings, tuples and other versions."""

    def _other(self, other):
        if isinstance(other, (tuple, list)):
            return ".".join(str(item) for item in other)
        return str(other)

    def __lt__(self, other):
        return _key(self) < _key(self._other(other))

    def __le__(self, other):
        return _key(self) <= _key(self._other(other))

    def __gt__(self, other):
        return _key(self) > _key(self._other(other))

    def __ge__(self, other):
        return _key(self) >= _key(self._other(other))

    def __eq__(self, other):
        if isinstance(other, str) and str.__eq__(self, other):
            return True
        return _key(self) == _key(self._other(other))

    def __ne__(self, other):
        return not self == other

    __hash__ = str.__hash__


__version__ = TorchVersion(internal_version)
