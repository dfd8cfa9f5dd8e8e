"""Proves the words of patterns that do not compile."""
import re
for p in ('(', ')', '[', 'a**', '*', '+a', '?', '(?P<n', '(?P<1a>x)', '(?P<n>a)(?P<n>b)', '(?P=x)', '(?<a)', '(?<=a*)', '(?z)', '(?i', 'a{2,1}', '[b-a]', r'\1', '(a)\\2', '[a', '\\', r'[\q]', r'\q', '(?(1)a|b|c)', '(?#', '(?', '(?P', '(?P>', '(?:', 'a(?i)b', r'\x1', r'\u12', '(?-i)', '(?i-i:a)', '(?<!a+)', '(?P<a>(?P=a))', r'\8', '(?a-u:x)', 'a++b', '(?>a)', '{1}', 'a{,3}', 'a{', '(?s-i:a)'):
    try: print(repr(p), 'ok', re.compile(p).groups)
    except re.error as e: print(repr(p), '->', e.msg, e.pos, e.lineno, e.colno)
    except OverflowError as e: print(repr(p), '->', e)
