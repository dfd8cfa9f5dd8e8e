"""Writers of messages."""


class Generator:
    def __init__(self, outfp, *args, **kwargs):
        self._fp = outfp

    def flatten(self, msg, *args, **kwargs):
        self._fp.write(msg.as_string())


BytesGenerator = Generator


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
