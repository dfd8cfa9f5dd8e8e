# A loop without end is left; what its passes counted is unknown afterwards.
from common import train

name = "model"
count = 0
while True:
    loss = train()
    count += 1
    if count > 100_000_000:
        break
print(name, count)
# prints: model ?
# left: yes
