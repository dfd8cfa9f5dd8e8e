# How argparse ends a program: errors of each kind, their usage lines and exit codes.
import argparse, sys
def parser(**kw):
    p = argparse.ArgumentParser(prog='prog', **kw)
    p.add_argument('file')
    p.add_argument('--lr', type=float, default=1e-3, help='learning rate (default: %(default)s)')
    p.add_argument('-n', '--num', type=int, choices=[1, 2, 4])
    p.add_argument('--flag', action='store_true')
    p.add_argument('--no-cache', dest='cache', action='store_false')
    p.add_argument('-v', action='count', default=0)
    p.add_argument('--pair', nargs=2, metavar=('A', 'B'))
    g = p.add_mutually_exclusive_group()
    g.add_argument('--a', action='store_const', const=1)
    g.add_argument('--b', action='store_const', const=2)
    return p
for argv in (['x'], [], ['x', '--lr', 'abc'], ['x', '-n', '3'], ['x', '--a', '--b'], ['x', '--pair', '1'], ['x', 'y'], ['x', '--unknown'], ['x', '--fl'], ['x', '-vvv', '-n4'], ['x', '--lr=1e-4', '--no-cache'], ['--', '-x'], ['x', '--num'], ['-h'], ['x', '--n', '1']):
    try:
        print(argv, parser().parse_args(argv))
    except SystemExit as e:
        print(argv, 'exit', e.code)
    sys.stdout.flush()
p = argparse.ArgumentParser(prog='sub', exit_on_error=False)
sub = p.add_subparsers(dest='cmd', required=True)
a = sub.add_parser('train', aliases=['t']); a.add_argument('--epochs', type=int, default=1)
b = sub.add_parser('eval'); b.add_argument('path', nargs='?')
for argv in (['train', '--epochs', '3'], ['t'], ['eval'], ['eval', 'p'], [], ['bad'], ['train', '--epochs', 'x']):
    try:
        print(argv, p.parse_args(argv))
    except SystemExit as e:
        print(argv, 'exit', e.code)
    except argparse.ArgumentError as e:
        print(argv, 'ArgumentError', e)
print(parser().parse_known_args(['x', '--zz', '1', '--flag']))
