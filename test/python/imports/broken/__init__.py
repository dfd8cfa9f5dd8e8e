before = 1
1 / 0
