# A loop over itertools.cycle is left, also where only every fourth pass steps.
import itertools

from common import F, model, optimizer, x, y

for step, _ in enumerate(itertools.cycle([1, 2, 3])):
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    if step % 4 == 3:
        optimizer.step()
        optimizer.zero_grad()
print("done")
# prints: done
# left: yes
