"""Parts of distributed checkpoints."""


class Stateful:
    pass
