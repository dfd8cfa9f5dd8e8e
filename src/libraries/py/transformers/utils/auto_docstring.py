"""Documentation that transformers writes for its models while it is imported: nothing is written here, which saves most of
the time of the import. The other modules are the installed ones."""


class ClassAttrs:
    """Texts about attributes."""


class ClassDocstring:
    """Texts about classes."""


class ImageProcessorArgs:
    """Texts about arguments."""


class ModelArgs:
    """Texts about arguments."""


class ModelOutputArgs:
    """Texts about outputs."""


def _unchanged(obj=None, **options):
    """A decorator, with or without options, that gives what it decorates."""
    if obj is None:
        return lambda obj: obj
    return obj


auto_docstring = auto_class_docstring = auto_method_docstring = _unchanged


def get_args_doc_from_source(args_classes):
    return {}


def parse_docstring(docstring, max_indent_level=0, return_intro=False):
    return ({}, '', None) if return_intro else ({}, '')


def set_min_indent(docstring, indent_level):
    return docstring


equalize_indent = set_min_indent


def __getattr__(name):
    """What further versions import from here: a class without anything, or a function that does nothing."""
    if name.startswith('_'):
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    return type(name, (), {'__module__': __name__}) if name[0].isupper() else _unchanged
