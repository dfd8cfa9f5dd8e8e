"""Syntax trees: made of texts, walked, shown, and turned into texts again."""

import re as _re
from _literal import check as _check_literal
from _syntax_tree import parse as _parse

PyCF_ONLY_AST, PyCF_TYPE_COMMENTS, PyCF_ALLOW_TOP_LEVEL_AWAIT = 1024, 4096, 8192

_LOCATED = ('lineno', 'col_offset', 'end_lineno', 'end_col_offset')


class AST:
    _fields = _attributes = __match_args__ = ()

    def __init__(self, *args, **kwargs):
        if len(args) > len(self._fields):
            few = len(self._fields)
            raise TypeError(f'{type(self).__name__} constructor takes at most {few} positional argument{"" if few == 1 else "s"}')
        for name, value in zip(self._fields, args):
            setattr(self, name, value)
        for name, value in kwargs.items():
            if name in self._fields[:len(args)]:
                raise TypeError(f'{type(self).__name__} got multiple values for argument {name!r}')
            setattr(self, name, value)

    def __reduce__(self):
        return type(self), (), self.__dict__


# Fields of each class by its base; those with `?` may be left out. Classes of a base with a `*` say where they are.
_GRAMMAR = {
    'mod': 'Module body type_ignores|Interactive body|Expression body|FunctionType argtypes returns',
    'stmt*': 'FunctionDef name args body decorator_list returns? type_comment?|AsyncFunctionDef name args body decorator_list returns? type_comment?|'
             'ClassDef name bases keywords body decorator_list|Return value?|Delete targets|Assign targets value type_comment?|'
             'AugAssign target op value|AnnAssign target annotation value? simple|For target iter body orelse type_comment?|'
             'AsyncFor target iter body orelse type_comment?|While test body orelse|If test body orelse|With items body type_comment?|'
             'AsyncWith items body type_comment?|Match subject cases|Raise exc? cause?|Try body handlers orelse finalbody|'
             'TryStar body handlers orelse finalbody|Assert test msg?|Import names|ImportFrom module? names level?|Global names|Nonlocal names|'
             'Expr value|Pass|Break|Continue',
    'expr*': 'BoolOp op values|NamedExpr target value|BinOp left op right|UnaryOp op operand|Lambda args body|IfExp test body orelse|'
             'Dict keys values|Set elts|ListComp elt generators|SetComp elt generators|DictComp key value generators|GeneratorExp elt generators|'
             'Await value|Yield value?|YieldFrom value|Compare left ops comparators|Call func args keywords|FormattedValue value conversion format_spec?|'
             'JoinedStr values|Constant value kind?|Attribute value attr ctx|Subscript value slice ctx|Starred value ctx|Name id ctx|List elts ctx|'
             'Tuple elts ctx|Slice lower? upper? step?',
    'expr_context': 'Load|Store|Del', 'boolop': 'And|Or',
    'operator': 'Add|Sub|Mult|MatMult|Div|Mod|Pow|LShift|RShift|BitOr|BitXor|BitAnd|FloorDiv',
    'unaryop': 'Invert|Not|UAdd|USub', 'cmpop': 'Eq|NotEq|Lt|LtE|Gt|GtE|Is|IsNot|In|NotIn',
    'excepthandler*': 'ExceptHandler type? name? body',
    'pattern*': 'MatchValue value|MatchSingleton value|MatchSequence patterns|MatchMapping keys patterns rest?|'
                'MatchClass cls patterns kwd_attrs kwd_patterns|MatchStar name?|MatchAs pattern? name?|MatchOr patterns',
    'type_ignore': 'TypeIgnore lineno tag',
}
# Classes without a base of their own.
_PARTS = {
    'comprehension': 'target iter ifs is_async', 'arguments': 'posonlyargs args vararg? kwonlyargs kw_defaults kwarg? defaults',
    'arg*': 'arg annotation? type_comment?', 'keyword*': 'arg? value', 'alias*': 'name asname?', 'withitem': 'context_expr optional_vars?',
    'match_case': 'pattern guard? body',
}
__all__ = ['AST']


