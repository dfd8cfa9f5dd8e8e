"""Tests."""

import sys
from unittest import mock

__all__ = ['TestCase', 'TestSuite', 'TextTestRunner', 'TestLoader', 'main', 'skip', 'skipIf', 'skipUnless', 'expectedFailure',
           'SkipTest', 'TestResult', 'IsolatedAsyncioTestCase', 'FunctionTestCase', 'defaultTestLoader']


class SkipTest(Exception):
    """Raised to skip a test."""


def skip(reason=''):
    def decorator(item):
        item.__unittest_skip__ = True
        item.__unittest_skip_why__ = reason
        return item

    if callable(reason) and not isinstance(reason, str):
        item, reason = reason, ''
        return decorator(item)
    return decorator


def skipIf(condition, reason):
    return skip(reason) if condition else lambda obj: obj


def skipUnless(condition, reason):
    return lambda obj: obj if condition else skip(reason)(obj)


def expectedFailure(item):
    item.__unittest_expecting_failure__ = True
    return item


class _AssertRaises:
    _called = None

    def __init__(self, case, expected, regex=None):
        self._case = case
        self._expected = expected
        self._regex = regex

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, tb):
        if exc_type is None:
            name = getattr(self._expected, '__name__', str(self._expected))
            raise self._case.failureException(f'{name} not raised' + (f' by {self._called}' if self._called else ''))
        if not issubclass(exc_type, self._expected):
            return False
        self.exception = exc_value
        if self._regex is not None:
            import re
            if not re.search(self._regex, str(exc_value)):
                raise self._case.failureException(f'"{self._regex}" does not match "{exc_value}"')
        return True


class _AssertWarns:
    def __init__(self, case, expected, regex=None):
        self._case = case
        self._expected = expected
        self._regex = regex

    def __enter__(self):
        import warnings
        self._catch = warnings.catch_warnings(record=True)
        self._log = self._catch.__enter__()
        warnings.simplefilter('always', self._expected)
        return self

    def __exit__(self, exc_type, exc_value, tb):
        self._catch.__exit__(exc_type, exc_value, tb)
        if exc_type is not None:
            return False
        for w in self._log:
            if issubclass(w.category, self._expected):
                self.warning = w.message
                return
        raise self._case.failureException(f'{self._expected.__name__} not triggered')


class _SubTest:
    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return False


def _short(value):
    text = repr(value)
    return text if len(text) < 80 else text[:76] + '...'


