"""Proves the repetition of sequences: of nothing, by numbers that no memory has room for, and by none at all."""
import collections

COUNTS = [2**40, 2**62, 2**63, 2**70, -(2**40), -(2**63), -(2**70), -1, 0, True, 3]
for sequence in ([], (), '', b'', bytearray(), [1, 2], (1,), 'ab', b'ab', 'a', b'a'):
    for count in COUNTS:
        for repeat in (lambda: sequence * count, lambda: count * sequence):
            print(repr(sequence), count, end=' ')
            try:
                print(repr(repeat()))
            except (MemoryError, OverflowError) as error:
                print(type(error).__name__, error)
again = []
again *= 2**40
print(again, collections.deque() * 2**40)
