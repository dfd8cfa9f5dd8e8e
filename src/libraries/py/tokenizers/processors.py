"""What comes after a model."""
from ._parts import Part, parts


class PostProcessor(Part):
    """What is added to encoded text."""


globals().update(parts(__name__, PostProcessor, 'BertProcessing ByteLevel RobertaProcessing Sequence TemplateProcessing'))
