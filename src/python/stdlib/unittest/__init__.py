"""Tests."""

import sys
from _host import is_unknown
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
    def __init__(self, case, params):
        self._case = case
        self._params = params

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, tb):
        result = self._case._result
        if exc_type is None or result is None or not issubclass(exc_type, Exception):
            return False
        # The other parameters are tried too; the test as a whole has failed.
        if issubclass(exc_type, SkipTest):
            result.addSkip(self._case, str(exc_value))
        else:
            self._case._failed_parts = True
            result.addSubTest(self._case, self, (exc_type, exc_value, tb))
        return True


class _AssertLogs:
    """Records what a logger gets; `level` None with `none` says that there must be nothing."""

    def __init__(self, case, logger, level, none=False):
        import logging
        self._case = case
        self._logger = logger if isinstance(logger, logging.Logger) else logging.getLogger(logger)
        self._level = logging._nameToLevel.get(level, level) if level else logging.INFO
        self._none = none

    def __enter__(self):
        import logging
        from collections import namedtuple
        watcher = self._watcher = namedtuple('_LoggingWatcher', ['records', 'output'])([], [])

        class Capture(logging.Handler):
            def emit(self, record):
                watcher.records.append(record)
                watcher.output.append(self.format(record))

        handler = Capture()
        handler.setLevel(self._level)
        handler.setFormatter(logging.Formatter('%(levelname)s:%(name)s:%(message)s'))
        logger = self._logger
        self._old = logger.handlers[:], logger.level, logger.propagate
        logger.handlers = [handler]
        logger.setLevel(self._level)
        logger.propagate = False
        return None if self._none else watcher

    def __exit__(self, exc_type, exc_value, tb):
        import logging
        logger = self._logger
        logger.handlers, level, logger.propagate = self._old
        logger.setLevel(level)
        if exc_type is not None:
            return False
        if self._none and self._watcher.records:
            raise self._case.failureException(f'Unexpected logs found: {self._watcher.output!r}')
        if not self._none and not self._watcher.records:
            name = logging.getLevelName(self._level)
            raise self._case.failureException(f'no logs of level {name} or higher triggered on {logger.name}')


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
        self._type_equality = {}
        self._result = None

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

    @classmethod
    def addClassCleanup(cls, function, /, *args, **kwargs):
        cls._class_cleanups = [*cls.__dict__.get('_class_cleanups', ()), (function, args, kwargs)]

    @classmethod
    def doClassCleanups(cls):
        cleanups = list(cls.__dict__.get('_class_cleanups', ()))
        cls._class_cleanups = []
        while cleanups:
            function, args, kwargs = cleanups.pop()
            function(*args, **kwargs)

    def enterContext(self, cm):
        result = cm.__enter__()
        self.addCleanup(cm.__exit__, None, None, None)
        return result

    def subTest(self, msg=None, **params):
        return _SubTest(self, params if msg is None else {'msg': msg, **params})

    def addTypeEqualityFunc(self, typeobj, function):
        self._type_equality[typeobj] = function

    def defaultTestResult(self):
        return TestResult()

    def countTestCases(self):
        return 1

    def __eq__(self, other):
        return type(self) is type(other) and self._testMethodName == other._testMethodName

    def __hash__(self):
        return hash((type(self), self._testMethodName))

    def _call_method(self, method):
        outcome = method()
        if hasattr(outcome, '__await__'):
            import asyncio
            asyncio.run(outcome)

    def run(self, result=None):
        if result is None:
            result = self.defaultTestResult()
        result.startTest(self)
        try:
            self._run(result)
        finally:
            result.stopTest(self)
        return result

    def _run(self, result):
        method = getattr(self, self._testMethodName)
        for item in (type(self), method):
            if getattr(item, '__unittest_skip__', False):
                result.addSkip(self, item.__unittest_skip_why__)
                return
        expecting = (getattr(type(self), '__unittest_expecting_failure__', False)
                     or getattr(method, '__unittest_expecting_failure__', False))
        self._result = None if expecting else result
        self._failed_parts = False
        good = False

        def attempt(step):
            """Runs a part of the test, and says whether it went well."""
            try:
                step()
                return True
            except KeyboardInterrupt:
                raise
            except SkipTest as e:
                result.addSkip(self, str(e))
            except self.failureException:
                if expecting:
                    result.addExpectedFailure(self, sys.exc_info())
                else:
                    result.addFailure(self, sys.exc_info())
            except BaseException:
                if expecting:
                    result.addExpectedFailure(self, sys.exc_info())
                else:
                    result.addError(self, sys.exc_info())
            return False

        if attempt(self.setUp):
            good = attempt(lambda: self._call_method(method))
            good = attempt(self.tearDown) and good
        good = attempt(self.doCleanups) and good
        if good and not self._failed_parts:
            if expecting:
                result.addUnexpectedSuccess(self)
            else:
                result.addSuccess(self)

    def __call__(self, *args, **kwargs):
        return self.run(*args, **kwargs)

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
        if self._type_equality and type(first) is type(second) and type(first) in self._type_equality:
            check = self._type_equality[type(first)]
            (getattr(self, check) if isinstance(check, str) else check)(first, second, msg=msg)
            return
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

    def _compare_kind(self, kind, first, second, msg):
        self.assertIsInstance(first, kind, f'First argument is not a {kind.__name__}')
        self.assertIsInstance(second, kind, f'Second argument is not a {kind.__name__}')
        if not first == second:
            self._fail(self._difference(first, second), msg)

    def assertListEqual(self, list1, list2, msg=None):
        self._compare_kind(list, list1, list2, msg)

    def assertTupleEqual(self, tuple1, tuple2, msg=None):
        self._compare_kind(tuple, tuple1, tuple2, msg)

    def assertDictEqual(self, d1, d2, msg=None):
        self._compare_kind(dict, d1, d2, msg)

    def assertMultiLineEqual(self, first, second, msg=None):
        self._compare_kind(str, first, second, msg)

    def assertSetEqual(self, set1, set2, msg=None):
        if set1.difference(set2) or set2.difference(set1):
            self._fail(self._difference(set1, set2), msg)

    def assertSequenceEqual(self, seq1, seq2, msg=None, seq_type=None):
        if seq_type is not None:
            self._compare_kind(seq_type, seq1, seq2, msg)
        elif not (seq1 == seq2 or (len(seq1) == len(seq2) and all(a == b for a, b in zip(seq1, seq2)))):
            self._fail(f'Sequences differ: {_short(seq1)} != {_short(seq2)}', msg)

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
        context = _AssertWarns(self, expected_warning, expected_regex)
        if not args:
            return context
        context._called = getattr(args[0], '__name__', str(args[0]))
        with context:
            args[0](*args[1:], **kwargs)

    def assertLogs(self, logger=None, level=None):
        return _AssertLogs(self, logger, level)

    def assertNoLogs(self, logger=None, level=None):
        return _AssertLogs(self, logger, level, none=True)


