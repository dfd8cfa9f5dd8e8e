"""Models of tokenizers."""
from ._parts import Part, parts


class Model(Part):
    """How pieces of text become tokens."""


globals().update(parts(__name__, Model, 'BPE Unigram WordLevel WordPiece'))
