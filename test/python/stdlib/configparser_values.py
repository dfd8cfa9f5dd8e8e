# INI files: sections, defaults, interpolation, types, writing, errors.
import configparser, io
text = """
[DEFAULT]
base = /data
[train]
lr = 0.1
epochs: 10
flag = yes
path = %(base)s/train
multi = a
    b
; comment
empty =
novalue
[eval]
lr=0.2
"""
c = configparser.ConfigParser(allow_no_value=True); c.read_string(text)
print(c.sections(), c['train']['path'], c.getfloat('train', 'lr'), c['train'].getint('epochs'), c.getboolean('train', 'flag'), repr(c['train']['multi']), c.get('eval', 'x', fallback='fb'), c['train']['novalue'], repr(c['train']['empty']), c.has_option('eval', 'base'), c.options('eval'), dict(c['eval']), 'train' in c, len(c))
c['new'] = {'k': 'v'}; c.set('new', 'z', '1'); c.remove_option('train', 'multi'); c.remove_section('eval')
f = io.StringIO(); c.write(f); print(f.getvalue())
for bad in (lambda: c['nope'], lambda: c.get('train', 'nope'), lambda: c.getint('train', 'lr'), lambda: c.add_section('train'), lambda: configparser.ConfigParser().read_string('x=1'), lambda: configparser.ConfigParser().read_string('[a]\nx'), lambda: configparser.ConfigParser().read_string('[a]\nx=1\nx=2'), lambda: c.getboolean('train', 'lr'), lambda: c.set('train', 'a', 1)):
    try: print(bad())
    except Exception as e: print(type(e).__name__, str(e).replace('\n', '|'))
r = configparser.RawConfigParser(); r.read_string('[a]\nx=%(y)s'); print(r['a']['x'])
e = configparser.ConfigParser(interpolation=configparser.ExtendedInterpolation()); e.read_string('[a]\nx=1\n[b]\ny=${a:x}2'); print(e['b']['y'])
r.optionxform = str; r.read_string('[S]\nKey=1'); print(r.options('S'))