def _define(name, base, fields, located):
    names = tuple(field.rstrip('?') for field in fields)
    content = {'__module__': 'ast', '_fields': names, '__match_args__': names, '_attributes': _LOCATED if located else ()}
    content |= {field[:-1]: None for field in fields if field.endswith('?')}
    if located:
        content |= {'end_lineno': None, 'end_col_offset': None}
    globals()[name] = made = type(name, (base,), content)
    __all__.append(name)
    return made


for _name, _classes in _GRAMMAR.items():
    _base = _define(_name.rstrip('*'), AST, (), _name.endswith('*'))
    for _class in _classes.split('|'):
        _define(_class.split()[0], _base, _class.split()[1:], _name.endswith('*'))
for _name, _fields in _PARTS.items():
    _define(_name.rstrip('*'), AST, _fields.split(), _name.endswith('*'))
Num = Str = Bytes = NameConstant = Ellipsis = Constant
__all__ += ['literal_eval', 'parse', 'dump', 'unparse', 'walk', 'NodeVisitor', 'NodeTransformer', 'copy_location', 'fix_missing_locations',
            'increment_lineno', 'iter_fields', 'iter_child_nodes', 'get_docstring', 'get_source_segment']


def parse(source, filename='<unknown>', mode='exec', *, type_comments=False, feature_version=None):
    """The tree of a text. Raises SyntaxError."""
    if isinstance(source, AST):
        return source
    if isinstance(source, (bytes, bytearray)):
        source = bytes(source).decode()
    module = _parse(source, filename, globals())
    if mode == 'exec':
        return module
    if mode == 'single':
        return Interactive(module.body)
    if len(module.body) != 1 or not isinstance(module.body[0], Expr):
        raise SyntaxError('invalid syntax')
    return Expression(module.body[0].value)


def literal_eval(node_or_string):
    """The value of a literal: numbers, strings, bytes, containers, True, False, None. Raises ValueError, SyntaxError."""
    if not isinstance(node_or_string, str):
        return _literal_value(node_or_string.body if isinstance(node_or_string, Expression) else node_or_string)
    text = node_or_string.strip(' \t')
    line = _check_literal(text)
    if line is not None:
        return _literal_value(parse(text, mode='eval').body)
    return eval(compile(text, '<unknown>', 'eval'), {'__builtins__': {'set': set}})


def _malformed(node):
    at = getattr(node, 'lineno', None)
    raise ValueError(f'malformed node or string{f" on line {at}" if at else ""}: {node!r}')


def _number(node):
    if not isinstance(node, Constant) or type(node.value) not in (int, float, complex):
        _malformed(node)
    return node.value


def _signed_number(node):
    if isinstance(node, UnaryOp) and isinstance(node.op, (UAdd, USub)):
        value = _number(node.operand)
        return +value if isinstance(node.op, UAdd) else -value
    return _number(node)


def _literal_value(node):
    if isinstance(node, Constant):
        return node.value
    if isinstance(node, Tuple):
        return tuple(map(_literal_value, node.elts))
    if isinstance(node, List):
        return list(map(_literal_value, node.elts))
    if isinstance(node, Set):
        return set(map(_literal_value, node.elts))
    if isinstance(node, Call) and isinstance(node.func, Name) and node.func.id == 'set' and node.args == node.keywords == []:
        return set()
    if isinstance(node, Dict):
        if len(node.keys) != len(node.values):
            _malformed(node)
        return dict(zip(map(_literal_value, node.keys), map(_literal_value, node.values)))
    if isinstance(node, BinOp) and isinstance(node.op, (Add, Sub)):
        left = _signed_number(node.left)
        right = _number(node.right)
        if isinstance(left, (int, float)) and isinstance(right, complex):
            return left + right if isinstance(node.op, Add) else left - right
    return _signed_number(node)


