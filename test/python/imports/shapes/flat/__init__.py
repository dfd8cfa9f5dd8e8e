print('init', __name__)
from ..base import Shape
from .. import base as above
same = above.Shape is Shape
