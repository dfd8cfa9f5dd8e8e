__version__ = '0.1'
from .models import build
