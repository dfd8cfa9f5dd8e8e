"""Examples in docstrings: found, run, and their output compared with what the text says."""

import re
import sys
import types
import unittest
from io import StringIO

_flags = {}


def register_optionflag(name):
    return _flags.setdefault(name, 1 << len(_flags))


DONT_ACCEPT_TRUE_FOR_1 = register_optionflag('DONT_ACCEPT_TRUE_FOR_1')
DONT_ACCEPT_BLANKLINE = register_optionflag('DONT_ACCEPT_BLANKLINE')
NORMALIZE_WHITESPACE = register_optionflag('NORMALIZE_WHITESPACE')
ELLIPSIS = register_optionflag('ELLIPSIS')
SKIP = register_optionflag('SKIP')
IGNORE_EXCEPTION_DETAIL = register_optionflag('IGNORE_EXCEPTION_DETAIL')
COMPARISON_FLAGS = (DONT_ACCEPT_TRUE_FOR_1 | DONT_ACCEPT_BLANKLINE | NORMALIZE_WHITESPACE | ELLIPSIS | SKIP
                    | IGNORE_EXCEPTION_DETAIL)
REPORT_UDIFF = register_optionflag('REPORT_UDIFF')
REPORT_CDIFF = register_optionflag('REPORT_CDIFF')
REPORT_NDIFF = register_optionflag('REPORT_NDIFF')
REPORT_ONLY_FIRST_FAILURE = register_optionflag('REPORT_ONLY_FIRST_FAILURE')
FAIL_FAST = register_optionflag('FAIL_FAST')
REPORTING_FLAGS = REPORT_UDIFF | REPORT_CDIFF | REPORT_NDIFF | REPORT_ONLY_FIRST_FAILURE | FAIL_FAST
BLANKLINE_MARKER = '<BLANKLINE>'
ELLIPSIS_MARKER = '...'


class TestResults(tuple):
    """How many examples failed and how many there were."""

    failed = property(lambda self: self[0])
    attempted = property(lambda self: self[1])

    def __new__(cls, failed, attempted):
        return super().__new__(cls, (failed, attempted))

    def __repr__(self):
        return f'TestResults(failed={self[0]}, attempted={self[1]})'


class Example:
    """A statement and the output that the text gives it; `lineno` from 0 in the text."""

    def __init__(self, source, want, exc_msg=None, lineno=0, indent=0, options=None):
        self.source = source if source.endswith('\n') else source + '\n'
        self.want = want + '\n' if want and not want.endswith('\n') else want
        self.exc_msg = exc_msg + '\n' if exc_msg is not None and not exc_msg.endswith('\n') else exc_msg
        self.lineno = lineno
        self.indent = indent
        self.options = options or {}


class DocTest:
    """The examples of one docstring and the names that they see."""

    def __init__(self, examples, globs, name, filename, lineno, docstring):
        self.examples = examples
        self.globs = dict(globs)
        self.name = name
        self.filename = filename
        self.lineno = lineno
        self.docstring = docstring

    def __repr__(self):
        count = len(self.examples)
        return f'<DocTest {self.name} from {self.filename}:{self.lineno} ({count or "no"} example{"" if count == 1 else "s"})>'


_TRACEBACK = re.compile(r'Traceback \((?:most recent call last|innermost last)\):\s*$')
_DIRECTIVE = re.compile(r'#\s*doctest:\s*([^\n\'"]*)$', re.MULTILINE)


