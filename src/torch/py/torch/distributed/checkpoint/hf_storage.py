"""Parts of distributed checkpoints."""


class HuggingFaceStorageWriter:
    def __init__(self, path, **kwargs):
        self.path = path


class HuggingFaceStorageReader(HuggingFaceStorageWriter):
    pass
