where = 'the first in the path'
