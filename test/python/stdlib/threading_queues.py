"""Proves threading, queue, concurrent.futures and contextvars, as far as programs without races see them."""
import contextvars
import queue
import threading
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, as_completed, wait

results = []
t = threading.Thread(target=lambda a, b=0: results.append((a, b, threading.current_thread().name)), args=(1,), kwargs={'b': 2}, name='worker')
print(t.name, t.daemon, t.is_alive(), t.ident)
t.start()
t.join()
print(results, t.is_alive(), threading.current_thread().name, threading.main_thread() is threading.current_thread(), threading.active_count())


class Own(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True)
        self.done = False

    def run(self):
        self.done = True


own = Own()
own.start()
own.join(timeout=1)
print(own.done, own.daemon)
for call in [own.start, lambda: threading.Thread().join(), lambda: threading.Lock().release(), lambda: threading.RLock().release()]:
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
lock = threading.Lock()
with lock:
    print(lock.locked(), lock.acquire(blocking=False))
print(lock.locked(), lock.acquire(), lock.release())
rlock = threading.RLock()
with rlock, rlock:
    print('twice')
local = threading.local()
local.x = 1


def other():
    print(hasattr(local, 'x'))
    local.x = 2


t = threading.Thread(target=other)
t.start()
t.join()
print(local.x)
event = threading.Event()
print(event.is_set(), event.wait(0.01), event.set(), event.wait(), event.is_set(), event.clear(), event.is_set())
semaphore = threading.Semaphore(2)
print(semaphore.acquire(), semaphore.acquire(), semaphore.acquire(blocking=False), semaphore.release())
condition = threading.Condition()
with condition:
    condition.notify_all()
    print(condition.wait_for(lambda: True))
q = queue.Queue(maxsize=2)
q.put(1)
q.put(2)
print(q.qsize(), q.full(), q.empty(), q.get(), q.get_nowait(), q.empty())
for call in [q.get_nowait, lambda: (q.put_nowait(1), q.put_nowait(2), q.put_nowait(3)), lambda: queue.Queue().get(timeout=0.01)]:
    try:
        print(call())
    except (queue.Empty, queue.Full) as error:
        print(type(error).__name__)
p = queue.PriorityQueue()
for item in [(3, 'c'), (1, 'a'), (2, 'b')]:
    p.put(item)
s = queue.LifoQueue()
s.put(1)
s.put(2)
print([p.get() for _ in range(3)], s.get(), s.get(), queue.SimpleQueue().empty())
with ThreadPoolExecutor(max_workers=2) as pool:
    futures = [pool.submit(pow, n, 2) for n in range(4)]
    print([f.result() for f in futures], list(pool.map(lambda a, b: a + b, [1, 2], [3, 4])), sorted(f.result() for f in as_completed(futures)))
    bad = pool.submit(lambda: 1 / 0)
    print(repr(bad.exception()), bad.done(), len(wait(futures, return_when=FIRST_COMPLETED).done) > 0)
    try:
        bad.result()
    except ZeroDivisionError as error:
        print('raised', error)
f = Future()
f.add_done_callback(lambda f: print('called', f.result()))
f.set_result(5)
print(f.done(), f.cancelled(), f.cancel())
v = contextvars.ContextVar('v', default=0)
token = v.set(5)
context = contextvars.copy_context()
print(v.get(), context[v], v.reset(token), v.get(), context.run(v.get), v.name)
e = contextvars.ContextVar('e')
try:
    e.get()
except LookupError as error:
    print(type(error).__name__, e.get('fallback'))
