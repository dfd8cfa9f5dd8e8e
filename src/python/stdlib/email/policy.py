"""Policies."""


class Policy:
    def __init__(self, **kw):
        self.__dict__.update(kw)

    def clone(self, **kw):
        return type(self)(**{**self.__dict__, **kw})

    def __add__(self, other):
        return self.clone(**other.__dict__)


class EmailPolicy(Policy):
    pass


Compat32 = Policy
compat32 = default = strict = SMTP = HTTP = SMTPUTF8 = EmailPolicy()


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
