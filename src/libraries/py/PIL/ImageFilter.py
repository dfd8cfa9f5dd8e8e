"""Filters: they change no size."""


class Filter:
    pass


class MultibandFilter(Filter):
    pass


class GaussianBlur(MultibandFilter):
    def __init__(self, radius=2):
        self.radius = radius


class BoxBlur(MultibandFilter):
    def __init__(self, radius):
        self.radius = radius


class UnsharpMask(MultibandFilter):
    def __init__(self, radius=2, percent=150, threshold=3):
        self.radius = radius


class Kernel(Filter):
    def __init__(self, size, kernel, scale=None, offset=0):
        self.size = size


class ModeFilter(Filter):
    def __init__(self, size=3):
        self.size = size


MinFilter = MaxFilter = MedianFilter = ModeFilter
BLUR = CONTOUR = DETAIL = EDGE_ENHANCE = EDGE_ENHANCE_MORE = EMBOSS = FIND_EDGES = SHARPEN = SMOOTH = SMOOTH_MORE = Filter()
