# Heaps: push, pop, replace, merge, nlargest with keys, the order of the list itself.
import heapq
h = []
for x in [5, 1, 8, 3, 2, 9, 0]: heapq.heappush(h, x)
print(h, heapq.heappop(h), h, heapq.heappushpop(h, 4), heapq.heapreplace(h, 7), h)
l = [9, 4, 7, 1, 8, 2]; heapq.heapify(l); print(l, [heapq.heappop(l) for _ in range(6)])
print(heapq.nlargest(3, [5, 1, 9, 9, 2]), heapq.nsmallest(2, ['bb', 'a', 'ccc'], key=len), heapq.nlargest(2, {'a': 3, 'b': 1}.items(), key=lambda kv: kv[1]), heapq.nlargest(0, [1]), heapq.nsmallest(9, [2, 1]))
print(list(heapq.merge([1, 4], [2, 3], [0])), list(heapq.merge([3, 1], [4, 2], reverse=True)), list(heapq.merge(['a', 'ccc'], ['bb'], key=len)))
for bad in (lambda: heapq.heappop([]), lambda: heapq.heapreplace([], 1), lambda: heapq.heappush((), 1), lambda: heapq.heapify([1, 'a', 2])):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
class Task:
    def __init__(self, p, n): self.p, self.n = p, n
    def __lt__(self, o): return self.p < o.p
    def __repr__(self): return self.n
q = [Task(2, 'b'), Task(1, 'a'), Task(3, 'c')]; heapq.heapify(q); print([heapq.heappop(q) for _ in range(3)])
