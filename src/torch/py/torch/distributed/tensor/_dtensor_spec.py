"""Inner names."""


class DTensorSpec:
    pass
