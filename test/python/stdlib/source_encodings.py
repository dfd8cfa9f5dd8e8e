# What tokenize says of a file's encoding, and importlib.util.decode_source.
import importlib.util
import io
import tokenize

for source in (b'', b'x = 1\n', b'# coding: latin-1\nx = 1\n', b'#!/bin/sh\n# -*- coding: UTF-8 -*-\nx\n', b'x = 1\n# coding: latin-1\n',
               b'\xef\xbb\xbfx = 1\n', b'\xef\xbb\xbf# coding: utf_8\n', b'\xef\xbb\xbf# coding: latin-1\n', b'# coding: nonsense\n',
               b'\n# vim: set fileencoding=cp1252 :\n', b'\n\n# coding: latin-1\n', b'# \xe9\n'):
    try:
        print(tokenize.detect_encoding(io.BytesIO(source).readline))
    except SyntaxError as error:
        print(type(error).__name__, error)
print(tokenize.detect_encoding(iter([b'x = 1\n', b'y\n']).__next__))
print(repr(importlib.util.decode_source(b'# coding: utf-8\r\nx = "\xc3\xa9"\r\n')))
