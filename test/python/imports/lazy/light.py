print('light is loaded')


def light():
    return 'light'
