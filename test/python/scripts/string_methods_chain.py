# str methods applied to many inputs, printed as a table
words = ['', 'a', 'Hello', 'hello world', ' spaced ', 'UPPER', 'MiXeD', '123', '12.5', 'tab\there', 'new\nline', 'ünïcödé', 'a,b,,c', "quote's", 'x' * 5]
for m in ('upper', 'lower', 'title', 'capitalize', 'swapcase', 'strip', 'split', 'isalpha', 'isdigit', 'isspace', 'istitle', 'isupper', 'islower', 'isidentifier', 'splitlines', 'casefold', 'isalnum', 'isascii', 'isprintable', 'expandtabs', 'encode'):
    print(m, [getattr(w, m)() for w in words])
for m, args in (('center', (9, '*')), ('ljust', (7,)), ('rjust', (7, '.')), ('zfill', (6,)), ('find', ('l',)), ('rfind', ('l',)), ('count', ('l',)), ('replace', ('l', 'L')), ('startswith', ('h',)), ('endswith', ('d',)), ('partition', ('l',)), ('rpartition', ('l',)), ('split', ('l',)), ('rsplit', ('l', 1)), ('strip', ('hd ',)), ('removeprefix', ('he',)), ('removesuffix', ('ld',)), ('join', (['1', '2'],)), ('__contains__', ('e',)), ('__mul__', (2,)), ('__add__', ('!',)), ('__format__', ('>8',)), ('__eq__', ('a',)), ('__lt__', ('b',))):
    print(m, [getattr(w, m)(*args) for w in words])
