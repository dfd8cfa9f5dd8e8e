"""Weights & Biases without its server: runs have their configuration, and what they are told is not sent anywhere."""

from _host import note as _note
from _silent import Silent as _Silent, member as _member

__version__ = '0.25.0'


def _plain(value):
    """As JSON has it: a tuple is a list."""
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return value


class Config:
    """`wandb.config`: values by key and by attribute."""

    def __init__(self, values=None):
        object.__setattr__(self, '_items', {})
        self.update(values)

    def update(self, values=None, allow_val_change=None):
        if values is None or isinstance(values, str):
            return
        if not isinstance(values, dict):
            values = dict(values.items()) if hasattr(values, 'items') else vars(values)
        for key, value in values.items():
            # What a sweep has chosen stays.
            if key not in self._items or allow_val_change is not False:
                self._items[key] = _plain(value)

    def setdefaults(self, values):
        for key, value in dict(values).items():
            self._items.setdefault(key, _plain(value))

    def setdefault(self, key, value=None):
        return self._items.setdefault(key, _plain(value))

    def get(self, key, default=None):
        return self._items.get(key, default)

    def keys(self):
        return self._items.keys()

    def values(self):
        return self._items.values()

    def items(self):
        return self._items.items()

    def as_dict(self):
        return dict(self._items)

    def __getitem__(self, key):
        return self._items[key]

    def __setitem__(self, key, value):
        self._items[key] = _plain(value)

    def __getattr__(self, name):
        try:
            return self._items[name]
        except KeyError:
            raise AttributeError(f"{self.__class__!r} object has no attribute {name!r}") from None

    def __setattr__(self, name, value):
        self._items[name] = _plain(value)

    def __contains__(self, key):
        return key in self._items

    def __iter__(self):
        return iter(self._items)

    def __len__(self):
        return len(self._items)

    def __repr__(self):
        return repr(self._items)

    __str__ = __repr__


class Run(_Silent):
    def __init__(self, project, name, config, group, job_type, tags, dir):
        self.project, self.name, self.id = project or 'uncategorized', name or 'dummy-run', 'dummy-id'
        self.group, self.job_type, self.tags, self.notes = group, job_type, tuple(tags or ()), None
        self.entity, self.url, self.dir, self.sweep_id = 'dummy', None, dir or 'wandb', None
        self.config, self.summary, self.step, self.disabled = config, Config(), 0, True

    def watch(self, *args, **kwargs):
        watch(*args, **kwargs)

    def finish(self, *args, **kwargs):
        finish()

    def log(self, data, step=None, commit=None, sync=None):
        self.step += 1

    def __exit__(self, *exc):
        finish()


run = None
config = Config()
summary = Config()
# The values that a sweep's agent has chosen for the next run.
_chosen = {}
_sweeps = {}


def init(entity=None, project=None, dir=None, id=None, name=None, notes=None, tags=None, config=None, **kwargs):
    global run
    made = Config(config)
    made.update(_chosen)
    globals()['config'] = made
    run = Run(project, name, made, kwargs.get('group'), kwargs.get('job_type'), tags, dir)
    if id is not None:
        run.id = id
    globals()['summary'] = run.summary
    return run


def finish(*args, **kwargs):
    global run
    run = None


def log(data, step=None, commit=None, sync=None):
    if run is None:
        raise Error('You must call wandb.init() before wandb.log()')
    run.log(data)


class Error(Exception):
    pass


CommError = UsageError = Error


def login(*args, **kwargs):
    return True


def watch(models, criterion=None, log='gradients', log_freq=1000, idx=None, log_graph=False):
    if log is not None:
        _note('missing', 'wandb.watch: what the histograms of gradients and parameters take is not counted')
    return []


def unwatch(models=None):
    return None


def sweep(sweep, entity=None, project=None, prior_runs=None):
    name = f'dummy-sweep-{len(_sweeps)}'
    _sweeps[name] = sweep if isinstance(sweep, dict) else {}
    return name


def _first(parameter):
    """A value that a sweep may choose."""
    if not isinstance(parameter, dict):
        return parameter
    if 'parameters' in parameter:
        return {key: _first(value) for key, value in parameter['parameters'].items()}
    if 'value' in parameter:
        return parameter['value']
    return parameter['values'][0] if 'values' in parameter else parameter.get('min')


def agent(sweep_id, function=None, entity=None, project=None, count=None, **kwargs):
    parameters = _sweeps.get(sweep_id, {}).get('parameters', {})
    if function is None:
        return
    _note('assumption', 'wandb.agent: one run of the sweep is made, with the first value of each parameter')
    _chosen.update({key: _first(value) for key, value in parameters.items()})
    try:
        function()
    finally:
        _chosen.clear()


def __getattr__(name):
    return _member(__name__, name)
