import sys


class Other:
    answer = 42


sys.modules[__name__] = Other()
