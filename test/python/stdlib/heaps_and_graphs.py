"""Proves heapq, bisect, graphlib, array and difflib's usual calls."""
import array
import bisect
import difflib
import graphlib
import heapq

h = [5, 3, 8, 1]
heapq.heapify(h)
print(h, heapq.heappop(h), heapq.heappush(h, 0), h, heapq.heappushpop(h, 2), heapq.heapreplace(h, 9), sorted(h), heapq.nlargest(2, [1, 5, 3]), heapq.nsmallest(2, 'dcba'),
      heapq.nlargest(2, ['a', 'bbb', 'cc'], key=len), list(heapq.merge([1, 4], [2, 3], [0])), list(heapq.merge([3, 1], [2], reverse=True)), heapq.nsmallest(5, [2, 1]), heapq.nlargest(0, [1]))
for call in [lambda: heapq.heappop([]), lambda: heapq.heappush(1, 2), lambda: heapq.heapify((1,)), lambda: heapq.heapify([1, 'a'])]:
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
a = [1, 3, 3, 5]
print(bisect.bisect(a, 3), bisect.bisect_left(a, 3), bisect.bisect_right(a, 4), bisect.insort(a, 4), a, bisect.insort_left(a, 3), a, bisect.bisect([3, 2, 1], 2, key=lambda x: -x),
      bisect.bisect_left(a, 3, lo=2, hi=4))
try:
    bisect.bisect(a, 1, lo=-1)
except ValueError as error:
    print(error)
g = graphlib.TopologicalSorter({'d': ['b', 'c'], 'b': ['a'], 'c': ['a']})
print(list(g.static_order()))
g = graphlib.TopologicalSorter()
g.add('x', 'y')
g.prepare()
ready = g.get_ready()
print(ready, g.is_active(), g.done(*ready), g.get_ready())
try:
    list(graphlib.TopologicalSorter({'a': ['b'], 'b': ['a']}).static_order())
except graphlib.CycleError as error:
    print(error.args[0], sorted(set(error.args[1])))
r = array.array('i', [1, 2, 3])
r.append(4)
r.extend([5])
print(r, r[1:3], r.itemsize, r.typecode, len(r), r.tolist(), r.tobytes()[:4], r == array.array('i', [1, 2, 3, 4, 5]), r.index(3), r.pop(), array.array('d', [1, 2.5]), array.array('f', [0.1])[0],
      array.array('b', b'ab'), array.array('u', 'hi'), array.array('h'), r.count(1), list(reversed(r)))
for call in [lambda: array.array('z'), lambda: r.append('a'), lambda: array.array('i', 'ab'), lambda: array.array('b').append(200)]:
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
old, new = 'one\ntwo\nthree\n'.splitlines(True), 'one\ntoo\nthree\nfour\n'.splitlines(True)
print(''.join(difflib.unified_diff(old, new, 'a', 'b')), ''.join(difflib.ndiff(old, new)), ''.join(difflib.context_diff(old, new, 'a', 'b')))
s = difflib.SequenceMatcher(None, 'abcd', 'bcde')
print(s.ratio(), s.find_longest_match(0, 4, 0, 4), s.get_matching_blocks(), s.get_opcodes(), s.quick_ratio(), difflib.get_close_matches('appel', ['ape', 'apple', 'peach']),
      difflib.get_close_matches('x', ['abc']))
