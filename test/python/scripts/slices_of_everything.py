# slicing: every sequence type with every kind of bound
for s in ([0, 1, 2, 3, 4], (0, 1, 2, 3, 4), 'abcde', b'abcde', bytearray(b'abcde'), range(5)):
    print([s[a:b:c] for a, b, c in ((None, None, None), (1, 4, None), (-3, -1, None), (None, None, -1), (4, 0, -2), (10, 20, None), (-100, 2, None), (3, 1, None), (None, 3, 2), (2, None, -1))])
    try:
        s[::0]
    except ValueError as e:
        print(e)
