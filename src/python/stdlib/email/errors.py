"""Errors of messages."""


class MessageError(Exception):
    pass


class MessageParseError(MessageError):
    pass


class HeaderParseError(MessageParseError):
    pass


class MessageDefect(ValueError):
    pass


class MultipartInvariantViolationDefect(MessageDefect):
    pass


class StartBoundaryNotFoundDefect(MessageDefect):
    pass


class MultipartConversionError(MessageError, TypeError):
    pass