class DocTestParser:
    """Finds the examples of a text."""

    def parse(self, string, name='<string>'):
        """The text's parts in order: examples, and the text between them."""
        lines = string.expandtabs().split('\n')
        parts = []
        text = []
        i = 0
        while i < len(lines):
            line = lines[i]
            body = line.lstrip(' ')
            if not (body == '>>>' or body.startswith('>>> ')):
                if body.startswith('>>>'):
                    raise ValueError(f'line {i + 1} of the docstring for {name} lacks blank after >>>: {line!r}')
                text.append(line)
                i += 1
                continue
            parts.append('\n'.join(text))
            text = []
            indent = len(line) - len(body)
            start = i
            source = [body[4:]]
            i += 1
            while i < len(lines) and lines[i][indent:].startswith('...') and not lines[i][:indent].strip():
                rest = lines[i][indent + 3:]
                if rest and rest[0] != ' ':
                    # Dots that no blank follows are output.
                    break
                source.append(rest[1:])
                i += 1
            want = []
            while i < len(lines) and lines[i].strip() and not lines[i].lstrip(' ').startswith('>>>'):
                if lines[i][:indent].strip():
                    raise ValueError(f'line {i + 1} of the docstring for {name} has inconsistent leading whitespace: '
                                     f'{lines[i]!r}')
                want.append(lines[i][indent:])
                i += 1
            parts.append(self._example('\n'.join(source), want, start, indent, name))
        parts.append('\n'.join(text))
        return parts

    def _example(self, source, want, lineno, indent, name):
        exc_msg = None
        if want and _TRACEBACK.match(want[0]):
            i = 1
            while i < len(want) and not re.match(r'\w', want[i]):
                i += 1
            exc_msg = '\n'.join(want[i:])
        options = {}
        for found in _DIRECTIVE.finditer(source):
            for option in found.group(1).replace(',', ' ').split():
                if option[0] not in '+-' or option[1:] not in _flags:
                    raise ValueError(f'line {lineno + 1} of the doctest for {name} has an invalid option: {option!r}')
                options[_flags[option[1:]]] = option[0] == '+'
        return Example(source, '\n'.join(want), exc_msg, lineno, indent, options)

    def get_examples(self, string, name='<string>'):
        return [part for part in self.parse(string, name) if isinstance(part, Example)]

    def get_doctest(self, string, globs, name, filename, lineno):
        return DocTest(self.get_examples(string, name), globs, name, filename, lineno, string)


class DocTestFinder:
    """Finds the docstrings of an object and of what it contains."""

    def __init__(self, verbose=False, parser=None, recurse=True, exclude_empty=True):
        self._parser = parser or DocTestParser()
        self._recurse = recurse
        self._exclude_empty = exclude_empty

    def find(self, obj, name=None, module=None, globs=None, extraglobs=None):
        if name is None:
            name = getattr(obj, '__name__', None)
            if name is None:
                raise ValueError(f"DocTestFinder.find: name must be given when obj.__name__ doesn't exist: {type(obj)!r}")
        if module is None:
            module = obj if isinstance(obj, types.ModuleType) else sys.modules.get(getattr(obj, '__module__', None))
        globs = dict(vars(module) if module is not None else {}) if globs is None else dict(globs)
        globs.update(extraglobs or {})
        globs.setdefault('__name__', '__main__')
        tests = []
        self._find(tests, obj, name, module, globs, set())
        return sorted(tests, key=lambda test: test.name)

    def _find(self, tests, obj, name, module, globs, seen):
        if id(obj) in seen:
            return
        seen.add(id(obj))
        doc = obj if isinstance(obj, str) else getattr(obj, '__doc__', None)
        if isinstance(doc, str) and (doc or not self._exclude_empty):
            test = self._parser.get_doctest(doc, globs, name, getattr(module, '__file__', None) or '<string>', None)
            if test.examples or not self._exclude_empty:
                tests.append(test)
        if not self._recurse:
            return
        if isinstance(obj, types.ModuleType):
            for key, value in vars(obj).items():
                if (isinstance(value, type) or isinstance(value, types.FunctionType)) and value.__module__ == obj.__name__:
                    self._find(tests, value, f'{name}.{key}', module, globs, seen)
            for key, value in getattr(obj, '__test__', {}).items():
                self._find(tests, value, f'{name}.__test__.{key}', module, globs, seen)
        elif isinstance(obj, type):
            for key, value in vars(obj).items():
                if isinstance(value, (staticmethod, classmethod)):
                    value = value.__func__
                if isinstance(value, (types.FunctionType, type, property)) and getattr(value, '__module__', obj.__module__) == obj.__module__:
                    self._find(tests, value, f'{name}.{key}', module, globs, seen)


