"""Handlers for rotating files, queues and so on: what they would write is kept in memory."""

import logging

DEFAULT_TCP_LOGGING_PORT = 9020
DEFAULT_UDP_LOGGING_PORT = 9021


class BaseRotatingHandler(logging.FileHandler):
    namer = None
    rotator = None

    def __init__(self, filename, mode='a', encoding=None, delay=False, errors=None):
        logging.FileHandler.__init__(self, filename, mode, encoding, delay, errors)


class RotatingFileHandler(BaseRotatingHandler):
    def __init__(self, filename, mode='a', maxBytes=0, backupCount=0, encoding=None, delay=False, errors=None):
        super().__init__(filename, mode, encoding, delay, errors)
        self.maxBytes = maxBytes
        self.backupCount = backupCount


class TimedRotatingFileHandler(BaseRotatingHandler):
    def __init__(self, filename, when='h', interval=1, backupCount=0, encoding=None, delay=False, utc=False, atTime=None,
                 errors=None):
        super().__init__(filename, 'a', encoding, delay, errors)
        self.when = when.upper()
        self.interval = interval
        self.backupCount = backupCount


class WatchedFileHandler(logging.FileHandler):
    pass


class BufferingHandler(logging.Handler):
    def __init__(self, capacity):
        logging.Handler.__init__(self)
        self.capacity = capacity
        self.buffer = []

    def shouldFlush(self, record):
        return len(self.buffer) >= self.capacity

    def emit(self, record):
        self.buffer.append(record)
        if self.shouldFlush(record):
            self.flush()

    def flush(self):
        self.buffer.clear()


class MemoryHandler(BufferingHandler):
    def __init__(self, capacity, flushLevel=logging.ERROR, target=None, flushOnClose=True):
        BufferingHandler.__init__(self, capacity)
        self.flushLevel = flushLevel
        self.target = target

    def shouldFlush(self, record):
        return len(self.buffer) >= self.capacity or record.levelno >= self.flushLevel

    def flush(self):
        if self.target:
            for record in self.buffer:
                self.target.handle(record)
            self.buffer.clear()


class QueueHandler(logging.Handler):
    def __init__(self, queue):
        logging.Handler.__init__(self)
        self.queue = queue

    def emit(self, record):
        self.queue.put_nowait(record)


class QueueListener:
    def __init__(self, queue, *handlers, respect_handler_level=False):
        self.queue = queue
        self.handlers = handlers

    def start(self):
        pass

    def stop(self):
        pass


class SocketHandler(logging.Handler):
    def __init__(self, host, port):
        logging.Handler.__init__(self)

    def emit(self, record):
        pass


class SysLogHandler(SocketHandler):
    def __init__(self, address=('localhost', 514), facility=1, socktype=None):
        logging.Handler.__init__(self)


class HTTPHandler(SocketHandler):
    def __init__(self, host, url, method='GET', secure=False, credentials=None, context=None):
        logging.Handler.__init__(self)
