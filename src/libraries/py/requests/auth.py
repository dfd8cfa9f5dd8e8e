"""How requests say who asks."""


class AuthBase:
    def __call__(self, r):
        return r


class HTTPBasicAuth(AuthBase):
    def __init__(self, username, password):
        self.username, self.password = username, password


class HTTPDigestAuth(HTTPBasicAuth):
    pass
