"""Files of images."""

from PIL.Image import Image

LOAD_TRUNCATED_IMAGES = False
MAXBLOCK = 65536


class ImageFile(Image):
    pass


class Parser:
    pass
