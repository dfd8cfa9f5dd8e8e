# argparse: types, actions, nargs, choices, defaults, groups, subparsers, help and error texts, exit status 2.
import argparse
import io
import sys


def attempt(parser, args):
    err = io.StringIO()
    old, sys.stderr = sys.stderr, err
    try:
        print(parser.parse_args(args))
    except SystemExit as e:
        print('exit', e.code)
    finally:
        sys.stderr = old
    if err.getvalue():
        print(err.getvalue(), end='')


p = argparse.ArgumentParser(prog='train.py', description='Train a model with many options and a long description that will need to be wrapped.', epilog='The end.')
p.add_argument('data', help='path to data')
p.add_argument('extra', nargs='*', default=[], help='more')
p.add_argument('--epochs', '-e', type=int, default=10, metavar='N', help='number of epochs (default: %(default)s)')
p.add_argument('--lr', type=float, default=1e-3)
p.add_argument('--model', choices=['resnet', 'vit'], default='vit', help='which model')
p.add_argument('--amp', action='store_true', help='mixed precision')
p.add_argument('--no-bias', dest='bias', action='store_false')
p.add_argument('-v', '--verbose', action='count', default=0)
p.add_argument('--sizes', nargs='+', type=int)
p.add_argument('--pair', nargs=2, metavar=('A', 'B'))
p.add_argument('--opt', nargs='?', const='c', default='d')
p.add_argument('--tag', action='append')
p.add_argument('--compile', action=argparse.BooleanOptionalAction, default=True)
p.add_argument('--hidden', help=argparse.SUPPRESS)
p.add_argument('--an-option-with-a-very-long-name', help='this help text starts on a line of its own because the option is long')
g = p.add_argument_group('optimizer', 'how to optimize')
g.add_argument('--momentum', type=float, default=0.9, help='momentum in %%')
m = p.add_mutually_exclusive_group()
m.add_argument('--fp16', action='store_true')
m.add_argument('--bf16', action='store_true')
p.add_argument('--version', action='version', version='%(prog)s 1.0')
print(p.format_help())
print(p.format_usage())
attempt(p, ['d'])
attempt(p, ['d', 'x', 'y', '-e', '5', '--lr=0.1', '--amp', '-vv', '--sizes', '1', '2', '--pair', 'a', 'b', '--opt', '--tag', 'x', '--tag', 'y', '--no-compile', '--no-bias'])
attempt(p, ['d', '--opt', 'z', '--epo', '3', '-e7'])
attempt(p, [])
attempt(p, ['d', '--epochs', 'x'])
attempt(p, ['d', '--model', 'bert'])
attempt(p, ['d', '--unknown', '1'])
attempt(p, ['d', '--fp16', '--bf16'])
attempt(p, ['d', '--pair', 'a'])
attempt(p, ['d', '--lr'])
attempt(p, ['d', '--a'])
attempt(p, ['--version'])
attempt(p, ['d', '--', '--lr'])
print(p.parse_known_args(['d', '--what', '3', '-q']))
print(p.get_default('lr'), vars(p.parse_args(['d']))['model'])
p.set_defaults(lr=5.0, other='o')
print(p.parse_args(['d']).lr, p.parse_args(['d']).other)
s = argparse.ArgumentParser(prog='tool')
s.add_argument('--debug', action='store_true')
sub = s.add_subparsers(dest='command', required=True, help='commands')
a = sub.add_parser('add', help='adds', aliases=['a'])
a.add_argument('x', type=int)
r = sub.add_parser('rm', help='removes')
r.add_argument('--force', action='store_true')
r.set_defaults(func=len)
print(s.format_help(), a.format_help())
for args in (['add', '3'], ['rm', '--force'], ['--debug', 'a', '4'], [], ['zz'], ['add'], ['add', 'x']):
    attempt(s, args)
parent = argparse.ArgumentParser(add_help=False)
parent.add_argument('--shared', type=int, default=1)
c = argparse.ArgumentParser(prog='c', parents=[parent], formatter_class=argparse.ArgumentDefaultsHelpFormatter)
c.add_argument('--own', default='q', help='own')
print(c.format_help(), c.parse_args(['--shared', '4']))
raw = argparse.ArgumentParser(prog='r', formatter_class=argparse.RawDescriptionHelpFormatter, description='line 1\n  line 2', usage='%(prog)s [x]')
print(raw.format_help())


def positive(s):
    v = int(s)
    if v <= 0:
        raise argparse.ArgumentTypeError(f'{s} is not positive')
    return v


t = argparse.ArgumentParser(prog='t', exit_on_error=False)
t.add_argument('--n', type=positive, default='7')
t.add_argument('-b', type=lambda s: s == 'y', default=False)
print(t.parse_args(['-b', 'y']), t.parse_args(['--n', '3']).n)
for args in (['--n', '-1'], ['--n=x']):
    try:
        t.parse_args(args)
    except argparse.ArgumentError as e:
        print(e, e.argument_name)
for bad in (lambda: t.add_argument('--n'), lambda: t.add_argument('x', required=True), lambda: t.add_argument('--z', action='nope'), lambda: t.add_argument('--y', type='int'), lambda: t.add_argument('--c', action='store_true', type=int)):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
print(argparse.Namespace(a=1) == argparse.Namespace(a=1), 'a' in argparse.Namespace(a=1), t.parse_args([]))
e = argparse.ArgumentParser(prog='e', allow_abbrev=False)
e.add_argument('--extend', action='extend', nargs='+', default=['0'])
e.add_argument('--const', action='store_const', const=42)
e.add_argument('--ac', action='append_const', const=1, dest='lst')
e.add_argument('rest', nargs=argparse.REMAINDER)
print(e.parse_args(['--extend', 'a', 'b', '--extend', 'c', '--const', '--ac', '--ac', 'cmd', '--flag', 'x']))
