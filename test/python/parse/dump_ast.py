"""Prints CPython's syntax tree of Python files as JSON in the form of src/python/ast.ts.

    python3 dump_ast.py FILE...              one line of JSON per file
    python3 dump_ast.py --record             writes valid.jsonl from valid.txt, errors.jsonl from errors.txt

In the two lists a line `---` stands between programs.

A position is `at`: line, column, end line, end column, in UTF-16 units. Nodes that have no position in CPython have none here. Inside f-strings
there are none either, since those of CPython before 3.12 are not those of the source.
"""

import ast
import json
import pathlib
import sys
import warnings

warnings.simplefilter("ignore")
sys.setrecursionlimit(20000)

NO_FIELDS = {"type_comment", "type_ignores", "kind"}


class Dumper:
    def __init__(self, source: str):
        lines = source.splitlines(keepends=True) if source.isascii() else ast._splitlines_no_ff(source)
        self.lines = None if source.isascii() else [line.encode() for line in lines]

    def column(self, line: int, offset: int) -> int:
        if self.lines is None or line > len(self.lines):
            return offset
        prefix = self.lines[line - 1][:offset].decode()
        return len(prefix.encode("utf-16-le")) // 2

    def node(self, node: ast.AST, in_fstring: bool = False) -> dict:
        kind = type(node).__name__
        out = {"kind": kind}
        if hasattr(node, "lineno") and not in_fstring:
            start = [node.lineno, self.column(node.lineno, node.col_offset)]
            end = [node.end_lineno, self.column(node.end_lineno, node.end_col_offset)]
            out["at"] = start + end
        inner = in_fstring or (kind == "JoinedStr" and sys.version_info < (3, 12))
        for field, value in ast.iter_fields(node):
            if field in NO_FIELDS:
                continue
            if kind in ("Constant", "MatchSingleton") and field == "value":
                out["value"] = constant(value)
            elif kind == "AnnAssign" and field == "simple" or kind == "comprehension" and field == "is_async":
                out[field] = bool(value)
            else:
                out[field] = self.value(value, inner)
        if kind in ("FunctionDef", "AsyncFunctionDef", "ClassDef"):
            out.setdefault("type_params", [])
        return out

    def value(self, value, in_fstring: bool):
        if isinstance(value, list):
            return [self.value(item, in_fstring) for item in value]
        if isinstance(value, (ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)):
            return type(value).__name__
        if isinstance(value, ast.AST):
            return self.node(value, in_fstring)
        return value


def constant(value) -> dict:
    """Numbers as text, so that JSON keeps them exactly; bytes in hexadecimal."""
    if value is None:
        return {"type": "None"}
    if value is Ellipsis:
        return {"type": "Ellipsis"}
    if isinstance(value, bool):
        return {"type": "bool", "value": value}
    if isinstance(value, int):
        return {"type": "int", "value": hex(value)}
    if isinstance(value, float):
        return {"type": "float", "value": value.hex()}
    if isinstance(value, complex):
        return {"type": "complex", "imag": value.imag.hex()}
    if isinstance(value, bytes):
        return {"type": "bytes", "value": value.hex()}
    return {"type": "str", "value": value}


def read(path: str) -> str:
    with open(path, "rb") as file:
        data = file.read()
    return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def dump(source: str) -> dict:
    return Dumper(source).node(ast.parse(source))


def programs(name: str) -> list[str]:
    path = pathlib.Path(__file__).with_name(name)
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n---\n")


def error(source: str) -> list | None:
    """The kind, message and line of the SyntaxError of a program."""
    try:
        compile(source, "program", "exec", ast.PyCF_ONLY_AST)
    except SyntaxError as caught:
        return [type(caught).__name__, caught.msg, caught.lineno]
    return None


def record() -> None:
    for name, make in (("valid", dump), ("errors", error)):
        lines = [json.dumps(make(source), separators=(",", ":")) for source in programs(f"{name}.txt")]
        pathlib.Path(__file__).with_name(f"{name}.jsonl").write_text("\n".join(lines) + "\n")


def main() -> None:
    if sys.argv[1:] == ["--record"]:
        record()
        return
    for path in sys.argv[1:]:
        try:
            result = dump(read(path))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            result = {"error": str(error), "file": path}
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
