"""What json has in C."""

from _json_native import encode_basestring, encode_basestring_ascii
