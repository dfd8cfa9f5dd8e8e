"""Proves unittest: assertions and their messages, fixtures, skips, mock objects."""
import sys
import unittest
from unittest import mock
from unittest.mock import ANY, MagicMock, Mock, call, patch, sentinel


class Sums(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        print('class')

    def setUp(self):
        self.x = 1
        self.addCleanup(print, 'cleanup')

    def tearDown(self):
        print('down')

    def test_all(self):
        self.assertEqual(1, self.x)
        self.assertTrue(1)
        self.assertIn(1, [1])
        self.assertIsNone(None)
        self.assertAlmostEqual(0.1 + 0.2, 0.3)
        self.assertRaises(ValueError, int, 'x')
        with self.assertRaisesRegex(ZeroDivisionError, 'division') as context:
            1 / 0
        self.assertEqual(str(context.exception), 'division by zero')
        self.assertCountEqual([1, 2], [2, 1])
        self.assertIsInstance(1, int)
        self.assertGreater(2, 1)
        self.assertDictEqual({1: 2}, {1: 2})
        self.assertRegex('abc', 'b')
        with self.subTest(i=1):
            self.assertLess(1, 2)

    @unittest.skip('not now')
    def test_skipped(self):
        raise AssertionError

    @unittest.expectedFailure
    def test_expected(self):
        self.fail('as expected')

    def test_failures(self):
        for call in [lambda: self.assertEqual(1, 2), lambda: self.assertEqual('a', 'b', 'note'), lambda: self.assertTrue(0), lambda: self.assertIn(3, [1]),
                     lambda: self.assertIs(None, 0), lambda: self.assertIsNone(1), lambda: self.assertAlmostEqual(1, 1.1), lambda: self.assertRaises(ValueError, int, '1'),
                     lambda: self.assertIsInstance(1, str), lambda: self.assertGreater(1, 2), lambda: self.assertNotEqual(1, 1), lambda: self.assertFalse([1]),
                     lambda: self.assertRegex('a', 'b'), lambda: self.fail('msg'), lambda: self.assertNotIn(1, [1]), lambda: self.assertLessEqual(3, 2)]:
            try:
                call()
                print('passed')
            except AssertionError as error:
                print(error)


suite = unittest.defaultTestLoader.loadTestsFromTestCase(Sums)
result = unittest.TestResult()
suite.run(result)
print(result.testsRun, len(result.failures), len(result.errors), len(result.skipped), len(result.expectedFailures), result.wasSuccessful(), result.skipped[0][1])

m = Mock(return_value=3, name='m')
print(m(1, a=2), m.called, m.call_count, m.call_args, m.call_args.args, m.call_args.kwargs, m.mock_calls, m.attr.deep() is m.attr.deep())
m.assert_called_once_with(1, a=2)
m.assert_called_with(ANY, a=ANY)
for check in [lambda: m.assert_called_with(2), lambda: m.assert_not_called(), lambda: Mock().assert_called_once(), lambda: Mock().assert_called()]:
    try:
        check()
    except AssertionError as error:
        print(error)
m.side_effect = [1, ValueError('two')]
print(m())
try:
    m()
except ValueError as error:
    print(error)
m.side_effect = lambda x: x * 2
print(m(4), Mock(x=5).x, Mock(spec=['a']).a is not None)
try:
    Mock(spec=['a']).b
except AttributeError as error:
    print(error)
magic = MagicMock()
magic.__len__.return_value = 7
magic.__getitem__.side_effect = lambda k: k
print(len(magic), magic['k'], bool(magic), list(magic), int(magic))
with magic as entered:
    print(entered is magic.__enter__.return_value)


class Target:
    value = 1

    def method(self):
        return 'real'


with patch.object(Target, 'method', return_value='fake') as fake:
    print(Target().method(), fake.called)
print(Target().method())
with patch('sys.argv', ['x']), patch.dict('os.environ', {'SOME_NAME': '1'}):
    import os
    print(sys.argv, os.environ['SOME_NAME'])
print(call(1, a=2), call(1) == call(1), sentinel.thing, sentinel.thing is sentinel.thing)


@patch.object(Target, 'value', 9)
def patched():
    return Target.value


print(patched(), Target.value, mock.DEFAULT is mock.DEFAULT)
