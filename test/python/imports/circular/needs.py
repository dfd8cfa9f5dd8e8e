from .wants import other

thing = 2
