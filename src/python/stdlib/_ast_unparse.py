"""Texts of syntax trees, in the form that CPython's `ast.unparse` gives them."""

import ast

# How tightly an expression binds that stands there.
(_NAMED, _TUPLE, _YIELD, _TEST, _OR, _AND, _NOT, _CMP, _EXPR, _BXOR, _BAND, _SHIFT, _ARITH, _TERM, _FACTOR, _POWER, _AWAIT, _ATOM) = range(18)
_BOR = _EXPR
_BINARY = {'Add': ('+', _ARITH), 'Sub': ('-', _ARITH), 'Mult': ('*', _TERM), 'MatMult': ('@', _TERM), 'Div': ('/', _TERM), 'Mod': ('%', _TERM),
           'LShift': ('<<', _SHIFT), 'RShift': ('>>', _SHIFT), 'BitOr': ('|', _BOR), 'BitXor': ('^', _BXOR), 'BitAnd': ('&', _BAND),
           'FloorDiv': ('//', _TERM), 'Pow': ('**', _POWER)}
_UNARY = {'Invert': ('~', _FACTOR), 'Not': ('not', _NOT), 'UAdd': ('+', _FACTOR), 'USub': ('-', _FACTOR)}
_COMPARE = {'Eq': '==', 'NotEq': '!=', 'Lt': '<', 'LtE': '<=', 'Gt': '>', 'GtE': '>=', 'Is': 'is', 'IsNot': 'is not', 'In': 'in', 'NotIn': 'not in'}
_INFINITY = '1e309'


def text_of(node):
    return _Writer().text(node)


