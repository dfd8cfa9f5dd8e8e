"""Proves truth by __bool__ and __len__, and their errors."""
class B:
    def __init__(self, r): self.r = r
    def __bool__(self): return self.r
class L:
    def __init__(self, r): self.r = r
    def __len__(self): return self.r
for v in (B(True), B(False), L(0), L(3), B(1), L(-1), L('x'), L(1.0), L(2**70), object()):
    try: print(bool(v), not v)
    except Exception as e: print(type(e).__name__, e)
print([] or 'a', 0 or None, '' and 1, 1 and 2 and 3, None or 0 or [], not not [0], (1 or 1 / 0), (0 and 1 / 0))
