"""Where the program runs."""


def is_fbcode():
    return False
