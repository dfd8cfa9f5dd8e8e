name = 'three of '
