"""A private backend: none is registered."""

_privateuse1_backend_name = "privateuseone"


def rename_privateuse1_backend(backend_name):
    global _privateuse1_backend_name
    _privateuse1_backend_name = backend_name


def generate_methods_for_privateuse1_backend(**kwargs):
    return None


def _get_privateuse1_backend_name():
    return _privateuse1_backend_name
