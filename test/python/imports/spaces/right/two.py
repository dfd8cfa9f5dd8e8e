from . import three

name = three.name + __package__
