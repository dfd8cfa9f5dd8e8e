"""Proves indexing, slicing and stripping of texts with characters beyond the BMP."""
text = 'a🤗b🤗🤗c\ud83d'
print(len(text), [ascii(c) for c in text], ascii(text[1]), ascii(text[-1]), ascii(text[2:5]), ascii(text[:1]), ascii(text[1:]), ascii(text[::-1]), ascii(text[3:3]), ascii(text[-3:-1]), text[0:1])
print(text.index('c'), text.find('b', 2), text.rfind('🤗') == 4, ascii('🤗🤗x🤗 '.strip()), '🤗🤗x🤗'.strip('🤗'), '🤗x'.lstrip('x'), 'x🤗'.rstrip('🤗y'), ' 🤗 '.strip(), '🤗'.strip('🤗') == '',
      ascii('x\ud83d'.rstrip('\ud83d')), '🤗a🤗'.split('a'), '🤗'.center(5, '-'), '🤗'.zfill(3))
try:
    text[7]
except IndexError as error:
    print(error)
long = ('🤗' + 'x' * 30) * 20
print(long[31], long[310:313], len(long[5:600]), long[-1], long.count('🤗'), long[619:], ascii(long[589:590]))
