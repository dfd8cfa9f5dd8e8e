"""The compiler's errors."""


class TorchDynamoException(RuntimeError):
    pass


class BackendCompilerFailed(TorchDynamoException):
    pass


class Unsupported(TorchDynamoException):
    pass


class UserError(Unsupported):
    pass
