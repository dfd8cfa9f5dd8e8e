"""Ready-made tokenizers."""
from . import Tokenizer
from ._parts import parts


class BaseTokenizer(Tokenizer):
    """A tokenizer with its parts chosen."""

    def __init__(self, *args, **kwargs):
        super().__init__()


globals().update(parts(__name__, BaseTokenizer, 'BertWordPieceTokenizer ByteLevelBPETokenizer CharBPETokenizer '
                                                'SentencePieceBPETokenizer SentencePieceUnigramTokenizer'))
