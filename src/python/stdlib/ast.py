"""Syntax trees: only literal values are read here."""

__all__ = ['literal_eval', 'parse', 'dump', 'unparse', 'walk', 'NodeVisitor', 'NodeTransformer']

PyCF_ONLY_AST = 1024


class AST:
    _fields = ()
    _attributes = ('lineno', 'col_offset', 'end_lineno', 'end_col_offset')

    def __init__(self, *args, **kwargs):
        for name, value in zip(self._fields, args):
            setattr(self, name, value)
        for name, value in kwargs.items():
            setattr(self, name, value)


def _classes():
    """The classes of nodes by name, for code that refers to them."""
    tree = {
        'mod': ['Module', 'Interactive', 'Expression', 'FunctionType'],
        'stmt': ['FunctionDef', 'AsyncFunctionDef', 'ClassDef', 'Return', 'Delete', 'Assign', 'AugAssign', 'AnnAssign', 'For',
                 'AsyncFor', 'While', 'If', 'With', 'AsyncWith', 'Match', 'Raise', 'Try', 'TryStar', 'Assert', 'Import',
                 'ImportFrom', 'Global', 'Nonlocal', 'Expr', 'Pass', 'Break', 'Continue'],
        'expr': ['BoolOp', 'NamedExpr', 'BinOp', 'UnaryOp', 'Lambda', 'IfExp', 'Dict', 'Set', 'ListComp', 'SetComp', 'DictComp',
                 'GeneratorExp', 'Await', 'Yield', 'YieldFrom', 'Compare', 'Call', 'FormattedValue', 'JoinedStr', 'Constant',
                 'Attribute', 'Subscript', 'Starred', 'Name', 'List', 'Tuple', 'Slice'],
        'expr_context': ['Load', 'Store', 'Del'],
        'boolop': ['And', 'Or'],
        'operator': ['Add', 'Sub', 'Mult', 'MatMult', 'Div', 'Mod', 'Pow', 'LShift', 'RShift', 'BitOr', 'BitXor', 'BitAnd', 'FloorDiv'],
        'unaryop': ['Invert', 'Not', 'UAdd', 'USub'],
        'cmpop': ['Eq', 'NotEq', 'Lt', 'LtE', 'Gt', 'GtE', 'Is', 'IsNot', 'In', 'NotIn'],
        'comprehension': [], 'excepthandler': ['ExceptHandler'], 'arguments': [], 'arg': [], 'keyword': [], 'alias': [],
        'withitem': [], 'match_case': [], 'pattern': [], 'type_ignore': [],
    }
    for base_name, names in tree.items():
        base = type(base_name, (AST,), {'__module__': 'ast'})
        globals()[base_name] = base
        __all__.append(base_name)
        for name in names:
            globals()[name] = type(name, (base,), {'__module__': 'ast'})
            __all__.append(name)


_classes()
Num = Str = Bytes = NameConstant = Ellipsis_ = Constant


def literal_eval(node_or_string):
    """The value of a literal: numbers, strings, bytes, containers, True, False, None. Raises ValueError, SyntaxError."""
    if not isinstance(node_or_string, str):
        raise ValueError(f'malformed node or string: {node_or_string!r}')
    text = node_or_string.strip(' \t')
    from _literal import check
    line = check(text)
    if line is not None:
        raise ValueError(f'malformed node or string on line {line}')
    return eval(text, {'__builtins__': {'set': set}})


def _refuse(*args, **kwargs):
    raise NotImplementedError('syntax trees are not made here')


parse = dump = unparse = _refuse
get_source_segment = lambda source, node, *, padded=False: None


def get_docstring(node, clean=True):
    return None


def iter_fields(node):
    for field in node._fields:
        if hasattr(node, field):
            yield field, getattr(node, field)


def iter_child_nodes(node):
    for name, field in iter_fields(node):
        if isinstance(field, AST):
            yield field
        elif isinstance(field, list):
            for item in field:
                if isinstance(item, AST):
                    yield item


def walk(node):
    todo = [node]
    while todo:
        node = todo.pop(0)
        todo.extend(iter_child_nodes(node))
        yield node


def copy_location(new_node, old_node):
    return new_node


def fix_missing_locations(node):
    return node


class NodeVisitor:
    def visit(self, node):
        return getattr(self, 'visit_' + node.__class__.__name__, self.generic_visit)(node)

    def generic_visit(self, node):
        for child in iter_child_nodes(node):
            self.visit(child)


class NodeTransformer(NodeVisitor):
    def generic_visit(self, node):
        return node
