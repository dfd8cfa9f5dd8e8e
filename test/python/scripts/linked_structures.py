# small programs with objects: linked list, tree, graph search, LRU cache, bank, iterator classes
class Node:
    def __init__(self, v, nxt=None): self.v, self.nxt = v, nxt
class LinkedList:
    def __init__(self, items=()):
        self.head = None; self.size = 0
        for i in reversed(list(items)): self.push(i)
    def push(self, v): self.head = Node(v, self.head); self.size += 1
    def __iter__(self):
        n = self.head
        while n: yield n.v; n = n.nxt
    def __len__(self): return self.size
    def reverse(self):
        prev, cur = None, self.head
        while cur: cur.nxt, prev, cur = prev, cur, cur.nxt
        self.head = prev
    def __repr__(self): return '->'.join(map(str, self))
l = LinkedList([1, 2, 3]); l.push(0); print(l, len(l)); l.reverse(); print(l, list(l), 2 in l, max(l))
class Tree:
    def __init__(self): self.root = None
    def add(self, v):
        if self.root is None: self.root = [v, None, None]; return self
        n = self.root
        while True:
            i = 1 if v < n[0] else 2
            if n[i] is None: n[i] = [v, None, None]; return self
            n = n[i]
    def walk(self, n='root'):
        n = self.root if n == 'root' else n
        if n: yield from self.walk(n[1]); yield n[0]; yield from self.walk(n[2])
t = Tree()
for v in (5, 2, 8, 1, 9, 3): t.add(v)
print(list(t.walk()), t.add(4).root)
graph = {'a': ['b', 'c'], 'b': ['d'], 'c': ['d'], 'd': []}
def bfs(start, goal):
    queue, seen = [[start]], {start}
    while queue:
        path = queue.pop(0)
        if path[-1] == goal: return path
        for n in graph[path[-1]]:
            if n not in seen: seen.add(n); queue.append(path + [n])
print(bfs('a', 'd'), bfs('d', 'a'))
class LRU(dict):
    def __init__(self, n): super().__init__(); self.n = n
    def __getitem__(self, k): v = super().pop(k); super().__setitem__(k, v); return v
    def __setitem__(self, k, v):
        self.pop(k, None); super().__setitem__(k, v)
        if len(self) > self.n: del self[next(iter(self))]
c = LRU(2); c['a'] = 1; c['b'] = 2; c['a']; c['c'] = 3; print(dict(c), list(c))
class Account:
    interest = 0.02
    def __init__(self, owner, balance=0): self.owner, self._balance, self.history = owner, balance, []
    @property
    def balance(self): return self._balance
    def deposit(self, n):
        if n <= 0: raise ValueError('amount must be positive')
        self._balance += n; self.history.append(('deposit', n)); return self
    def __iadd__(self, n): return self.deposit(n)
    @classmethod
    def joint(cls, *names): return cls(' & '.join(names))
    def __str__(self): return f'{self.owner}: {self._balance:.2f}'
    def __lt__(self, o): return self._balance < o._balance
a = Account('Ann', 10); a += 5; a.deposit(2.5).deposit(1); print(a, a.history, Account.joint('A', 'B'), sorted([a, Account('Z', 1)])[0].owner)
try:
    a.deposit(-1)
except ValueError as e:
    print(e)
