"""The classes of `io`, under the name that CPython gives them."""

from io import (
    BlockingIOError, BufferedRandom, BufferedReader, BufferedRWPair, BufferedWriter, BytesIO, FileIO, IncrementalNewlineDecoder, StringIO,
    TextIOWrapper, UnsupportedOperation, open)