class TestCase:
    """A group of tests: methods whose names begin with test."""

    failureException = AssertionError
    maxDiff = 640
    longMessage = True

    def __init__(self, methodName='runTest'):
        self._testMethodName = methodName
        self._cleanups = []

    def setUp(self):
        pass

    def tearDown(self):
        pass

    @classmethod
    def setUpClass(cls):
        pass

    @classmethod
    def tearDownClass(cls):
        pass

    def id(self):
        return f'{type(self).__module__}.{type(self).__qualname__}.{self._testMethodName}'

    def __str__(self):
        return f'{self._testMethodName} ({type(self).__module__}.{type(self).__qualname__}.{self._testMethodName})'

    def shortDescription(self):
        return None

    def addCleanup(self, function, /, *args, **kwargs):
        self._cleanups.append((function, args, kwargs))

    def doCleanups(self):
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            function(*args, **kwargs)

    def skipTest(self, reason):
        raise SkipTest(reason)

    def subTest(self, msg=None, **params):
        return _SubTest()

    def run(self, result=None):
        result = result or TestResult()
        result.testsRun += 1
        method = getattr(self, self._testMethodName)
        for item in (type(self), method):
            if getattr(item, '__unittest_skip__', False):
                result.skipped.append((self, item.__unittest_skip_why__))
                return result
        try:
            self.setUp()
            try:
                outcome = method()
                if hasattr(outcome, '__await__'):
                    import asyncio
                    asyncio.run(outcome)
            finally:
                self.tearDown()
        except SkipTest as e:
            result.skipped.append((self, str(e)))
        except self.failureException as e:
            if getattr(method, '__unittest_expecting_failure__', False):
                result.expectedFailures.append((self, e))
            else:
                result.failures.append((self, _trace()))
        except Exception:
            result.errors.append((self, _trace()))
        finally:
            self.doCleanups()
        return result

    __call__ = run

    def debug(self):
        self.setUp()
        getattr(self, self._testMethodName)()
        self.tearDown()
        self.doCleanups()

    def fail(self, msg=None):
        raise self.failureException(msg)

    def _fail(self, standard, msg):
        raise self.failureException(standard if msg is None else f'{standard} : {msg}')

    def assertTrue(self, expr, msg=None):
        if not expr:
            self._fail(f'{_short(expr)} is not true', msg)

    def assertFalse(self, expr, msg=None):
        if expr:
            self._fail(f'{_short(expr)} is not false', msg)

    def assertEqual(self, first, second, msg=None):
        if not first == second:
            self._fail(self._difference(first, second), msg)

    def _difference(self, first, second):
        """What a failed comparison says: of values of one kind, where they differ."""
        kind = type(first)
        if kind is not type(second) or kind not in (str, list, tuple, dict, set, frozenset):
            return f'{_short(first)} != {_short(second)}'
        from difflib import ndiff
        if kind is str:
            lines = [[line + ('' if line.endswith('\n') else '\n') for line in text.splitlines(True)] for text in (first, second)]
            return f'{_short(first)} != {_short(second)}\n' + ''.join(ndiff(*lines))
        if kind in (set, frozenset):
            text = ''
            for which, items in (('first', first - second), ('second', second - first)):
                if items:
                    text += f'Items in the {which} set but not the {"second" if which == "first" else "first"}:\n'
                    text += ''.join(f'{item!r}\n' for item in items)
            return text[:-1]
        from pprint import pformat
        diff = '\n' + '\n'.join(ndiff(pformat(first).splitlines(), pformat(second).splitlines()))
        if kind is dict:
            return f'{_short(first)} != {_short(second)}' + diff
        name = kind.__name__.capitalize()
        text = f'{name}s differ: {_short(first)} != {_short(second)}\n'
        for i, (a, b) in enumerate(zip(first, second)):
            if a != b:
                text += f'\nFirst differing element {i}:\n{_short(a)}\n{_short(b)}\n'
                break
        for which, longer, shorter in (('First', first, second), ('Second', second, first)):
            if len(longer) > len(shorter):
                text += (f'\n{which} {name.lower()} contains {len(longer) - len(shorter)} additional elements.\n'
                         f'First extra element {len(shorter)}:\n{_short(longer[len(shorter)])}\n')
        return text + diff

    assertListEqual = assertTupleEqual = assertDictEqual = assertSetEqual = assertSequenceEqual = assertMultiLineEqual = assertEqual

    def assertNotEqual(self, first, second, msg=None):
        if not first != second:
            self._fail(f'{_short(first)} == {_short(second)}', msg)

    def assertIs(self, a, b, msg=None):
        if a is not b:
            self._fail(f'{_short(a)} is not {_short(b)}', msg)

    def assertIsNot(self, a, b, msg=None):
        if a is b:
            self._fail(f'unexpectedly identical: {_short(a)}', msg)

    def assertIsNone(self, obj, msg=None):
        if obj is not None:
            self._fail(f'{_short(obj)} is not None', msg)

    def assertIsNotNone(self, obj, msg=None):
        if obj is None:
            self._fail('unexpectedly None', msg)

    def assertIn(self, member, container, msg=None):
        if member not in container:
            self._fail(f'{_short(member)} not found in {_short(container)}', msg)

    def assertNotIn(self, member, container, msg=None):
        if member in container:
            self._fail(f'{_short(member)} unexpectedly found in {_short(container)}', msg)

    def assertIsInstance(self, obj, cls, msg=None):
        if not isinstance(obj, cls):
            self._fail(f'{_short(obj)} is not an instance of {cls!r}', msg)

    def assertNotIsInstance(self, obj, cls, msg=None):
        if isinstance(obj, cls):
            self._fail(f'{_short(obj)} is an instance of {cls!r}', msg)

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        if first == second:
            return
        difference = abs(first - second)
        if delta is not None:
            if difference <= delta:
                return
            self._fail(f'{_short(first)} != {_short(second)} within {_short(delta)} delta ({_short(difference)} difference)', msg)
        places = 7 if places is None else places
        if round(difference, places) == 0:
            return
        self._fail(f'{_short(first)} != {_short(second)} within {places} places ({_short(difference)} difference)', msg)

    def assertNotAlmostEqual(self, first, second, places=7, msg=None, delta=None):
        if round(abs(first - second), places) == 0:
            self._fail(f'{_short(first)} == {_short(second)} within {places} places', msg)

    def assertLess(self, a, b, msg=None):
        if not a < b:
            self._fail(f'{_short(a)} not less than {_short(b)}', msg)

    def assertLessEqual(self, a, b, msg=None):
        if not a <= b:
            self._fail(f'{_short(a)} not less than or equal to {_short(b)}', msg)

    def assertGreater(self, a, b, msg=None):
        if not a > b:
            self._fail(f'{_short(a)} not greater than {_short(b)}', msg)

    def assertGreaterEqual(self, a, b, msg=None):
        if not a >= b:
            self._fail(f'{_short(a)} not greater than or equal to {_short(b)}', msg)

    def assertCountEqual(self, first, second, msg=None):
        first, second = list(first), list(second)
        for item in first[:]:
            if item in second:
                second.remove(item)
                first.remove(item)
        if first or second:
            self._fail('Element counts were not equal', msg)

    def assertRegex(self, text, regex, msg=None):
        import re
        if not re.search(regex, text):
            self._fail(f"Regex didn't match: {regex!r} not found in {text!r}", msg)

    def assertNotRegex(self, text, regex, msg=None):
        import re
        if re.search(regex, text):
            self._fail(f'Regex matched: {regex!r} in {text!r}', msg)

    def assertRaises(self, expected_exception, *args, **kwargs):
        context = _AssertRaises(self, expected_exception)
        if not args:
            return context
        context._called = getattr(args[0], '__name__', str(args[0]))
        with context:
            args[0](*args[1:], **kwargs)

    def assertRaisesRegex(self, expected_exception, expected_regex, *args, **kwargs):
        context = _AssertRaises(self, expected_exception, expected_regex)
        if not args:
            return context
        context._called = getattr(args[0], '__name__', str(args[0]))
        with context:
            args[0](*args[1:], **kwargs)

    def assertWarns(self, expected_warning, *args, **kwargs):
        context = _AssertWarns(self, expected_warning)
        if not args:
            return context
        context._called = getattr(args[0], '__name__', str(args[0]))
        with context:
            args[0](*args[1:], **kwargs)

    def assertWarnsRegex(self, expected_warning, expected_regex, *args, **kwargs):
        return self.assertWarns(expected_warning, *args, **kwargs)


