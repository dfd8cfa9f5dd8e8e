"""Changes of images that keep their size."""


class _Enhance:
    def __init__(self, image):
        self.image = image

    def enhance(self, factor):
        return self.image.copy()


class Color(_Enhance):
    pass


class Contrast(_Enhance):
    pass


class Brightness(_Enhance):
    pass


class Sharpness(_Enhance):
    pass
