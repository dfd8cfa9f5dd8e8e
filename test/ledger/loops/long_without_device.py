# A loop that does nothing on the device, of many passes but not without an end, goes on to its end.
# prints: 1500000 1500000
# left: no
n = 0
while n < 1_500_000:
    n += 1
m = 0
while True:
    m += 1
    if m == n:
        break
print(n, m)
