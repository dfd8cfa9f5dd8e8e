count = globals().get('count', 0) + 1
if 'extra' not in globals():
    extra = 'new'
