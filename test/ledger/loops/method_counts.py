# Counters that are attributes go on as those that are names, and a list that grows is unknown.
from common import train


class Trainer:
    def __init__(self):
        self.step = 0
        self.losses = []

    def run(self, steps):
        for _ in range(steps):
            self.losses.append(train().item())
            self.step += 1


trainer = Trainer()
trainer.run(10_000_000)
print(trainer.step, trainer.losses)
# prints: 10000000 ?
# left: yes
