# Subclasses of logging.config's configurator, and what a dict configures.
import logging
import logging.config
import sys

CONFIG = {
    'version': 1,
    'formatters': {'short': {'format': '%(levelname)s %(name)s: %(message)s'}},
    'handlers': {'console': {'class': 'logging.StreamHandler', 'formatter': 'short', 'level': 'INFO', 'stream': 'ext://sys.stdout'}},
    'loggers': {'train': {'level': 'DEBUG', 'handlers': ['console'], 'propagate': False}},
    'root': {'level': 'WARNING', 'handlers': ['console']},
    'disable_existing_loggers': False,
}


class Configurator(logging.config.DictConfigurator):
    def __init__(self, config):
        super().__init__(config)
        self.count = 0

    def configure(self):
        self.count += 1
        super().configure()
        return self.count


configurator = Configurator(CONFIG)
print(configurator.configure(), configurator.config['root']['level'], isinstance(configurator, logging.config.BaseConfigurator))
print(configurator.resolve('logging.handlers.RotatingFileHandler').__name__, configurator.resolve('sys.stdout') is sys.stdout)
logging.getLogger('train').info('started %d', 1)
logging.getLogger('train').debug('too low')
logging.getLogger('other').info('too low')
logging.getLogger('other').warning('told')
print(logging.config.dictConfigClass is logging.config.DictConfigurator)
logging.config.dictConfig({**CONFIG, 'root': {'level': 'ERROR', 'handlers': []}})
print(logging.getLogger().level, logging.getLogger('train').level)
