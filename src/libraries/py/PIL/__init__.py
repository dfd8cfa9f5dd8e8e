"""Pillow as far as models' code touches it: images have a size and a mode, and no pixels."""

try:
    from importlib.metadata import version as _version
    __version__ = _version('pillow')
except Exception:
    __version__ = '13.0.0'


class UnidentifiedImageError(OSError):
    """A file that is no image."""


def __getattr__(name):
    if name.startswith('Image') or name in ('ExifTags', 'features', 'TiffImagePlugin', 'JpegImagePlugin', 'PngImagePlugin'):
        from importlib import import_module
        return import_module(f'PIL.{name}')
    from _host import missing_name
    return missing_name(__name__, name)
