"""Kinds of tokens."""

ENDMARKER, NAME, NUMBER, STRING, NEWLINE, INDENT, DEDENT, LPAR, RPAR, LSQB, RSQB, COLON, COMMA, SEMI = range(14)
OP = 54
COMMENT, NL, ENCODING = 61, 62, 63
N_TOKENS = 64
NT_OFFSET = 256
ERRORTOKEN = 60
tok_name = {value: name for name, value in list(globals().items()) if isinstance(value, int) and name.isupper()}


def ISTERMINAL(x):
    return x < NT_OFFSET


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
