"""Proves the package regex: properties, its groups, overlapping matches."""
import regex

pattern = regex.compile(r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+")
print(pattern.findall("Hello world's 123 été!  x"), regex.findall('aa', 'aaaa', overlapped=True), regex.sub(r'(?<a>b)', r'\g<a>!', 'abc'))
print(regex.subf(r'(\w+) (\w+)', '{0} {2}-{1}', 'ab cd'), regex.split(r'\P{L}+', 'a1b22c'), regex.fullmatch(r'\p{Lu}\p{Ll}*', 'Été') is not None,
      regex.search('B', 'abc', regex.I).span(), regex.escape('a.b c'))
