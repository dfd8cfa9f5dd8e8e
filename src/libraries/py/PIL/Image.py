"""Images without pixels."""

import builtins
import enum
from _host import is_unknown as _is_unknown, unknown as _unknown

MAX_IMAGE_PIXELS = 89478485


class DecompressionBombWarning(RuntimeWarning):
    pass


class DecompressionBombError(Exception):
    pass


class Transpose(enum.IntEnum):
    FLIP_LEFT_RIGHT = 0
    FLIP_TOP_BOTTOM = 1
    ROTATE_90 = 2
    ROTATE_180 = 3
    ROTATE_270 = 4
    TRANSPOSE = 5
    TRANSVERSE = 6


class Transform(enum.IntEnum):
    AFFINE = 0
    EXTENT = 1
    PERSPECTIVE = 2
    QUAD = 3
    MESH = 4


class Resampling(enum.IntEnum):
    NEAREST = 0
    BOX = 4
    BILINEAR = 2
    HAMMING = 5
    BICUBIC = 3
    LANCZOS = 1


class Dither(enum.IntEnum):
    NONE = 0
    ORDERED = 1
    RASTERIZE = 2
    FLOYDSTEINBERG = 3


class Palette(enum.IntEnum):
    WEB = 0
    ADAPTIVE = 1


class Quantize(enum.IntEnum):
    MEDIANCUT = 0
    MAXCOVERAGE = 1
    FASTOCTREE = 2
    LIBIMAGEQUANT = 3


for _group in (Transpose, Transform, Resampling, Dither, Palette, Quantize):
    globals().update(_group.__members__)
del _group
ANTIALIAS = Resampling.LANCZOS

_BANDS = {'1': ('1',), 'L': ('L',), 'P': ('P',), 'RGB': ('R', 'G', 'B'), 'RGBA': ('R', 'G', 'B', 'A'), 'CMYK': ('C', 'M', 'Y', 'K'),
          'YCbCr': ('Y', 'Cb', 'Cr'), 'LAB': ('L', 'A', 'B'), 'HSV': ('H', 'S', 'V'), 'I': ('I',), 'F': ('F',), 'LA': ('L', 'A'), 'I;16': ('I',)}


class Image:
    """A size and a mode."""

    format = None
    format_description = None

    def __init__(self, mode='RGB', size=(0, 0)):
        self.mode = mode
        self._size = tuple(size)
        self.info = {}
        self.palette = None

    size = property(lambda self: self._size)
    width = property(lambda self: self._size[0])
    height = property(lambda self: self._size[1])

    def _like(self, size=None, mode=None):
        return Image(self.mode if mode is None else mode, self._size if size is None else size)

    def getbands(self):
        return _BANDS.get(self.mode, ('L',))

    def copy(self):
        return self._like()

    def load(self):
        pass

    verify = close = load

    def convert(self, mode=None, *args, **kwargs):
        return self._like(mode=mode)

    def resize(self, size, *args, **kwargs):
        return self._like(size)

    def thumbnail(self, size, *args, **kwargs):
        w, h = self._size
        scale = min(size[0] / w, size[1] / h, 1)
        self._size = (max(1, round(w * scale)), max(1, round(h * scale)))

    def crop(self, box=None):
        return self._like() if box is None else self._like((box[2] - box[0], box[3] - box[1]))

    def transpose(self, method):
        return self._like(self._size[::-1] if method in (2, 4, 5, 6) else None)

    def rotate(self, angle, *args, expand=0, **kwargs):
        return self._like(self._size[::-1] if expand and angle % 180 == 90 else None)

    def transform(self, size, *args, **kwargs):
        return self._like(size)

    def _same(self, *args, **kwargs):
        return self._like()

    filter = point = quantize = effect_spread = reduce = _same

    def split(self):
        return tuple([self._like(mode='L') for _ in self.getbands()])

    def getchannel(self, channel):
        return self._like(mode='L')

    def paste(self, im, box=None, mask=None):
        pass

    alpha_composite = putalpha = putpixel = putpalette = putdata = paste

    def save(self, fp, format=None, **params):
        # What the file's bytes are nobody knows; that there is one is known.
        if _is_unknown(fp):
            return
        if hasattr(fp, 'write'):
            fp.write(_unknown('the bytes of an image'))
        else:
            with builtins.open(fp, 'wb') as file:
                file.write(_unknown('the bytes of an image'))

    def show(self, title=None):
        pass

    def getpixel(self, xy):
        return _unknown('a pixel of an image')

    getdata = getextrema = getbbox = histogram = tobytes = getcolors = getpalette = entropy = getpixel

    def getexif(self):
        return {}

    def __array__(self, dtype=None, copy=None):
        from numpy import empty
        bands = len(self.getbands())
        shape = (self.height, self.width) + ((bands,) if bands > 1 else ())
        made = empty(shape, 'bool' if self.mode == '1' else 'float32' if self.mode == 'F' else 'int32' if self.mode == 'I' else 'uint8')
        made._buf = None
        return made if dtype is None else made.astype(dtype)

    def __enter__(self):
        return self

    def __exit__(self, *args):
        pass

    def __eq__(self, other):
        return self is other

    __hash__ = object.__hash__

    def __repr__(self):
        return f'<PIL.Image.Image image mode={self.mode} size={self.width}x{self.height}>'


def new(mode, size, color=0):
    return Image(mode, size)


def open(fp, mode='r', formats=None):
    """An image of unknown size."""
    import os
    if isinstance(fp, (str, os.PathLike)) and not os.path.exists(fp):
        raise FileNotFoundError(2, 'No such file or directory', os.fspath(fp))
    return Image('RGB', (_unknown('the width of an image file'), _unknown('the height of an image file')))


def fromarray(obj, mode=None):
    if _is_unknown(obj):
        return obj
    shape = obj.shape
    if mode is None:
        mode = 'L' if len(shape) == 2 else {1: 'L', 2: 'LA', 3: 'RGB', 4: 'RGBA'}.get(shape[2], 'RGB')
    return Image(mode, (shape[1], shape[0]))


def frombytes(mode, size, data, *args):
    return Image(mode, size)


frombuffer = frombytes


def merge(mode, bands):
    return Image(mode, bands[0].size)


def blend(im1, im2, alpha):
    return im1.copy()


alpha_composite = composite = blend


def eval(image, *args):
    return image.copy()


def linear_gradient(mode):
    return Image(mode, (256, 256))


def register_open(*args, **kwargs):
    pass


register_extension = register_mime = register_save = register_extensions = preinit = init = register_open


def registered_extensions():
    return {'.jpg': 'JPEG', '.jpeg': 'JPEG', '.png': 'PNG', '.bmp': 'BMP', '.gif': 'GIF', '.webp': 'WEBP', '.tif': 'TIFF', '.tiff': 'TIFF'}


def isImageType(t):
    return isinstance(t, Image)


def getmodebands(mode):
    return len(_BANDS.get(mode, ('L',)))


EXTENSION = registered_extensions()


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
