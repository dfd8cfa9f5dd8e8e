print('heavy is loaded')


class Heavy:
    pass
