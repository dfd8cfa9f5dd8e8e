# tabs and spaces mixed so that it depends on a tab's width what is a block: TabError, wherever the block is
for s in ("if 1:\n\tx = 1\n        y = 2\n", "def f():\n    if 1:\n\tx = 1\n", "if 1:\n        x = 1\n\ty = 2\n", "if 1:\n\tif 2:\n\t    x = 1\n        \ty = 2\n", "if 1:\n\tx = (1,\n   2)\n\ty = 2\n"):
    try: compile(s, 'f', 'exec'); print("ok")
    except SyntaxError as e: print(type(e).__name__, e, e.args)
