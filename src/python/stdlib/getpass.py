"""Passwords and the user's name."""


class GetPassWarning(UserWarning):
    pass


def getpass(prompt='Password: ', stream=None):
    from _host import unknown
    return unknown('a password typed by the user')


def getuser():
    return 'root'
