"""The site."""

ENABLE_USER_SITE = False
PREFIXES = ['/usr']
USER_SITE = '/root/.local/lib/python3.11/site-packages'
USER_BASE = '/root/.local'


def getsitepackages(prefixes=None):
    import sys
    return [p for p in sys.path if p.endswith(('site-packages', 'dist-packages'))] or ['/usr/lib/python3.11/site-packages']


def getusersitepackages():
    return USER_SITE


def getuserbase():
    return USER_BASE


def addsitedir(sitedir, known_paths=None):
    pass


def main():
    pass
