"""Operations on images: they keep or give sizes."""


def _same(image, *args, **kwargs):
    return image.copy()


autocontrast = equalize = posterize = solarize = invert = mirror = flip = grayscale = colorize = exif_transpose = _same


def pad(image, size, *args, **kwargs):
    return image.resize(size)


fit = pad


def expand(image, border=0, fill=0):
    left, top, right, bottom = (border,) * 4 if isinstance(border, int) else tuple(border) * 2 if len(border) == 2 else border
    return image.resize((image.width + left + right, image.height + top + bottom))


def crop(image, border=0):
    return image.resize((image.width - 2 * border, image.height - 2 * border))


def scale(image, factor, resample=None):
    return image.resize((round(factor * image.width), round(factor * image.height)))


def contain(image, size, method=None):
    made = image.copy()
    made.thumbnail(size)
    return made


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
