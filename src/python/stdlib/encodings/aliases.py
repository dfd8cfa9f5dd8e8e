"""Other names of encodings."""

from ._charmaps import ALIASES as _charmaps

aliases = {'utf8': 'utf_8', 'u8': 'utf_8', 'utf': 'utf_8', 'latin1': 'latin_1', 'latin': 'latin_1', 'l1': 'latin_1', 'iso_8859_1': 'latin_1', 'iso8859_1': 'latin_1', '8859': 'latin_1', 'cp819': 'latin_1', 'us_ascii': 'ascii', '646': 'ascii', 'utf16': 'utf_16', 'utf32': 'utf_32', **_charmaps}
