# A loop without an end that does nothing on the device ends the run, told with its line.
# prints: before
# limit: 9 the loop has no end
print('before')
n = 0
for i in range(1000):
    n += i

while True:
    n = 1
