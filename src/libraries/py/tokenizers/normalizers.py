"""Normalizers of tokenizers."""
from ._parts import Part, parts


class Normalizer(Part):
    """How text is normalized."""


globals().update(parts(__name__, Normalizer, 'BertNormalizer ByteLevel Lowercase NFC NFD NFKC NFKD Nmt Precompiled Prepend Replace Sequence Strip StripAccents'))


def unicode_normalizer_from_str(normalizer):
    return Normalizer()
