"""Options as in C."""

__all__ = ['GetoptError', 'error', 'getopt', 'gnu_getopt']


class GetoptError(Exception):
    def __init__(self, msg, opt=''):
        self.msg = msg
        self.opt = opt
        Exception.__init__(self, msg, opt)

    def __str__(self):
        return self.msg


error = GetoptError


def getopt(args, shortopts, longopts=[]):
    opts = []
    longopts = [longopts] if isinstance(longopts, str) else list(longopts)
    while args and args[0].startswith('-') and args[0] != '-':
        if args[0] == '--':
            args = args[1:]
            break
        opts, args = _one(opts, args, shortopts, longopts)
    return opts, args


def _one(opts, args, shortopts, longopts):
    arg, args = args[0], args[1:]
    if arg.startswith('--'):
        name, eq, value = arg[2:].partition('=')
        possible = [o for o in longopts if o.rstrip('=').startswith(name)]
        exact = [o for o in possible if o.rstrip('=') == name]
        if not possible:
            raise GetoptError('option --%s not recognized' % name, name)
        if not exact and len(possible) > 1:
            raise GetoptError('option --%s not a unique prefix' % name, name)
        option = (exact or possible)[0]
        if option.endswith('='):
            if not eq:
                if not args:
                    raise GetoptError('option --%s requires argument' % name, name)
                value, args = args[0], args[1:]
        elif eq:
            raise GetoptError('option --%s must not have an argument' % name, name)
        return opts + [('--' + option.rstrip('='), value)], args
    rest = arg[1:]
    while rest:
        opt, rest = rest[0], rest[1:]
        at = shortopts.find(opt)
        if at < 0 or opt == ':':
            raise GetoptError('option -%s not recognized' % opt, opt)
        value = ''
        if shortopts[at + 1:at + 2] == ':':
            if not rest:
                if not args:
                    raise GetoptError('option -%s requires argument' % opt, opt)
                rest, args = args[0], args[1:]
            value, rest = rest, ''
        opts = opts + [('-' + opt, value)]
    return opts, args


def gnu_getopt(args, shortopts, longopts=[]):
    opts = []
    others = []
    longopts = [longopts] if isinstance(longopts, str) else list(longopts)
    while args:
        if args[0] == '--':
            others += args[1:]
            break
        if args[0].startswith('-') and args[0] != '-':
            opts, args = _one(opts, args, shortopts, longopts)
        else:
            others.append(args[0])
            args = args[1:]
    return opts, others
