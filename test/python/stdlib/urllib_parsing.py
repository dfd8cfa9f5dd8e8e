"""Proves urllib.parse: splitting, joining, quoting, queries."""
from urllib.parse import (ParseResult, parse_qs, parse_qsl, quote, quote_plus, unquote, unquote_plus, urldefrag, urlencode, urljoin, urlparse, urlsplit,
                          urlunparse, urlunsplit)

u = urlparse('https://user:pa%20ss@Example.com:8080/a/b;p?q=1&r=a+b#frag')
print(u, u.hostname, u.port, u.username, u.password, u.geturl(), u.netloc, u[2])
print(urlsplit('//host/path'), urlsplit('mailto:a@b.c'), urlparse('path/only?x#y'), urlsplit('http://[::1]:80/').hostname)
print(urlunparse(('http', 'h', '/p', '', 'q=1', 'f')), urlunsplit(('http', 'h', 'p', '', '')), u._replace(scheme='http', netloc='x').geturl())
for base, url in [('http://a/b/c/d', 'e'), ('http://a/b/c/d', '../e'), ('http://a/b/c/d', '/e'), ('http://a/b/c/d', '//h/e'), ('http://a/b/c/d', '?q'), ('http://a/b/c/d', '#f'),
                  ('http://a/b/c/d', 'https://z'), ('http://a/b/c/', '../../../x'), ('http://a', 'b'), ('', 'b'), ('http://a/b', '')]:
    print(urljoin(base, url), end=' ')
print()
print(quote('a b/c&é'), quote('a/b', safe=''), quote_plus('a b/c&'), unquote('a%20b%C3%A9%zz'), unquote_plus('a+b%2B'), quote(b'\xff\x00'), quote('~_-.'))
print(urlencode({'a': 1, 'b': 'x y', 'c': [1, 2]}), urlencode({'c': [1, 2]}, doseq=True), urlencode([('a', 'é'), ('b', '&')]), urlencode({'a': 'x/y'}, safe='/'))
print(parse_qs('a=1&b=2&a=3&c='), parse_qs('a=&b', keep_blank_values=True), parse_qsl('a=1&b=x+y%21'), urldefrag('http://a/b#c'), urldefrag('x').fragment == '')
for call in [lambda: parse_qs('a&b=1', strict_parsing=True), lambda: urlparse('http://h:abc/').port, lambda: urlparse('http://h:99999/').port, lambda: urlencode('abc'),
             lambda: urlsplit('http://[::1/'), lambda: quote(5)]:
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
print(isinstance(u, tuple), ParseResult._fields, u == tuple(u), urlparse('HTTP://A/').scheme)
