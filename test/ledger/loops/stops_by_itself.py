# A while loop that counts up to its end is not taken for one without.
from common import train

step = 0
while step < 1200:
    loss = train()
    step += 1
print(step)
# prints: 1200
# left: no