class IsolatedAsyncioTestCase(TestCase):
    pass


class FunctionTestCase(TestCase):
    def __init__(self, testFunc, setUp=None, tearDown=None, description=None):
        super().__init__('runTest')
        self.runTest = testFunc


def _trace():
    import traceback
    return traceback.format_exc()


class TestResult:
    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failures = []
        self.errors = []
        self.skipped = []
        self.expectedFailures = []
        self.unexpectedSuccesses = []
        self.testsRun = 0

    def wasSuccessful(self):
        return not self.failures and not self.errors


TextTestResult = TestResult


class TestSuite:
    def __init__(self, tests=()):
        self._tests = list(tests)

    def addTest(self, test):
        self._tests.append(test)

    def addTests(self, tests):
        self._tests.extend(tests)

    def __iter__(self):
        return iter(self._tests)

    def countTestCases(self):
        return sum(t.countTestCases() if isinstance(t, TestSuite) else 1 for t in self._tests)

    def run(self, result, debug=False):
        previous = None
        for test in self._tests:
            if isinstance(test, TestCase) and type(test) is not previous:
                if previous is not None:
                    previous.tearDownClass()
                previous = type(test)
                previous.setUpClass()
            test.run(result)
        if previous is not None:
            previous.tearDownClass()
        return result

    __call__ = run


class TestLoader:
    testMethodPrefix = 'test'
    suiteClass = TestSuite

    def getTestCaseNames(self, testCaseClass):
        return [name for name in dir(testCaseClass) if name.startswith(self.testMethodPrefix) and callable(getattr(testCaseClass, name))]

    def loadTestsFromTestCase(self, testCaseClass):
        return TestSuite(testCaseClass(name) for name in self.getTestCaseNames(testCaseClass))

    def loadTestsFromModule(self, module, *, pattern=None):
        return TestSuite(self.loadTestsFromTestCase(obj) for _, obj in sorted(vars(module).items())
                         if isinstance(obj, type) and issubclass(obj, TestCase) and obj not in (TestCase, FunctionTestCase))

    def loadTestsFromName(self, name, module=None):
        from pkgutil import resolve_name
        found = resolve_name(name) if module is None else getattr(module, name)
        return self.loadTestsFromTestCase(found) if isinstance(found, type) else self.loadTestsFromModule(found)


defaultTestLoader = TestLoader()


class TextTestRunner:
    def __init__(self, stream=None, descriptions=True, verbosity=1, failfast=False, buffer=False, resultclass=None, **kwargs):
        self.stream = stream or sys.stderr
        self.verbosity = verbosity

    def run(self, test):
        result = TestResult()
        test.run(result)
        write = self.stream.write
        for kind, found in (('ERROR', result.errors), ('FAIL', result.failures)):
            for case, text in found:
                write(f'{"=" * 70}\n{kind}: {case}\n{"-" * 70}\n{text}\n')
        write(f'{"-" * 70}\nRan {result.testsRun} test{"" if result.testsRun == 1 else "s"} in 0.000s\n\n')
        write('OK\n' if result.wasSuccessful() else f'FAILED (failures={len(result.failures)}, errors={len(result.errors)})\n')
        return result


class TestProgram:
    def __init__(self, module='__main__', defaultTest=None, argv=None, testRunner=None, testLoader=defaultTestLoader, exit=True,
                 verbosity=1, **kwargs):
        module = sys.modules[module] if isinstance(module, str) else module
        suite = TestSuite()
        for tests in testLoader.loadTestsFromModule(module):
            suite.addTests(tests)
        self.result = TextTestRunner(verbosity=verbosity).run(suite)
        if exit:
            sys.exit(not self.result.wasSuccessful())


main = TestProgram
