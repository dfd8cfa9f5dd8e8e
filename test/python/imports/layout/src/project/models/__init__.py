from project.models.net import Net


def build(*args):
    return Net(*args).name
