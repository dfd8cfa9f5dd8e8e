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
    """What a tokenizer makes of a text: so many tokens, whose ids are unknown; unknown altogether where their count is."""

    overflowing = ()

    def __init__(self, length=None, padded=0):
        super().__init__()
        self._length = length
        self._padded = padded

    def _known(self, numbers):
        return _host.unknown(_NOT_READ) if self._length is None else numbers()

    @property
    def ids(self):
        return self._known(lambda: [_host.unknown(_NOT_READ, int)] * self._length)

    special_tokens_mask = ids

    @property
    def type_ids(self):
        return self._known(lambda: [0] * self._length)

    @property
    def attention_mask(self):
        return self._known(lambda: [1] * (self._length - self._padded) + [0] * self._padded)

    def __len__(self):
        return self._known(lambda: self._length)


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

    def _encodings(self, texts):
        """Of so many texts, where truncation and padding say how many tokens there are; without, all is unknown."""
        if self.truncation is None or (self.padding is None and texts > 1):
            return [Encoding() for _ in range(texts)]
        longest = self.truncation['max_length']
        padding = self.padding or {}
        multiple = padding.get('pad_to_multiple_of') or 1
        length = -(-max(padding.get('length') or 0, longest) // multiple) * multiple
        if padding.get('length') is None:
            message = f'of texts as many tokens are taken to be left as truncation allows, {longest}'
            _host.note('assumption', message + (', of the first; the others are shorter' if texts > 1 else ''))
        # A mask that hides nothing would spare programs what they do for padding.
        return [Encoding(length, int(length > 1 and (i > 0 or padding.get('length') is not None))) for i in range(texts)]

    def encode(self, sequence, *args, **kwargs):
        return self._encodings(1)[0]

    def encode_batch(self, input, *args, **kwargs):
        return self._encodings(len(input))

    encode_batch_fast = encode_batch

    def num_special_tokens_to_add(self, is_pair):
        return _host.unknown(_NOT_READ)


from . import decoders, models, normalizers, pre_tokenizers, processors, trainers
from .implementations import (BertWordPieceTokenizer, ByteLevelBPETokenizer, CharBPETokenizer,
                              SentencePieceBPETokenizer, SentencePieceUnigramTokenizer)
