# Wrapping, filling, indenting, dedenting, shortening, with every option that changes the result.
import textwrap as t
text = "Hello there, this is a fairly long-winded sentence -- with   spaces,\ttabs and a verylongwordthatdoesnotfitanywhere in it. New sentence."
for kw in ({'width': 20}, {'width': 30, 'initial_indent': '* ', 'subsequent_indent': '  '}, {'width': 10, 'break_long_words': False}, {'width': 25, 'break_on_hyphens': False}, {'width': 25, 'expand_tabs': False, 'replace_whitespace': False}, {'width': 25, 'drop_whitespace': False}, {'width': 25, 'max_lines': 2}, {'width': 25, 'max_lines': 2, 'placeholder': '~'}, {'width': 40, 'fix_sentence_endings': True}, {'width': 30, 'tabsize': 4}):
    print(kw, t.wrap(text, **kw))
print(t.fill(text, 30))
print(repr(t.dedent('  a\n    b\n\n  c\n')), repr(t.dedent('\ta\n\t b')), repr(t.dedent('  a\n b')), repr(t.dedent(' \n  x')))
print(repr(t.indent('a\n\nb', '> ')), repr(t.indent('a\n \nb', '- ', lambda line: True)))
print(t.shorten(text, 30), t.shorten('a b', 5), t.shorten('abcdef ghi', 8, placeholder='..'))
for bad in (lambda: t.wrap('a', 0), lambda: t.shorten('abc def', 2)):
    try: print(bad())
    except ValueError as e: print(e)
print(t.wrap(''), t.wrap('   '), t.fill('a-b-c d', 3), t.TextWrapper(width=7).wrap('aaa bbb ccc'))
