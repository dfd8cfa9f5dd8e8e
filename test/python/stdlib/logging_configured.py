# Loggers: levels, propagation, filters, formatters, handlers, exceptions, dictConfig.
import logging, logging.config, io, sys
out = io.StringIO()
h = logging.StreamHandler(out); h.setFormatter(logging.Formatter('%(levelname)s:%(name)s:%(message)s:%(lineno)d:%(funcName)s'))
log = logging.getLogger('a.b'); log.addHandler(h); log.setLevel(logging.INFO)
def f():
    log.debug('no'); log.info('x %s %d', 'y', 3); log.warning('w', extra={'k': 1}); log.error('e %(a)s', {'a': 1}); log.log(35, 'custom')
    try: raise KeyError('k')
    except KeyError as e: log.error('failed %r', e)
f(); print(out.getvalue())
print(log.parent.name, log.isEnabledFor(10), log.getEffectiveLevel(), logging.getLogger('a.b.c').getEffectiveLevel(), logging.getLevelName(30), logging.getLevelName('ERROR'), logging.getLogger('a.b') is log, repr(log), log.hasHandlers(), logging.getLogger().name)
out.truncate(0); out.seek(0)
class Only(logging.Filter):
    def filter(self, r): return 'keep' in r.getMessage()
h.addFilter(Only()); log.info('keep me'); log.info('drop'); print(out.getvalue())
logging.addLevelName(15, 'FINE'); print(logging.getLevelName(15))
config = {'version': 1, 'formatters': {'s': {'format': '{levelname} {message}', 'style': '{'}}, 'handlers': {'c': {'class': 'logging.StreamHandler', 'formatter': 's', 'stream': 'ext://sys.stdout', 'level': 'WARNING'}}, 'loggers': {'cfg': {'handlers': ['c'], 'level': 'DEBUG', 'propagate': False}}, 'disable_existing_loggers': False}
logging.config.dictConfig(config); l = logging.getLogger('cfg'); l.info('hidden'); l.error('shown')
adapter = logging.LoggerAdapter(l, {'id': 7}); adapter.process('m', {}) ; adapter.warning('adapted')
class P(logging.LoggerAdapter):
    def process(self, msg, kw): return f'[{self.extra["id"]}] {msg}', kw
P(l, {'id': 7}).warning('prefixed')
logging.basicConfig(stream=sys.stdout, format='%(name)s %(levelname)-8s|%(message)s', level=logging.DEBUG, force=True)
logging.info('root'); logging.getLogger('x.y').debug('child'); logging.disable(logging.CRITICAL); logging.error('off'); logging.disable(logging.NOTSET)
class H(logging.Handler):
    def emit(self, record): print('emit', record.levelno, record.getMessage(), record.args, record.exc_info, self.format(record))
l.addHandler(H()); l.critical('last %s', 'one')
r = logging.LogRecord('n', 10, 'p.py', 5, 'm %s', ('a',), None); print(r.getMessage(), r.filename, r.module, logging.Formatter('$name', style='$').format(r))
