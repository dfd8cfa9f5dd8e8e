# Classes of the library that take parameters in annotations, as `Queue[int]`.
import concurrent.futures
import difflib
import itertools
import logging
import os
import queue
import subprocess
import tempfile
import typing
import weakref


class Pipeline:
    waiting: queue.Queue[int]
    known: weakref.ref["Pipeline"]

    def put(self, item: queue.SimpleQueue[str], done: concurrent.futures.Future[int]) -> "subprocess.Popen[bytes]":
        return item


for cls in (
    queue.Queue, queue.LifoQueue, queue.PriorityQueue, queue.SimpleQueue, itertools.chain, weakref.ref, weakref.WeakMethod, subprocess.Popen,
    subprocess.CompletedProcess, concurrent.futures.Future, difflib.SequenceMatcher, tempfile.TemporaryDirectory, os.DirEntry,
    logging.StreamHandler, logging.LoggerAdapter,
):
    alias = cls[int]
    print(cls.__name__, typing.get_origin(alias) is cls, typing.get_args(alias), typing.get_args(cls[int, str]))
print(list(itertools.chain[int]([1], [2])), queue.Queue[int](3).maxsize)
print([typing.get_args(annotation) for annotation in Pipeline.__annotations__.values()])
try:
    weakref.finalize[int]
except TypeError as error:
    print(error)
