# Characters by their Unicode names, names by character.
import unicodedata
print("\N{LATIN SMALL LETTER E WITH ACUTE}\N{GREEK SMALL LETTER FINAL SIGMA}\N{HIRAGANA LETTER A}\N{GRINNING FACE}\N{line feed}\N{NBSP}|")
print("\N{CJK UNIFIED IDEOGRAPH-65E5}\N{HANGUL SYLLABLE HAN}\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}\N{MATHEMATICAL BOLD CAPITAL A}")
for c in 'aé日한😀\xa0–\u200b\ufeff\u0301∑Я':
    name = unicodedata.name(c)
    print(name, unicodedata.lookup(name) == c)
    try: print(unicodedata.lookup(name.lower()) == c)
    except KeyError as e: print(e)
print(unicodedata.name('\n', None), unicodedata.name('\ue000', 'none'))
for f in (lambda: unicodedata.name('\x00'), lambda: unicodedata.lookup('NO SUCH NAME'), lambda: unicodedata.lookup('HANGUL SYLLABLE XX')):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(len({unicodedata.name(chr(c), '') for c in range(0x3000)}))
try: eval(r'"\N{NO SUCH NAME}"')
except SyntaxError as e: print(e.msg)
