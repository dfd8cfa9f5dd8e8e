# threading.local: attributes of each thread, subclasses with __init__ and class attributes.
import threading

data = threading.local()
data.x = 'main'
seen = []


def work(n):
    seen.append(hasattr(data, 'x'))
    data.x = n
    data.extra = [n]
    seen.append((data.x, sorted(vars(data))))


for n in range(3):
    thread = threading.Thread(target=work, args=(n,), name=f'worker-{n}')
    thread.start()
    thread.join()
print(seen, data.x, vars(data))
print(hasattr(data, 'extra'))


class Local(threading.local):
    number = 2
    made = 0

    def __init__(self, **options):
        type(self).made += 1
        self.__dict__.update(options)

    def squared(self):
        return self.number ** 2


local = Local(color='red')
print(local.color, local.number, local.squared(), Local.made)
local.color = 'blue'
local.number = 5


def other():
    print('other', local.color, local.number, local.squared())
    local.color = 'green'


for _ in range(2):
    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
print(local.color, local.number, Local.made)
del local.color
print(hasattr(local, 'color'))
try:
    del local.color
except AttributeError as error:
    print(error)
try:
    threading.local(1)
except TypeError as error:
    print(error)
print(threading.current_thread().name, threading.main_thread() is threading.current_thread(), threading.active_count())


class Stack(threading.local):
    def __init__(self):
        self.items = []

    def __enter__(self):
        self.items.append(len(self.items))
        return self

    def __exit__(self, *exc):
        self.items.pop()


stack = Stack()
with stack as s, stack:
    print(s.items)
print(stack.items)
