# str: case methods and predicates
for s in ('hello World', 'HELLO', 'ß straße', 'éA', '', '123', 'Hello World', "they're bill's", 'İ', 'a1b2', 'Hello123 World'):
    print(repr(s), s.upper(), s.lower(), s.title(), s.capitalize(), s.swapcase(), s.casefold(), s.isupper(), s.islower(), s.istitle())
for s in ('abc', 'abc1', '12', '½', '²', ' \t\n', '', 'a b', 'abc_1', '1abc', 'é', '\x00', 'Ⅷ', '٣', 'class'):
    print(repr(s), s.isalpha(), s.isalnum(), s.isdigit(), s.isdecimal(), s.isnumeric(), s.isspace(), s.isidentifier(), s.isprintable(), s.isascii())
