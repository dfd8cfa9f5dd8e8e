"""Proves configparser: reading, interpolation, fallbacks, writing, and its errors."""
import configparser
import io

TEXT = '''
[DEFAULT]
base = /root
level = 3

[model]
; a comment
name: vit
path = %(base)s/models
lr = 1e-3
deep = yes
many = one
    two
    three
empty
'''
c = configparser.ConfigParser(allow_no_value=True)
c.read_string(TEXT)
print(c.sections(), c.options('model'), dict(c['model']), c.defaults())
print(c.get('model', 'path'), c.get('model', 'path', raw=True), c.getfloat('model', 'lr'), c.getboolean('model', 'deep'), c.getint('model', 'level'), repr(c['model']['many']),
      c['model'].get('no', 'fallback'), c.get('model', 'nope', fallback=None), c['model'].getint('level'), c.has_option('model', 'NAME'), 'model' in c, c.has_section('x'))
c['new'] = {'A': '1', 'b': 'x%%y'}
c.set('new', 'c', 'z')
c.add_section('other')
out = io.StringIO()
c.write(out)
print(out.getvalue())
print(c.remove_option('new', 'a'), c.remove_section('other'), c.items('new'), c.popitem()[0])
for call in [lambda: c.get('none', 'x'), lambda: c.get('model', 'none'), lambda: c.add_section('model'), lambda: c.read_string('x = 1'), lambda: c.read_string('[a]\n[a]'),
             lambda: c.read_string('[a]\nx=1\nx=2'), lambda: c.set('model', 'a', 5), lambda: c.getint('model', 'name'), lambda: c.getboolean('model', 'name'), lambda: c['nope'],
             lambda: c.set('model', 'q', '%(missing)s') or c.get('model', 'q'), lambda: c.set('model', 'a', '%z')]:
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
r = configparser.RawConfigParser()
r.optionxform = str
r.read_dict({'S': {'Key': 5, 'p': '%(x)s'}})
print(r.items('S'), r['S']['p'])
e = configparser.ConfigParser(interpolation=configparser.ExtendedInterpolation(), delimiters='=', comment_prefixes='#', inline_comment_prefixes=';')
e.read_string('[a]\nx = 1 ; note\n[b]\ny = ${a:x}2 $$\nz = ${y}3')
print(e.get('b', 'y'), e.get('b', 'z'))
print(c.read(['/no/such/file']), configparser.ConfigParser(default_section='common').default_section)