class IsolatedAsyncioTestCase(TestCase):
    async def asyncSetUp(self):
        pass

    async def asyncTearDown(self):
        pass

    def addAsyncCleanup(self, func, /, *args, **kwargs):
        import asyncio
        self.addCleanup(lambda: asyncio.run(func(*args, **kwargs)))

    def _call_method(self, method):
        import asyncio

        async def whole():
            await self.asyncSetUp()
            try:
                outcome = method()
                if hasattr(outcome, '__await__'):
                    await outcome
            finally:
                await self.asyncTearDown()

        asyncio.run(whole())


class FunctionTestCase(TestCase):
    def __init__(self, testFunc, setUp=None, tearDown=None, description=None):
        super().__init__('runTest')
        self.runTest = testFunc
        if setUp is not None:
            self.setUp = setUp
        if tearDown is not None:
            self.tearDown = tearDown


class TestResult:
    """What tests report to: the lists hold pairs of a test and a text."""

    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failures = []
        self.errors = []
        self.skipped = []
        self.expectedFailures = []
        self.unexpectedSuccesses = []
        self.testsRun = 0
        self.shouldStop = False

    def startTest(self, test):
        self.testsRun += 1

    def stopTest(self, test):
        pass

    def startTestRun(self):
        pass

    def stopTestRun(self):
        pass

    def addSuccess(self, test):
        pass

    def addError(self, test, err):
        self.errors.append((test, _text(err)))

    def addFailure(self, test, err):
        self.failures.append((test, _text(err)))

    def addSkip(self, test, reason):
        self.skipped.append((test, reason))

    def addExpectedFailure(self, test, err):
        self.expectedFailures.append((test, _text(err)))

    def addUnexpectedSuccess(self, test):
        self.unexpectedSuccesses.append(test)

    def addSubTest(self, test, subtest, err):
        if err is not None:
            (self.failures if issubclass(err[0], test.failureException) else self.errors).append((test, _text(err)))

    def stop(self):
        self.shouldStop = True

    def wasSuccessful(self):
        return not self.failures and not self.errors and not self.unexpectedSuccesses


