"""A module that can also be run."""
log = [__name__]
size: int = 1
name: 'str'


class Kind:
    pass


def function():
    return log


if __name__ == '__main__':
    log.append('never')