class OutputChecker:
    """Whether an output is what the text says."""

    def check_output(self, want, got, optionflags):
        if got == want:
            return True
        if not optionflags & DONT_ACCEPT_TRUE_FOR_1 and (got, want) in (('True\n', '1\n'), ('False\n', '0\n')):
            return True
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            want = re.sub(rf'(?m)^{BLANKLINE_MARKER}\s*?$', '', want)
            got = re.sub(r'(?m)^[^\S\n]+$', '', got)
            if got == want:
                return True
        if optionflags & NORMALIZE_WHITESPACE:
            got = ' '.join(got.split())
            want = ' '.join(want.split())
            if got == want:
                return True
        return bool(optionflags & ELLIPSIS) and _ellipsis_match(want, got)

    def output_difference(self, example, got, optionflags):
        def indented(text):
            return ''.join(f'    {line}' for line in text.splitlines(True))

        text = f'Expected:\n{indented(example.want)}' if example.want else 'Expected nothing\n'
        return text + (f'Got:\n{indented(got)}' if got else 'Got nothing\n')


def _ellipsis_match(want, got):
    if ELLIPSIS_MARKER not in want:
        return want == got
    first, *middle, last = want.split(ELLIPSIS_MARKER)
    if not got.startswith(first) or not got.endswith(last) or len(first) + len(last) > len(got):
        return False
    at, end = len(first), len(got) - len(last)
    for piece in middle:
        at = got.find(piece, at, end)
        if at < 0:
            return False
        at += len(piece)
    return at <= end


def _without_detail(message):
    """An exception's class, without its module and what it says."""
    head = message.split('\n', 1)[0].split(':', 1)[0]
    return head.rsplit('.', 1)[-1].strip()


class DocTestRunner:
    """Runs the examples of tests and reports where their output is another."""

    DIVIDER = '*' * 70

    def __init__(self, checker=None, verbose=None, optionflags=0):
        self._checker = checker or OutputChecker()
        self.optionflags = optionflags
        self.tries = 0
        self.failures = 0

    def report_start(self, out, test, example):
        pass

    def report_success(self, out, test, example, got):
        pass

    def _head(self, test, example):
        source = ''.join(f'    {line}' for line in example.source.splitlines(True))
        return (f'{self.DIVIDER}\nFile "{test.filename}", line {(test.lineno or 0) + example.lineno + 1}, in {test.name}\n'
                f'Failed example:\n{source}')

    def report_failure(self, out, test, example, got):
        out(self._head(test, example) + self._checker.output_difference(example, got, self.optionflags))

    def report_unexpected_exception(self, out, test, example, exc_info):
        import traceback
        text = ''.join(traceback.format_exception(*exc_info))
        out(self._head(test, example) + 'Exception raised:\n' + ''.join(f'    {line}' for line in text.splitlines(True)))

    def run(self, test, compileflags=None, out=None, clear_globs=True):
        import traceback
        stdout, hook = sys.stdout, sys.displayhook
        out = out or stdout.write
        flags = self.optionflags
        failures = tries = 0
        sys.displayhook = sys.__displayhook__
        try:
            for number, example in enumerate(test.examples):
                self.optionflags = flags
                for flag, on in example.options.items():
                    self.optionflags = self.optionflags | flag if on else self.optionflags & ~flag
                if self.optionflags & SKIP:
                    continue
                tries += 1
                self.report_start(out, test, example)
                sys.stdout = output = StringIO()
                error = None
                try:
                    code = compile(example.source, f'<doctest {test.name}[{number}]>', 'single', 0, True)
                    exec(code, test.globs)
                except KeyboardInterrupt:
                    raise
                except BaseException:
                    error = sys.exc_info()
                finally:
                    sys.stdout = stdout
                got = output.getvalue()
                check = self._checker.check_output
                if error is None:
                    good = check(example.want, got, self.optionflags)
                else:
                    message = ''.join(traceback.format_exception_only(*error[:2]))
                    if issubclass(error[0], SyntaxError):
                        # Where in the source it was is not compared.
                        message = message.splitlines(True)[-1]
                    if example.exc_msg is None:
                        failures += 1
                        self.report_unexpected_exception(out, test, example, error)
                        continue
                    got += 'Traceback (most recent call last):\n' + message
                    wanted = example.exc_msg
                    if issubclass(error[0], SyntaxError):
                        wanted = wanted.splitlines(True)[-1]
                    good = check(wanted, message, self.optionflags) or (
                        bool(self.optionflags & IGNORE_EXCEPTION_DETAIL) and _without_detail(wanted) == _without_detail(message))
                if good:
                    self.report_success(out, test, example, got)
                else:
                    failures += 1
                    self.report_failure(out, test, example, got)
                    if self.optionflags & FAIL_FAST:
                        break
        finally:
            sys.displayhook = hook
            self.optionflags = flags
        if clear_globs:
            test.globs.clear()
        self.tries += tries
        self.failures += failures
        return TestResults(failures, tries)

    def summarize(self, verbose=None):
        if self.failures:
            print(f'***Test Failed*** {self.failures} failure{"" if self.failures == 1 else "s"}.')
        return TestResults(self.failures, self.tries)


