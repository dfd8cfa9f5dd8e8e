"""What makes text of tokens."""
from ._parts import Part, parts


class Decoder(Part):
    """How tokens become text."""


globals().update(parts(__name__, Decoder, 'BPEDecoder ByteFallback ByteLevel CTC DecodeStream Fuse Metaspace Replace Sequence Strip WordPiece'))
