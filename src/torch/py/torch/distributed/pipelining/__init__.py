"""Pipelines: not modelled."""


class PipelineStage:
    pass


class Pipe:
    pass
