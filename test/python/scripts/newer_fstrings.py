# PEP 701: f-strings with any expression inside.
name, items, table = 'x', ['a', 'b'], {'key': 'value', "it's": 1}
print(f"{table["key"]} and {table['key']}")
print(f'{table['it\'s']}', f"{'\n'.join(items)}", f"{"\t".join(items)!r}")
print(f"{f"{f"{f"{1 + 1}"}"}"}")
print(f'{
    name  # a comment with } and ' and "
    .upper()
}')
print(f"""{
    [x
     for x in items   # over lines
     if x != 'b'
    ]
}""")
print(f"{'a' if name else "b"}:{"nested " f"{name!r}" " joined"}")
print(f"{name:{'>'}{10}}|{name!r:^{len("12345") * 2}}|{3.14159:{"."}{2}f}")
print(f"{(lambda x: x * 2)(4)} {(y := 5)} {y} {y:=^5} {y=} {y = !s} {y=:>4}")
print(f"{table["key"]=}", f"{items[0]  =  }")
print(f"{{}}{{{name}}}", f"{'{'}{"}"}", rf"\{name}\n", fr'{"\n"}\d')
print(f"{name!s:>{5}}" "plain" f'{"q"}' 'rest', f"{*items, 1}", f"{[*items]}")
print(f"{ {'a': 1}['a'] }", f"{ {1, 2} }")
print(f"{1:{2}{3}}", f"{'a':{'*'}^{5}}", f'{"a" "b"}', f"{1_000:,}", f"{0x1f:#x}")
print(f"{'multi'
         'line'}", f'''{1
}''', f"{lambda_ if (lambda_ := 3) else 0}")
print(f"{max(
    1,
    2,
)}")
async_text = f'{"await" + f'{'deep' + f"{"deeper" + f'{"deepest"}'}"}'}'
print(async_text)
print(f"{''}" == '', f"{'' '' ''}", f"{None}", f"{...}", f"{not True}", f"{-1}", f"{1 if 0 else 2}", f"{1,}", f"{1, 2}")
print(f"{name!r}{name!s}{name!a}{name !r}", f"{3!r:>5}", f"{'é'!a}")
print(f'\N{BULLET} {'\N{BULLET}'} \x41 {'\x41'} {"\u00e9"}', rf'\N{name}'.replace('x', '?') if True else '')
for text in ('f"{}"', 'f"{!r}"', 'f"{1"', 'f"}"', 'f"{a b}"', 'f"{1:{2}"', 'f"{lambda x: 1}"', 'f"{x!q}"', 'f"{x!}"', "f'{1:{'", 'f"{*}"', 'f"{a:=}"', 'f"{"'):
    try:
        compile(text, 'x', 'eval')
        print(text, 'compiles')
    except SyntaxError:
        print(text, 'SyntaxError')