DebugRunner = DocTestRunner


def testmod(m=None, name=None, globs=None, verbose=None, report=True, optionflags=0, extraglobs=None,
            raise_on_error=False, exclude_empty=False):
    m = sys.modules['__main__'] if m is None else m
    runner = DocTestRunner(verbose=verbose, optionflags=optionflags)
    for test in DocTestFinder(exclude_empty=exclude_empty).find(m, name or m.__name__, globs=globs, extraglobs=extraglobs):
        runner.run(test)
    if report:
        runner.summarize()
    return TestResults(runner.failures, runner.tries)


def testfile(filename, module_relative=True, name=None, package=None, globs=None, verbose=None, report=True, optionflags=0,
             extraglobs=None, raise_on_error=False, parser=None, encoding='utf-8'):
    with open(filename, encoding=encoding) as file:
        text = file.read()
    test = (parser or DocTestParser()).get_doctest(text, {**(globs or {}), **(extraglobs or {})}, name or filename, filename, 0)
    runner = DocTestRunner(verbose=verbose, optionflags=optionflags)
    runner.run(test)
    if report:
        runner.summarize()
    return TestResults(runner.failures, runner.tries)


def run_docstring_examples(f, globs, verbose=False, name='NoName', compileflags=None, optionflags=0):
    runner = DocTestRunner(verbose=verbose, optionflags=optionflags)
    for test in DocTestFinder(recurse=False).find(f, name, globs=globs):
        runner.run(test)


class DocTestCase(unittest.TestCase):
    """A docstring as a test of unittest."""

    def __init__(self, test, optionflags=0, setUp=None, tearDown=None, checker=None):
        super().__init__()
        self._dt_test = test
        self._dt_options = optionflags, setUp, tearDown, checker

    def setUp(self):
        set_up = self._dt_options[1]
        if set_up is not None:
            set_up(self._dt_test)

    def tearDown(self):
        tear_down = self._dt_options[2]
        if tear_down is not None:
            tear_down(self._dt_test)
        self._dt_test.globs.clear()

    def runTest(self):
        flags, _, _, checker = self._dt_options
        output = StringIO()
        failed, _ = DocTestRunner(optionflags=flags, checker=checker).run(self._dt_test, out=output.write, clear_globs=False)
        if failed:
            raise self.failureException(f'Failed doctest test for {self._dt_test.name}\n\n{output.getvalue()}')

    def id(self):
        return self._dt_test.name

    def __repr__(self):
        *path, name = self._dt_test.name.split('.')
        return f'{name} ({".".join(path)})'

    __str__ = __repr__


def DocTestSuite(module=None, globs=None, extraglobs=None, test_finder=None, **options):
    if module is None:
        module = sys.modules[sys._getframe(1).f_globals['__name__']]
    elif isinstance(module, str):
        module = __import__(module, fromlist=['*'])
    tests = (test_finder or DocTestFinder()).find(module, globs=globs, extraglobs=extraglobs)
    return unittest.TestSuite(DocTestCase(test, **options) for test in tests if test.examples)
