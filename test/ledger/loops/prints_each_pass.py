# A loop that prints in each pass goes to its end.
from common import train

lines = 0
for step in range(1500):
    loss = train()
    print(end="")
    lines += 1
print(step, lines)
# prints: 1499 1500
# left: no