class _Writer:
    def text(self, node):
        self.lines = []
        self.indent = 0
        if isinstance(node, ast.Module):
            self.body(node.body, docstring=True)
        elif isinstance(node, ast.Interactive):
            self.body(node.body)
        elif isinstance(node, ast.Expression):
            return self.expr(node.body, _TEST)
        elif isinstance(node, ast.stmt):
            self.stmt(node)
        elif isinstance(node, ast.expr):
            return self.expr(node, _TEST)
        else:
            return getattr(self, 'part_' + node.__class__.__name__)(node)
        return '\n'.join(self.lines).strip('\n')

    # ---- statements ----

    def line(self, text, before=0):
        self.lines += [''] * (before if self.lines else 0)
        self.lines.append('    ' * self.indent + text)

    def block(self, head, body, docstring=False, before=0):
        self.line(head + ':', before)
        self.indent += 1
        self.body(body, docstring)
        self.indent -= 1

    def body(self, body, docstring=False):
        for i, node in enumerate(body):
            if docstring and i == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
                self.line(self.docstring(node.value.value))
            else:
                self.stmt(node)

    def stmt(self, node):
        getattr(self, 'stmt_' + node.__class__.__name__)(node)

    def docstring(self, text):
        shown = ''.join(c if c in '\n\t' or c.isprintable() else c.encode('unicode_escape').decode('ascii') for c in text.replace('\\', r'\\'))
        if shown.endswith('"'):
            shown = shown[:-1] + '\\"'
        return '"""' + shown.replace('"""', '\\"\\"\\"') + '"""'

    def decorated(self, node, head, before):
        for i, decorator in enumerate(node.decorator_list):
            self.line('@' + self.expr(decorator, _TEST), before if i == 0 else 0)
        self.block(head, node.body, docstring=True, before=0 if node.decorator_list else before)

    def stmt_FunctionDef(self, node, word='def'):
        returns = f' -> {self.expr(node.returns, _TEST)}' if node.returns else ''
        self.decorated(node, f'{word} {node.name}({self.arguments(node.args)}){returns}', 1)

    def stmt_AsyncFunctionDef(self, node):
        self.stmt_FunctionDef(node, 'async def')

    def stmt_ClassDef(self, node):
        bases = [self.expr(base, _TEST) for base in node.bases] + [self.part_keyword(keyword) for keyword in node.keywords]
        self.decorated(node, f'class {node.name}' + (f'({", ".join(bases)})' if bases else ''), 1)

    def stmt_Return(self, node):
        self.line('return' + (f' {self.expr(node.value, _TEST)}' if node.value else ''))

    def stmt_Delete(self, node):
        self.line('del ' + ', '.join(self.expr(target, _TEST) for target in node.targets))

    def stmt_Assign(self, node):
        self.line(''.join(self.expr(target, _TUPLE) + ' = ' for target in node.targets) + self.expr(node.value, _TEST))

    def stmt_AugAssign(self, node):
        self.line(f'{self.expr(node.target, _TEST)} {_BINARY[node.op.__class__.__name__][0]}= {self.expr(node.value, _TEST)}')

    def stmt_AnnAssign(self, node):
        target = self.expr(node.target, _TEST)
        if not node.simple and isinstance(node.target, ast.Name):
            target = f'({target})'
        self.line(f'{target}: {self.expr(node.annotation, _TEST)}' + (f' = {self.expr(node.value, _TEST)}' if node.value else ''))

    def loop(self, head, node):
        self.block(head, node.body)
        if node.orelse:
            self.block('else', node.orelse)

    def stmt_For(self, node, word='for'):
        self.loop(f'{word} {self.expr(node.target, _TUPLE)} in {self.expr(node.iter, _TEST)}', node)

    def stmt_AsyncFor(self, node):
        self.stmt_For(node, 'async for')

    def stmt_While(self, node):
        self.loop(f'while {self.expr(node.test, _TEST)}', node)

    def stmt_If(self, node):
        self.block(f'if {self.expr(node.test, _TEST)}', node.body)
        while len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
            node = node.orelse[0]
            self.block(f'elif {self.expr(node.test, _TEST)}', node.body)
        if node.orelse:
            self.block('else', node.orelse)

    def stmt_With(self, node, word='with'):
        self.block(f'{word} ' + ', '.join(self.part_withitem(item) for item in node.items), node.body)

    def stmt_AsyncWith(self, node):
        self.stmt_With(node, 'async with')

    def stmt_Match(self, node):
        self.line(f'match {self.expr(node.subject, _TEST)}:')
        self.indent += 1
        for case in node.cases:
            self.block(self.part_match_case(case), case.body)
        self.indent -= 1

    def stmt_Raise(self, node):
        self.line('raise' + (f' {self.expr(node.exc, _TEST)}' if node.exc else '') + (f' from {self.expr(node.cause, _TEST)}' if node.cause else ''))

    def stmt_Try(self, node, word='except'):
        self.block('try', node.body)
        for handler in node.handlers:
            kind = f' {self.expr(handler.type, _TEST)}' if handler.type else ''
            self.block(word + kind + (f' as {handler.name}' if handler.name else ''), handler.body)
        if node.orelse:
            self.block('else', node.orelse)
        if node.finalbody:
            self.block('finally', node.finalbody)

    def stmt_TryStar(self, node):
        self.stmt_Try(node, 'except*')

    def stmt_Assert(self, node):
        self.line(f'assert {self.expr(node.test, _TEST)}' + (f', {self.expr(node.msg, _TEST)}' if node.msg else ''))

    def stmt_Import(self, node):
        self.line('import ' + ', '.join(map(self.part_alias, node.names)))

    def stmt_ImportFrom(self, node):
        self.line(f'from {"." * (node.level or 0)}{node.module or ""} import ' + ', '.join(map(self.part_alias, node.names)))

    def stmt_Global(self, node):
        self.line('global ' + ', '.join(node.names))

    def stmt_Nonlocal(self, node):
        self.line('nonlocal ' + ', '.join(node.names))

    def stmt_Expr(self, node):
        self.line(self.expr(node.value, _YIELD))

    def stmt_Pass(self, node):
        self.line('pass')

    def stmt_Break(self, node):
        self.line('break')

    def stmt_Continue(self, node):
        self.line('continue')

    # ---- expressions ----

    def expr(self, node, around):
        """The text of an expression where only what binds as tightly as `around` needs no parentheses."""
        text, binds = getattr(self, 'expr_' + node.__class__.__name__)(node)
        return text if binds >= around else f'({text})'

    def expr_Name(self, node):
        return node.id, _ATOM

    def expr_Constant(self, node):
        value = node.value
        if value is ...:
            return '...', _ATOM
        if isinstance(value, (float, complex)):
            return repr(value).replace('inf', _INFINITY).replace('nan', f'({_INFINITY}-{_INFINITY})'), _ATOM
        return ('u' if node.kind == 'u' else '') + repr(value), _ATOM

    def expr_BoolOp(self, node):
        word, binds = (' and ', _AND) if isinstance(node.op, ast.And) else (' or ', _OR)
        # Each operand has to bind tighter than the one before it.
        return word.join(self.expr(value, min(binds + i, _ATOM)) for i, value in enumerate(node.values, 1)), binds

    def expr_NamedExpr(self, node):
        return f'{self.expr(node.target, _ATOM)} := {self.expr(node.value, _ATOM)}', _NAMED

    def expr_BinOp(self, node):
        symbol, binds = _BINARY[node.op.__class__.__name__]
        left, right = (binds + 1, binds) if symbol == '**' else (binds, binds + 1)
        return f'{self.expr(node.left, left)} {symbol} {self.expr(node.right, right)}', binds

    def expr_UnaryOp(self, node):
        symbol, binds = _UNARY[node.op.__class__.__name__]
        return symbol + (' ' if symbol == 'not' else '') + self.expr(node.operand, binds), binds

    def expr_Lambda(self, node):
        arguments = self.arguments(node.args)
        return f'lambda{" " if arguments else ""}{arguments}: {self.expr(node.body, _TEST)}', _TEST

    def expr_IfExp(self, node):
        return f'{self.expr(node.body, _OR)} if {self.expr(node.test, _OR)} else {self.expr(node.orelse, _TEST)}', _TEST

    def expr_Dict(self, node):
        def item(key, value):
            return f'**{self.expr(value, _EXPR)}' if key is None else f'{self.expr(key, _TEST)}: {self.expr(value, _TEST)}'
        return '{' + ', '.join(map(item, node.keys, node.values)) + '}', _ATOM

    def expr_Set(self, node):
        return ('{' + ', '.join(self.expr(item, _TEST) for item in node.elts) + '}' if node.elts else '{*()}'), _ATOM

    def comprehensions(self, node):
        return ''.join(map(self.part_comprehension, node.generators))

    def expr_ListComp(self, node):
        return f'[{self.expr(node.elt, _TEST)}{self.comprehensions(node)}]', _ATOM

    def expr_SetComp(self, node):
        return f'{{{self.expr(node.elt, _TEST)}{self.comprehensions(node)}}}', _ATOM

    def expr_DictComp(self, node):
        return f'{{{self.expr(node.key, _TEST)}: {self.expr(node.value, _TEST)}{self.comprehensions(node)}}}', _ATOM

    def expr_GeneratorExp(self, node):
        return f'({self.expr(node.elt, _TEST)}{self.comprehensions(node)})', _ATOM

    def expr_Await(self, node):
        return f'await {self.expr(node.value, _ATOM)}', _AWAIT

    def expr_Yield(self, node):
        return 'yield' + (f' {self.expr(node.value, _ATOM)}' if node.value else ''), _YIELD

    def expr_YieldFrom(self, node):
        return f'yield from {self.expr(node.value, _ATOM)}', _YIELD

    def expr_Compare(self, node):
        pairs = zip(node.ops, node.comparators)
        return self.expr(node.left, _EXPR) + ''.join(f' {_COMPARE[op.__class__.__name__]} {self.expr(e, _EXPR)}' for op, e in pairs), _CMP

    def expr_Call(self, node):
        given = [self.expr(arg, _TEST) for arg in node.args] + [self.part_keyword(keyword) for keyword in node.keywords]
        return f'{self.expr(node.func, _ATOM)}({", ".join(given)})', _ATOM

    def expr_Attribute(self, node):
        value = self.expr(node.value, _ATOM)
        # `1.real` would be a number and a name.
        spaced = isinstance(node.value, ast.Constant) and isinstance(node.value.value, int)
        return f'{value}{" " if spaced else ""}.{node.attr}', _ATOM

    def expr_Subscript(self, node):
        inner = node.slice
        # A tuple stands without its parentheses, unless nothing is in it.
        bare = isinstance(inner, ast.Tuple) and inner.elts
        return f'{self.expr(node.value, _ATOM)}[{self.expr(inner, _TUPLE if bare else _TEST)}]', _ATOM

    def expr_Starred(self, node):
        return f'*{self.expr(node.value, _EXPR)}', _ATOM

    def expr_List(self, node):
        return '[' + ', '.join(self.expr(item, _TEST) for item in node.elts) + ']', _ATOM

    def expr_Tuple(self, node):
        if not node.elts:
            return '()', _ATOM
        return ', '.join(self.expr(item, _TEST) for item in node.elts) + (',' if len(node.elts) == 1 else ''), _TUPLE

    def expr_Slice(self, node):
        def part(value):
            return self.expr(value, _TEST) if value else ''
        return f'{part(node.lower)}:{part(node.upper)}' + (f':{part(node.step)}' if node.step else ''), _ATOM

    def expr_JoinedStr(self, node):
        return 'f' + _quoted(self.format_parts(node.values)), _ATOM

    def expr_FormattedValue(self, node):
        return 'f' + _quoted(self.format_parts([node])), _ATOM

    def format_parts(self, values):
        """The parts of a format string: (text, whether it is a field)."""
        parts = []
        for value in values:
            if isinstance(value, ast.Constant):
                parts.append((value.value.replace('{', '{{').replace('}', '}}'), False))
            elif isinstance(value, ast.JoinedStr):
                parts += self.format_parts(value.values)
            else:
                inner = self.expr(value.value, _OR)
                text = '{' + (' ' if inner.startswith('{') else '') + inner
                text += f'!{chr(value.conversion)}' if value.conversion != -1 else ''
                if value.format_spec:
                    text += ':' + ''.join(part for part, _ in self.format_parts(value.format_spec.values))
                parts.append((text + '}', True))
        return parts

    # ---- parts ----

    def arguments(self, node):
        parts = []
        every = node.posonlyargs + node.args
        defaults = [None] * (len(every) - len(node.defaults)) + node.defaults
        for i, (arg, default) in enumerate(zip(every, defaults), 1):
            parts.append(self.part_arg(arg) + (f'={self.expr(default, _TEST)}' if default else ''))
            if i == len(node.posonlyargs):
                parts.append('/')
        if node.vararg or node.kwonlyargs:
            parts.append('*' + (self.part_arg(node.vararg) if node.vararg else ''))
        for arg, default in zip(node.kwonlyargs, node.kw_defaults):
            parts.append(self.part_arg(arg) + (f'={self.expr(default, _TEST)}' if default else ''))
        if node.kwarg:
            parts.append('**' + self.part_arg(node.kwarg))
        return ', '.join(parts)

    part_arguments = arguments

    def part_arg(self, node):
        return node.arg + (f': {self.expr(node.annotation, _TEST)}' if node.annotation else '')

    def part_keyword(self, node):
        return (f'{node.arg}=' if node.arg else '**') + self.expr(node.value, _TEST)

    def part_alias(self, node):
        return node.name + (f' as {node.asname}' if node.asname else '')

    def part_withitem(self, node):
        return self.expr(node.context_expr, _TEST) + (f' as {self.expr(node.optional_vars, _TEST)}' if node.optional_vars else '')

    def part_comprehension(self, node):
        head = ' async for ' if node.is_async else ' for '
        conditions = ''.join(f' if {self.expr(test, _OR)}' for test in node.ifs)
        return f'{head}{self.expr(node.target, _TUPLE)} in {self.expr(node.iter, _OR)}{conditions}'

    def part_match_case(self, node):
        return f'case {self.pattern(node.pattern, _TEST)}' + (f' if {self.expr(node.guard, _TEST)}' if node.guard else '')

    def pattern(self, node, around):
        text, binds = getattr(self, 'pattern_' + node.__class__.__name__)(node)
        return text if binds >= around else f'({text})'

    def pattern_MatchValue(self, node):
        return self.expr(node.value, _TEST), _ATOM

    def pattern_MatchSingleton(self, node):
        return repr(node.value), _ATOM

    def pattern_MatchSequence(self, node):
        return '[' + ', '.join(self.pattern(pattern, _TEST) for pattern in node.patterns) + ']', _ATOM

    def pattern_MatchStar(self, node):
        return f'*{node.name or "_"}', _ATOM

    def pattern_MatchMapping(self, node):
        parts = [f'{self.expr(key, _TEST)}: {self.pattern(pattern, _TEST)}' for key, pattern in zip(node.keys, node.patterns)]
        return '{' + ', '.join(parts + ([f'**{node.rest}'] if node.rest else [])) + '}', _ATOM

    def pattern_MatchClass(self, node):
        parts = [self.pattern(pattern, _TEST) for pattern in node.patterns]
        parts += [f'{name}={self.pattern(pattern, _TEST)}' for name, pattern in zip(node.kwd_attrs, node.kwd_patterns)]
        return f'{self.expr(node.cls, _ATOM)}({", ".join(parts)})', _ATOM

    def pattern_MatchAs(self, node):
        if node.pattern is None:
            return node.name or '_', _ATOM
        return f'{self.pattern(node.pattern, _BOR)} as {node.name}', _TEST

    def pattern_MatchOr(self, node):
        return ' | '.join(self.pattern(pattern, _BOR + 1) for pattern in node.patterns), _BOR


def _quoted(parts):
    """A format string of its parts, in quotes that occur in none of its fields."""
    fields = ''.join(text for text, is_field in parts if is_field)
    plain = ''.join(text for text, is_field in parts if not is_field)
    quotes = [quote for quote in ("'", '"', '"""', "'''") if quote not in fields] or ["'"]
    if '\n' in plain:
        quotes = [quote for quote in quotes if len(quote) == 3] or quotes
    quote = next((quote for quote in quotes if quote not in plain), quotes[0])
    text = ''
    for part, is_field in parts:
        if not is_field:
            part = part.replace('\\', '\\\\').replace('\t', '\\t')
            part = part if len(quote) == 3 else part.replace('\n', '\\n')
            part = part.replace(quote, '\\' + quote)
        text += part
    return quote + text + quote
