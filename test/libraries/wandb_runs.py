import os

os.environ['WANDB_MODE'] = 'disabled'
import wandb


def train(config=None):
    with wandb.init(project='demo', config=config) as run:
        config = wandb.config
        print(config.lr, config['layers'], 'lr' in config, 'other' in config, getattr(config, 'other', 7), config.get('other', 3))
        print(sorted(config.keys()), dict(config)['lr'], {**config}['layers'])
        config.update({'epochs': 2})
        config.seed = 5
        print(config.epochs, run.config.seed, wandb.run is run, isinstance(run.name, str), isinstance(run.id, str))
        for step in range(config.epochs):
            wandb.log({'loss': 0.5, 'image': wandb.Image(None) if step < 0 else None}, step=step)
            run.log({'accuracy': 0.1})
        run.summary['best'] = 0.9
        wandb.summary['last'] = 1
        wandb.define_metric('loss', summary='min')
        wandb.save('model.pt') if False else None
        print(run.summary['best'])


print(wandb.run is None)
train({'lr': 0.1, 'layers': [1, 2]})
train(dict(lr=1e-3, layers=()))


class Options:
    def __init__(self):
        self.lr, self.layers = 0.5, 3


run = wandb.init(project='p', config=vars(Options()), name='first', tags=['a'], reinit=True)
print(run.config.lr, len(run.config.as_dict()))
wandb.finish()
try:
    wandb.log({'a': 1})
except wandb.Error as error:
    print(type(error).__name__, error)
try:
    wandb.init(config={'a': 1}).config.b
except AttributeError as error:
    print('AttributeError')
