# warnings and logging: once per place, filters, record, errors; logger hierarchy, levels, formats, handlers.
import io
import logging
import sys
import warnings

sys.stderr = out = io.StringIO()


def old():
    warnings.warn('deprecated thing', DeprecationWarning, stacklevel=2)


for i in range(2):
    warnings.warn('hello')
old()
warnings.warn(RuntimeWarning('rt'))
with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    warnings.warn('ignored')
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    warnings.warn('recorded', FutureWarning)
    warnings.warn('twice')
print(len(w), w[0].category.__name__, w[0].message, w[0].lineno > 0)
with warnings.catch_warnings():
    warnings.filterwarnings('error', message='fatal.*')
    try:
        warnings.warn('fatal problem')
    except UserWarning as e:
        print('raised', e)
    warnings.filterwarnings('ignore', category=UserWarning)
    warnings.warn('not shown')
try:
    warnings.warn('x', int)
except TypeError as e:
    print(e)
text = out.getvalue()
print('\n'.join(line.rsplit('/', 1)[-1] for line in text.splitlines()))
out.truncate(0)
out.seek(0)
log = logging.getLogger('a.b')
log.warning('to last resort %s', 1)
log.info('nothing')
print(repr(out.getvalue()))
out.truncate(0)
out.seek(0)
h = logging.StreamHandler(sys.stdout)
h.setFormatter(logging.Formatter('%(levelname)s:%(name)s:%(funcName)s:%(message)s'))
logging.getLogger('a').addHandler(h)
log.error('err %d %s', 1, 'x')
log.setLevel(logging.DEBUG)
log.debug('dbg %(k)s', {'k': 'v'})
print(log.getEffectiveLevel(), log.parent.name, log.level, log.isEnabledFor(10), log.hasHandlers(), log, logging.getLogger(), log.getChild('c').name)
logging.getLogger('a').propagate = False
log.critical('crit')
h.setLevel('ERROR')
log.warning('filtered by handler')
h.setLevel(0)


class F(logging.Filter):
    def filter(self, record):
        return 'secret' not in record.getMessage()


log.addFilter(F())
log.warning('secret')
log.warning('public')
try:
    1 / 0
except ZeroDivisionError:
    log.exception('failed')
logging.basicConfig(level=logging.INFO, format='[%(levelname)s] %(message)s', stream=sys.stdout)
logging.info('root info')
logging.debug('no')
logging.basicConfig(level=logging.DEBUG, format='{levelname} {message}', style='{', stream=sys.stdout, force=True)
logging.debug('braces %s', 'ok')
print(logging.getLevelName(20), logging.getLevelName('INFO'), logging.getLevelName(15), logging.WARN, logging.root.handlers[0].level)
logging.addLevelName(15, 'VERBOSE')
log.log(15, 'custom')
logging.disable(logging.CRITICAL)
log.critical('disabled')
logging.disable(logging.NOTSET)
try:
    log.setLevel('NOPE')
except ValueError as e:
    print(e)
logging.captureWarnings(True)
logging.LoggerAdapter(log, {'x': 1}).info('adapted')
logging.getLogger('n').addHandler(logging.NullHandler())
r = logging.makeLogRecord({'msg': 'hi %s', 'args': ('x',)})
print(r.getMessage(), isinstance(logging.getLogger('x.y.z'), logging.Logger), logging.getLogger('x') is logging.getLogger('x'))