def _text(err):
    import traceback
    return ''.join(traceback.format_exception(*err))


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
        state = _Fixtures(result)
        self._run(result, state)
        state.leave()
        return result

    def _run(self, result, state):
        for test in self._tests:
            if result.shouldStop:
                break
            if isinstance(test, TestSuite):
                test._run(result, state)
            elif state.enter(test):
                test(result)

    def __call__(self, *args, **kwargs):
        return self.run(*args, **kwargs)


class _Fixtures:
    """The set-up of the module and class that tests are in, made when the first of them comes and undone after the last."""

    def __init__(self, result):
        self._result = result
        self._class = None
        self._module = None
        self._class_made = self._module_made = True

    def enter(self, test):
        cls = type(test)
        if cls is not self._class:
            self._leave_class()
            module = sys.modules.get(cls.__module__)
            if module is not self._module:
                self._leave_module()
                self._module = module
                self._module_made = self._try(test, getattr(module, 'setUpModule', None))
            self._class = cls
            self._class_made = (not self._module_made or getattr(cls, '__unittest_skip__', False)
                                or self._try(test, getattr(cls, 'setUpClass', None)))
        return self._module_made and self._class_made

    def _try(self, test, function):
        if function is None:
            return True
        try:
            function()
            return True
        except SkipTest as e:
            self._result.addSkip(test, str(e))
        except Exception:
            self._result.addError(test, sys.exc_info())
        return False

    def _leave_class(self):
        cls, self._class = self._class, None
        if cls is not None and self._class_made and self._module_made and not getattr(cls, '__unittest_skip__', False):
            getattr(cls, 'tearDownClass', lambda: None)()
            getattr(cls, 'doClassCleanups', lambda: None)()

    def _leave_module(self):
        module, self._module = self._module, None
        if module is not None and self._module_made and hasattr(module, 'tearDownModule'):
            module.tearDownModule()
        while _module_cleanups:
            function, args, kwargs = _module_cleanups.pop()
            function(*args, **kwargs)

    def leave(self):
        self._leave_class()
        self._leave_module()


_module_cleanups = []


def addModuleCleanup(function, /, *args, **kwargs):
    """Registers a call for the end of the module's tests."""
    _module_cleanups.append((function, args, kwargs))


class TestLoader:
    testMethodPrefix = 'test'
    suiteClass = TestSuite

    def getTestCaseNames(self, testCaseClass):
        return [name for name in dir(testCaseClass) if name.startswith(self.testMethodPrefix) and callable(getattr(testCaseClass, name))]

    def loadTestsFromTestCase(self, testCaseClass):
        return TestSuite(testCaseClass(name) for name in self.getTestCaseNames(testCaseClass))

    def loadTestsFromModule(self, module, *, pattern=None):
        suite = TestSuite(self.loadTestsFromTestCase(obj) for _, obj in sorted(vars(module).items(), key=lambda item: item[0])
                          if not is_unknown(obj) and isinstance(obj, type) and issubclass(obj, TestCase)
                          and obj not in (TestCase, FunctionTestCase, IsolatedAsyncioTestCase))
        load_tests = getattr(module, 'load_tests', None)
        return suite if load_tests is None else load_tests(self, suite, pattern)

    def loadTestsFromName(self, name, module=None):
        from pkgutil import resolve_name
        found = resolve_name(name) if module is None else getattr(module, name)
        return self.loadTestsFromTestCase(found) if isinstance(found, type) else self.loadTestsFromModule(found)


    def loadTestsFromNames(self, names, module=None):
        return self.suiteClass([self.loadTestsFromName(name, module) for name in names])

    def discover(self, start_dir, pattern='test*.py', top_level_dir=None):
        """The tests of a folder's modules, packages below it included."""
        import os
        from fnmatch import fnmatch
        from importlib import import_module
        top = os.path.abspath(top_level_dir or start_dir)
        package = os.path.relpath(os.path.abspath(start_dir), top).replace(os.sep, '.')
        suite = self.suiteClass()
        for entry in sorted(os.listdir(start_dir)):
            path = os.path.join(start_dir, entry)
            name = entry.removesuffix('.py')
            if not name.isidentifier():
                continue
            full = name if package == '.' else f'{package}.{name}'
            if entry.endswith('.py') and fnmatch(entry, pattern):
                suite.addTests(self.loadTestsFromModule(import_module(full), pattern=pattern))
            elif os.path.isfile(os.path.join(path, '__init__.py')):
                suite.addTests(self.discover(path, pattern, top))
        return suite


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
