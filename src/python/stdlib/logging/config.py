"""Configuration of logging from a dict."""

import logging


class BaseConfigurator:
    """What a dict says, with names of objects resolved by an importer."""

    importer = staticmethod(__import__)

    def __init__(self, config):
        self.config = dict(config)
        self.config.setdefault('version', 1)
        self.configurator = self

    def resolve(self, s):
        names = s.split('.')
        used = names.pop(0)
        found = self.importer(used)
        for name in names:
            used += '.' + name
            try:
                found = getattr(found, name)
            except AttributeError:
                self.importer(used)
                found = getattr(found, name)
        return found


class DictConfigurator(BaseConfigurator):
    """Applies levels and stream handlers; other handlers become ones that keep their records."""

    def configure(self):
        config = self.config
        formatters = {}
        for name, spec in config.get('formatters', {}).items():
            formatters[name] = logging.Formatter(spec.get('format'), spec.get('datefmt'), spec.get('style', '%'))
        handlers = {}
        for name, spec in config.get('handlers', {}).items():
            if spec.get('class', '').endswith('StreamHandler'):
                import sys
                stream = spec.get('stream')
                if isinstance(stream, str):
                    stream = getattr(sys, stream.rpartition('.')[2])
                handler = logging.StreamHandler(stream)
            else:
                handler = logging.NullHandler()
            if 'level' in spec:
                handler.setLevel(spec['level'])
            if spec.get('formatter') in formatters:
                handler.setFormatter(formatters[spec['formatter']])
            handlers[name] = handler

        def configure(logger, spec):
            if 'level' in spec:
                logger.setLevel(spec['level'])
            if 'propagate' in spec:
                logger.propagate = spec['propagate']
            for name in spec.get('handlers', ()):
                logger.addHandler(handlers[name])

        for name, spec in config.get('loggers', {}).items():
            configure(logging.getLogger(name), spec)
        if 'root' in config:
            configure(logging.getLogger(), config['root'])


dictConfigClass = DictConfigurator


def dictConfig(config):
    dictConfigClass(config).configure()


def fileConfig(fname, defaults=None, disable_existing_loggers=True, encoding=None):
    pass
