# A loop over a range that says little in very many steps ends with its counters where they would be.
from common import train

count = 0
odd = []
for step in range(10_000_000):
    loss = train()
    count += 3
    if step == 9_999_999:
        odd.append("last")
print(step, count, odd)
# prints: 9999999 30000000 ['last']
# left: yes
