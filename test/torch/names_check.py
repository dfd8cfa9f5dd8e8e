"""Which names of torch do the sources of a folder use that our torch lacks?

    python3 test/torch/names_check.py FOLDER… [--all] [--cli dist/cli.js]

Collects what the files import from torch and the attribute paths that they read from it, and asks our torch for each, by
running a probe in dist/cli.js. Told by default: what a file needs while it is imported. With --all also what functions use
and what stands behind `try` or `if`. The exit status is 1 when an unguarded import-time name is missing.
"""

import argparse
import ast
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = "torch"
NOW, GUARDED, LATER = "import", "guarded", "use"
RANK = {NOW: 0, GUARDED: 1, LATER: 2}


class Names(ast.NodeVisitor):
    """The torch names of one file: {dotted name: (when it is needed, line)}."""

    def __init__(self, lazy_annotations):
        self.found = {}
        self.aliases = {}
        self.when = NOW
        self.lazy_annotations = lazy_annotations

    def add(self, name, line):
        old = self.found.get(name)
        if old is None or RANK[self.when] < RANK[old[0]]:
            self.found[name] = (self.when, line)

    def within(self, when, nodes):
        before = self.when
        if RANK[when] > RANK[before]:
            self.when = when
        for node in nodes:
            self.visit(node)
        self.when = before

    def visit_Import(self, node):
        for alias in node.names:
            if alias.name.split(".")[0] == ROOT:
                self.add(alias.name, node.lineno)
                self.aliases[alias.asname or ROOT] = alias.name if alias.asname else ROOT

    def visit_ImportFrom(self, node):
        if node.level == 0 and node.module and node.module.split(".")[0] == ROOT:
            for alias in node.names:
                if alias.name == "*":
                    self.add(node.module, node.lineno)
                    continue
                path = f"{node.module}.{alias.name}"
                self.add(path, node.lineno)
                self.aliases[alias.asname or alias.name] = path

    def visit_Attribute(self, node):
        path = []
        value = node
        while isinstance(value, ast.Attribute):
            path.append(value.attr)
            value = value.value
        if isinstance(value, ast.Name) and value.id in self.aliases and isinstance(node.ctx, ast.Load):
            self.add(".".join([self.aliases[value.id], *reversed(path)]), node.lineno)
        else:
            self.generic_visit(node)

    def visit_function(self, node):
        now = [*getattr(node, "decorator_list", []), *node.args.defaults, *[d for d in node.args.kw_defaults if d is not None]]
        annotations = []
        if not isinstance(node, ast.Lambda):
            args = node.args
            every = [*args.posonlyargs, *args.args, *args.kwonlyargs, *filter(None, (args.vararg, args.kwarg))]
            annotations = [*[arg.annotation for arg in every if arg.annotation], *filter(None, [node.returns])]
        for part in now:
            self.visit(part)
        self.within(LATER if self.lazy_annotations else NOW, annotations)
        self.within(LATER, node.body if isinstance(node.body, list) else [node.body])

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = visit_function

    def visit_AnnAssign(self, node):
        self.within(LATER if self.lazy_annotations else NOW, [node.annotation])
        for part in (node.target, node.value):
            if part is not None:
                self.visit(part)

    def visit_Try(self, node):
        self.within(GUARDED if node.handlers else NOW, node.body)
        self.within(GUARDED, [*node.handlers, *node.orelse])
        self.within(NOW, node.finalbody)

    def visit_If(self, node):
        self.visit(node.test)
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            self.within(LATER, node.body)
            self.within(NOW, node.orelse)
        else:
            self.within(GUARDED, [*node.body, *node.orelse])


def collect(folders):
    """{name: (when, 'file:line')} over every .py file, the earliest need first."""
    found = {}
    for folder in folders:
        for base, dirs, files in os.walk(folder):
            dirs[:] = sorted(d for d in dirs if d not in ("__pycache__", "tests"))
            for file in sorted(files):
                if not file.endswith(".py"):
                    continue
                path = os.path.join(base, file)
                with open(path, encoding="utf8") as stream:
                    text = stream.read()
                names = Names(bool(re.search(r"^from __future__ import .*annotations", text, re.M)))
                try:
                    names.visit(ast.parse(text))
                except SyntaxError as error:
                    print(f"{path}: {error}", file=sys.stderr)
                for name, (when, line) in names.found.items():
                    if name not in found or RANK[when] < RANK[found[name][0]]:
                        found[name] = (when, f"{os.path.relpath(path, os.path.dirname(os.path.abspath(folder)))}:{line}")
    return found


PROBE = '''
import importlib, json
def has(path):
    parts = path.split(".")
    value = importlib.import_module(parts[0])
    name = parts[0]
    for part in parts[1:]:
        name += "." + part
        try:
            value = getattr(value, part)
        except AttributeError:
            try:
                value = importlib.import_module(name)
            except ImportError:
                return False
    return True
for path in json.loads(NAMES):
    try:
        there = has(path)
    except Exception as error:
        print("=", path, type(error).__name__, error)
    else:
        if not there:
            print("-", path)
print("done")
'''


def missing(names, cli):
    """Those of the names that our torch lacks, each with a note."""
    with tempfile.TemporaryDirectory() as folder:
        probe = os.path.join(folder, "probe.py")
        with open(probe, "w", encoding="utf8") as stream:
            stream.write(PROBE.replace("NAMES", repr(json.dumps(sorted(names))), 1))
        result = subprocess.run(["node", cli, "run", "--quiet", probe], capture_output=True, text=True, check=False)
    lines = result.stdout.splitlines()
    if "done" not in lines:
        sys.exit(f"the probe did not end:\n{result.stdout[-2000:]}{result.stderr[-2000:]}")
    answer = {}
    for line in lines:
        sign, _, rest = line.partition(" ")
        if sign in "-=" and rest:
            name, _, note = rest.partition(" ")
            answer[name] = note
    return answer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--all", action="store_true", help="also what is guarded or used in functions")
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("--cli", default=os.path.join(here, "../../dist/cli.js"))
    options = parser.parse_args()
    found = collect(options.folders)
    absent = missing(found, options.cli)
    by_need = collections.defaultdict(list)
    for name in sorted(absent):
        when, place = found[name]
        by_need[when].append(f"{name}  {place}  {absent[name]}".rstrip())
    for when in (NOW, GUARDED, LATER) if options.all else (NOW,):
        print(f"{when}: {len(by_need[when])} missing")
        for line in by_need[when]:
            print("  " + line)
    print(f"{len(found)} names, {len(absent)} missing")
    sys.exit(1 if by_need[NOW] else 0)


if __name__ == "__main__":
    main()
