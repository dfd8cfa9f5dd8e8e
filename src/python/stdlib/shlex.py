"""Text split as a shell does."""

__all__ = ['shlex', 'split', 'quote', 'join']

_SAFE = frozenset('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./-_')


def split(s, comments=False, posix=True):
    words = []
    word = None
    quoted = None
    i = 0
    while i < len(s):
        c = s[i]
        if quoted is None:
            if c.isspace():
                if word is not None:
                    words.append(word)
                    word = None
            elif c == '#' and comments and word is None:
                while i < len(s) and s[i] != '\n':
                    i += 1
            elif c in '\'"':
                quoted = c
                word = word or ''
                if not posix:
                    word += c
            elif c == '\\' and posix:
                i += 1
                if i >= len(s):
                    raise ValueError('No escaped character')
                word = (word or '') + s[i]
            else:
                word = (word or '') + c
        elif c == quoted:
            quoted = None
            if not posix:
                word += c
        elif c == '\\' and quoted == '"' and posix and i + 1 < len(s) and s[i + 1] in '"\\':
            i += 1
            word += s[i]
        else:
            word += c
        i += 1
    if quoted is not None:
        raise ValueError('No closing quotation')
    if word is not None:
        words.append(word)
    return words


def quote(s):
    if not s:
        return "''"
    if all(c in _SAFE for c in s):
        return s
    return "'" + s.replace("'", "'\"'\"'") + "'"


def join(split_command):
    return ' '.join(quote(arg) for arg in split_command)


class shlex:
    """The words of a text, one after another."""

    def __init__(self, instream=None, infile=None, posix=False, punctuation_chars=False):
        self._words = split(instream if isinstance(instream, str) else instream.read(), posix=posix)

    def get_token(self):
        return self._words.pop(0) if self._words else None

    def __iter__(self):
        return iter(self._words)