def dump(node, annotate_fields=True, include_attributes=False, *, indent=None):
    """The tree as an expression that would make it."""
    if not isinstance(node, AST):
        raise TypeError(f'expected AST, got {node.__class__.__name__!r}')
    if indent is not None and not isinstance(indent, str):
        indent = ' ' * indent

    def shown(node, level):
        if indent is not None:
            level += 1
            prefix, separator = '\n' + indent * level, ',\n' + indent * level
        else:
            prefix, separator = '', ', '
        if isinstance(node, AST):
            args, simple, keywords = [], True, annotate_fields
            for name in node._fields:
                try:
                    value = getattr(node, name)
                except AttributeError:
                    keywords = True
                    continue
                if value is None and getattr(type(node), name, ...) is None:
                    keywords = True
                    continue
                text, plain = shown(value, level)
                simple = simple and plain
                args.append(f'{name}={text}' if keywords else text)
            if include_attributes:
                for name in node._attributes:
                    value = getattr(node, name, None)
                    if value is None:
                        continue
                    text, plain = shown(value, level)
                    simple = simple and plain
                    args.append(f'{name}={text}')
            if simple and len(args) <= 3:
                return f'{node.__class__.__name__}({", ".join(args)})', not args
            return f'{node.__class__.__name__}({prefix}{separator.join(args)})', False
        if isinstance(node, list):
            if not node:
                return '[]', True
            return f'[{prefix}{separator.join(shown(item, level)[0] for item in node)}]', False
        return repr(node), True

    return shown(node, 0)[0]


def unparse(ast_obj):
    """A text whose tree it is."""
    from _ast_unparse import text_of
    return text_of(ast_obj)


def iter_fields(node):
    for field in node._fields:
        try:
            yield field, getattr(node, field)
        except AttributeError:
            pass


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
    for node in todo:
        todo.extend(iter_child_nodes(node))
        yield node


def copy_location(new_node, old_node):
    for name in _LOCATED:
        if name in old_node._attributes and name in new_node._attributes:
            value = getattr(old_node, name, None)
            if value is not None or (hasattr(old_node, name) and name.startswith('end_')):
                setattr(new_node, name, value)
    return new_node


def fix_missing_locations(node):
    def fix(node, place):
        if node._attributes:
            own = [getattr(node, name, None) for name in _LOCATED]
            place = [value if value is not None else above for value, above in zip(own, place)]
            for name, value in zip(_LOCATED, place):
                setattr(node, name, value)
        for child in iter_child_nodes(node):
            fix(child, place)

    fix(node, [1, 0, 1, 0])
    return node


def increment_lineno(node, n=1):
    for child in walk(node):
        if 'lineno' in child._attributes:
            child.lineno = getattr(child, 'lineno', 0) + n
        if getattr(child, 'end_lineno', None) is not None:
            child.end_lineno += n
    return node


def get_docstring(node, clean=True):
    if not isinstance(node, (AsyncFunctionDef, FunctionDef, ClassDef, Module)):
        raise TypeError(f'{node.__class__.__name__!r} can\'t have docstrings')
    if not (node.body and isinstance(node.body[0], Expr)):
        return None
    first = node.body[0].value
    if not (isinstance(first, Constant) and isinstance(first.value, str)):
        return None
    if not clean:
        return first.value
    from inspect import cleandoc
    return cleandoc(first.value)


def get_source_segment(source, node, *, padded=False):
    if getattr(node, 'end_lineno', None) is None or node.end_col_offset is None:
        return None
    lines = [line.encode() for line in source.splitlines(keepends=True)][node.lineno - 1:node.end_lineno]
    lines[-1] = lines[-1][:node.end_col_offset]
    before, lines[0] = lines[0][:node.col_offset], lines[0][node.col_offset:]
    padding = _re.sub('[^\\f\\t]', ' ', before.decode()) if padded and len(lines) > 1 else ''
    return padding + b''.join(lines).decode()


class NodeVisitor:
    def visit(self, node):
        return getattr(self, 'visit_' + node.__class__.__name__, self.generic_visit)(node)

    def generic_visit(self, node):
        for field, value in iter_fields(node):
            if isinstance(value, list):
                for item in value:
                    if isinstance(item, AST):
                        self.visit(item)
            elif isinstance(value, AST):
                self.visit(value)


class NodeTransformer(NodeVisitor):
    def generic_visit(self, node):
        for field, old in iter_fields(node):
            if isinstance(old, list):
                kept = []
                for item in old:
                    if isinstance(item, AST):
                        item = self.visit(item)
                        if item is None:
                            continue
                        if not isinstance(item, AST):
                            kept.extend(item)
                            continue
                    kept.append(item)
                old[:] = kept
            elif isinstance(old, AST):
                made = self.visit(old)
                if made is None:
                    delattr(node, field)
                else:
                    setattr(node, field, made)
        return node
