"""Hugging Face's tokenizers: what programs build of them. What they would answer is unknown."""
from enum import Enum
from typing import List, Tuple, Union

import _host
from ._parts import Part, _NOT_READ

__version__ = '0.23.3'

Offsets = Tuple[int, int]
TextInputSequence = str
PreTokenizedInputSequence = Union[List[str], Tuple[str]]
TextEncodeInput = Union[str, Tuple[str, str], List[str]]
PreTokenizedEncodeInput = Union[PreTokenizedInputSequence, Tuple[PreTokenizedInputSequence, PreTokenizedInputSequence]]
InputSequence = Union[TextInputSequence, PreTokenizedInputSequence]
EncodeInput = Union[TextEncodeInput, PreTokenizedEncodeInput]


class OffsetReferential(Enum):
    ORIGINAL = 'original'
    NORMALIZED = 'normalized'


class OffsetType(Enum):
    BYTE = 'byte'
    CHAR = 'char'


class SplitDelimiterBehavior(Enum):
    REMOVED = 'removed'
    ISOLATED = 'isolated'
    MERGED_WITH_PREVIOUS = 'merged_with_previous'
    MERGED_WITH_NEXT = 'merged_with_next'
    CONTIGUOUS = 'contiguous'


class AddedToken:
    """A token that is added to a vocabulary, and how it is matched."""

    def __init__(self, content=None, single_word=False, lstrip=False, rstrip=False, normalized=None, special=False):
        self.content = '' if content is None else content
        self.single_word = single_word
        self.lstrip = lstrip
        self.rstrip = rstrip
        self.special = special
        self.normalized = (not special) if normalized is None else normalized

    def __getstate__(self):
        return {name: getattr(self, name)
                for name in ('content', 'single_word', 'lstrip', 'rstrip', 'normalized', 'special')}

    def __setstate__(self, state):
        self.__dict__.update(state)

    def __str__(self):
        return self.content

    def __repr__(self):
        return (f'AddedToken("{self.content}", rstrip={self.rstrip}, lstrip={self.lstrip}, '
                f'single_word={self.single_word}, normalized={self.normalized}, special={self.special})')

    def __eq__(self, other):
        if not isinstance(other, AddedToken):
            return NotImplemented
        return self.content == other.content

    def __hash__(self):
        return hash(self.content)


class Encoding(Part):
    """What a tokenizer makes of a text."""


class NormalizedString(Part):
    pass


class PreTokenizedString(Part):
    pass


class Regex(Part):
    pass


class Token(Part):
    pass


class Tokenizer(Part):
    """A tokenizer: its vocabulary and its results are unknown."""

    def __init__(self, model=None, **kwargs):
        super().__init__(**kwargs)
        self.model = model
        self.normalizer = None
        self.pre_tokenizer = None
        self.post_processor = None
        self.decoder = None
        self.padding = None
        self.truncation = None
        self.encode_special_tokens = False

    @classmethod
    def from_str(cls, json):
        return cls()

    from_buffer = from_str

    @classmethod
    def from_pretrained(cls, identifier, revision='main', token=None):
        return cls()

    def add_special_tokens(self, tokens):
        return len(tokens)

    add_tokens = add_special_tokens

    def train(self, files, trainer=None):
        return None

    def train_from_iterator(self, iterator, trainer=None, length=None):
        return None

    def save(self, path, pretty=True):
        return None

    def enable_padding(self, **options):
        self.padding = options

    def no_padding(self):
        self.padding = None

    def enable_truncation(self, max_length, **options):
        self.truncation = {'max_length': max_length, **options}

    def no_truncation(self):
        self.truncation = None

    def encode(self, *args, **kwargs):
        return Encoding()

    def encode_batch(self, input, *args, **kwargs):
        return [Encoding() for _ in input]

    encode_batch_fast = encode_batch

    def num_special_tokens_to_add(self, is_pair):
        return _host.unknown(_NOT_READ)


from . import decoders, models, normalizers, pre_tokenizers, processors, trainers
from .implementations import (BertWordPieceTokenizer, ByteLevelBPETokenizer, CharBPETokenizer,
                              SentencePieceBPETokenizer, SentencePieceUnigramTokenizer)
