# A loop that collects something in each pass goes to its end.
from common import train

steps = []
for step in range(1500):
    loss = train()
    steps.append(step)
print(len(steps), sum(steps))
# prints: 1500 1124250
# left: no
