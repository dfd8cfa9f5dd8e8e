"""Runs the tests of one module of CPython's `test` package, one line of JSON for each on the real standard output.

Arguments: the module, then the ids of tests that are left out (they have been run before, or never end).
"""

import importlib
import json
import platform
import sys
import unittest

stdout = sys.stdout
name, *done = sys.argv[1:]
done = set(done)


def tell(**fields):
    stdout.write('\x1e' + json.dumps(fields) + '\n')
    stdout.flush()


class Result(unittest.TestResult):
    """Tells each test's begin and end."""

    def startTest(self, test):
        super().startTest(test)
        self.outcome = 'passed', ''
        tell(start=test.id())

    def stopTest(self, test):
        outcome, message = self.outcome
        tell(id=test.id(), outcome=outcome, message=message)

    def failed(self, err):
        if issubclass(err[0], FileNotFoundError) and sys.executable in str(err[1]):
            self.outcome = 'skipped', 'starts another Python'
            return
        if self.outcome[0] != 'failed':
            try:
                import traceback
                text = ''.join(traceback.format_exception(*err))
            except Exception as error:
                text = f'{err[0].__name__}: (no traceback: {error!r})'
            self.outcome = 'failed', text

    def addError(self, test, err):
        if not hasattr(self, 'outcome'):
            self.outcome = 'passed', ''
        self.failed(err)
        if not isinstance(test, unittest.TestCase):
            tell(id=test.id(), outcome='failed', message=self.outcome[1])

    def addFailure(self, test, err):
        self.failed(err)

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.failed(err)

    def addSkip(self, test, reason):
        if getattr(self, 'outcome', ('passed',))[0] == 'passed':
            self.outcome = 'skipped', reason

    def addUnexpectedSuccess(self, test):
        self.outcome = 'failed', 'unexpected success'


def flat(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from flat(test)
        elif test.id() not in done:
            yield test


# Tests marked as of CPython's own workings are skipped, as other implementations of Python do.
sys.implementation.name = 'vram-ledger'
platform.python_implementation = lambda: 'VRAM Ledger'
module = importlib.import_module(f'test.{name}')
suite = unittest.defaultTestLoader.loadTestsFromModule(module)
tests = list(flat(suite))
tell(count=len(tests))
unittest.TestSuite(tests).run(Result())
tell(end=True)
