print('tools is loaded')
from . import Heavy
