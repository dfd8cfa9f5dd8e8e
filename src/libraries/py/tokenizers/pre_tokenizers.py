"""What splits text before the model does."""
from ._parts import Part, parts


class PreTokenizer(Part):
    """How text is split into words."""


globals().update(parts(__name__, PreTokenizer, 'BertPreTokenizer ByteLevel CharDelimiterSplit Digits FixedLength Metaspace Punctuation Sequence Split UnicodeScripts Whitespace WhitespaceSplit'))
