"""Hugging Face's datasets: tables that a program makes itself are real, what is loaded is unknown."""
import random as _random

import _host

__version__ = '5.2.0'

_NOT_LOADED = 'data sets are not loaded here'


class Value:
    def __init__(self, dtype, id=None):
        self.dtype = dtype
        self.id = id

    def __repr__(self):
        return f"Value({self.dtype!r})"

    def __eq__(self, other):
        return isinstance(other, Value) and self.dtype == other.dtype


class ClassLabel:
    def __init__(self, num_classes=None, names=None, names_file=None, id=None):
        self.names = list(names) if names is not None else [str(i) for i in range(num_classes or 0)]
        self.num_classes = len(self.names)

    def str2int(self, values):
        return self.names.index(values) if isinstance(values, str) else [self.names.index(v) for v in values]

    def int2str(self, values):
        return self.names[values] if isinstance(values, int) else [self.names[v] for v in values]


class _Feature:
    def __init__(self, feature=None, *args, **options):
        self.feature = feature
        self.__dict__.update(options)


class Sequence(_Feature):
    pass


class List(_Feature):
    pass


class LargeList(_Feature):
    pass


class Image(_Feature):
    pass


class Audio(_Feature):
    pass


class Video(_Feature):
    pass


class Array2D(_Feature):
    pass


class Array3D(_Feature):
    pass


class Array4D(_Feature):
    pass


class Array5D(_Feature):
    pass


class Translation(_Feature):
    pass


class Features(dict):
    pass


class Split:
    TRAIN = 'train'
    TEST = 'test'
    VALIDATION = 'validation'
    ALL = 'all'


def _feature_of(values):
    for value in values:
        if isinstance(value, bool):
            return Value('bool')
        if isinstance(value, int):
            return Value('int64')
        if isinstance(value, float):
            return Value('float64')
        if isinstance(value, str):
            return Value('string')
        if isinstance(value, (list, tuple)):
            return List(_feature_of(value))
        if isinstance(value, dict):
            return {k: _feature_of([v]) for k, v in value.items()}
    return Value('null')


class Dataset:
    """A table in memory, by columns."""

    def __init__(self, columns, features=None, format=None):
        self._columns = columns
        self._features = features
        self._format = format or {'type': None, 'columns': None}

    @classmethod
    def from_dict(cls, mapping, features=None, info=None, split=None):
        return cls({name: list(values) for name, values in mapping.items()}, features)

    @classmethod
    def from_list(cls, mapping, features=None, info=None, split=None):
        names = mapping[0] if mapping else {}
        return cls({name: [row.get(name) for row in mapping] for name in names}, features)

    @classmethod
    def from_generator(cls, generator, features=None, gen_kwargs=None, **options):
        return cls.from_list(list(generator(**(gen_kwargs or {}))), features)

    @classmethod
    def from_pandas(cls, df, *args, **options):
        return _host.unknown(_NOT_LOADED)

    from_csv = from_json = from_parquet = from_text = from_sql = from_pandas

    @property
    def num_rows(self):
        for values in self._columns.values():
            return len(values)
        return 0

    @property
    def num_columns(self):
        return len(self._columns)

    @property
    def shape(self):
        return self.num_rows, self.num_columns

    @property
    def column_names(self):
        return list(self._columns)

    @property
    def features(self):
        return self._features or Features({name: _feature_of(values) for name, values in self._columns.items()})

    @property
    def format(self):
        return self._format

    def __len__(self):
        return self.num_rows

    def __repr__(self):
        return f'Dataset({{\n    features: {self.column_names},\n    num_rows: {self.num_rows}\n}})'

    def _shown(self, value):
        if self._format['type'] in ('torch', 'pt', 'pytorch') and not _host.is_unknown(value):
            import torch
            if isinstance(value, (int, float)) or isinstance(value, (list, tuple)) and value and not isinstance(value[0], str):
                return torch.tensor(value)
        return value

    def _names(self):
        chosen = self._format['columns']
        return self.column_names if chosen is None else [name for name in self.column_names if name in chosen]

    def _row(self, index):
        return {name: self._shown(self._columns[name][index]) for name in self._names()}

    def __getitem__(self, key):
        if isinstance(key, str):
            return self._columns[key]
        if isinstance(key, slice):
            return {name: self._shown(self._columns[name][key]) for name in self._names()}
        if isinstance(key, (list, tuple, range)):
            return {name: [self._shown(self._columns[name][i]) for i in key] for name in self._names()}
        if not -self.num_rows <= key < self.num_rows:
            raise IndexError(f'Invalid key: {key} is out of bounds for size {self.num_rows}')
        return self._row(key)

    def __getitems__(self, keys):
        return [self._row(key) for key in keys]

    def __iter__(self):
        for i in range(self.num_rows):
            yield self._row(i)

    def _with(self, columns=None, format=None):
        return type(self)(self._columns if columns is None else columns, None, format or self._format)

    def map(self, function=None, with_indices=False, with_rank=False, input_columns=None, batched=False, batch_size=1000,
            drop_last_batch=False, remove_columns=None, fn_kwargs=None, **options):
        fn_kwargs = fn_kwargs or {}
        if isinstance(remove_columns, str):
            remove_columns = [remove_columns]
        if isinstance(input_columns, str):
            input_columns = [input_columns]
        rows = []

        def call(example, index):
            args = [example] if input_columns is None else [example[name] for name in input_columns]
            if with_indices:
                args.append(index)
            if with_rank:
                args.append(0)
            return function(*args, **fn_kwargs)

        if not batched:
            for i in range(self.num_rows):
                example = self._row(i)
                made = call(dict(example), i)
                if _host.is_unknown(made):
                    return made
                row = {**example, **(made or {})}
                rows.append({k: v for k, v in row.items() if k not in (remove_columns or ()) or made and k in made})
            return self._with({name: [row.get(name) for row in rows] for name in (rows[0] if rows else self._columns)})
        columns = None
        for start in range(0, self.num_rows, batch_size):
            stop = min(start + batch_size, self.num_rows)
            example = self[start:stop]
            made = call(dict(example), list(range(start, stop)))
            if _host.is_unknown(made) or any(_host.is_unknown(v) for v in made.values()):
                return _host.unknown('what a function made of a data set is unknown')
            batch = {**{k: v for k, v in example.items() if k not in (remove_columns or ())}, **made}
            if columns is None:
                columns = {k: [] for k in batch}
            for k, v in batch.items():
                columns[k].extend(v)
        return self._with(columns or {})

    def filter(self, function=None, with_indices=False, input_columns=None, batched=False, fn_kwargs=None, **options):
        def keep(i):
            row = self._row(i)
            args = [row] if input_columns is None else [row[n] for n in ([input_columns] if isinstance(input_columns, str) else input_columns)]
            return function(*args, *([i] if with_indices else []), **(fn_kwargs or {}))

        if batched:
            kept = [i for i, k in enumerate(function(self[:], **(fn_kwargs or {}))) if k]
        else:
            kept = [i for i in range(self.num_rows) if keep(i)]
        return self.select(kept)

    def select(self, indices, **options):
        indices = list(indices)
        return self._with({name: [values[i] for i in indices] for name, values in self._columns.items()})

    def take(self, n):
        return self.select(range(min(n, self.num_rows)))

    def skip(self, n):
        return self.select(range(n, self.num_rows))

    def shuffle(self, seed=None, **options):
        indices = list(range(self.num_rows))
        _random.Random(0 if seed is None else seed).shuffle(indices)
        return self.select(indices)

    def sort(self, column_names, reverse=False, **options):
        name = column_names if isinstance(column_names, str) else column_names[0]
        values = self._columns[name]
        return self.select(sorted(range(self.num_rows), key=values.__getitem__, reverse=reverse))

    def shard(self, num_shards, index, contiguous=True, **options):
        if not contiguous:
            return self.select(range(index, self.num_rows, num_shards))
        div, mod = divmod(self.num_rows, num_shards)
        start = div * index + min(index, mod)
        return self.select(range(start, start + div + (index < mod)))

    def train_test_split(self, test_size=None, train_size=None, shuffle=True, seed=None, **options):
        n = self.num_rows
        test = 0.25 if test_size is None and train_size is None else test_size
        if test is None:
            test = n - (train_size if isinstance(train_size, int) else int(train_size * n))
        elif isinstance(test, float):
            test = -int(-test * n // 1)
        source = self.shuffle(seed) if shuffle else self
        return DatasetDict({'train': source.select(range(n - test)), 'test': source.select(range(n - test, n))})

    def remove_columns(self, column_names, **options):
        names = [column_names] if isinstance(column_names, str) else column_names
        return self._with({k: v for k, v in self._columns.items() if k not in names})

    def select_columns(self, column_names, **options):
        names = [column_names] if isinstance(column_names, str) else column_names
        return self._with({k: self._columns[k] for k in names})

    def rename_column(self, original_column_name, new_column_name, **options):
        return self.rename_columns({original_column_name: new_column_name})

    def rename_columns(self, column_mapping, **options):
        return self._with({column_mapping.get(k, k): v for k, v in self._columns.items()})

    def add_column(self, name, column, **options):
        return self._with({**self._columns, name: list(column)})

    def add_item(self, item):
        return self._with({k: [*v, item.get(k)] for k, v in self._columns.items()})

    def unique(self, column):
        return list(dict.fromkeys(self._columns[column]))

    def with_format(self, type=None, columns=None, output_all_columns=False, **options):
        return self._with(format={'type': type, 'columns': columns})

    def set_format(self, type=None, columns=None, output_all_columns=False, **options):
        self._format = {'type': type, 'columns': columns}

    def reset_format(self):
        self._format = {'type': None, 'columns': None}

    def with_transform(self, transform, columns=None, output_all_columns=False):
        return self.map(lambda row: {k: v[0] for k, v in transform({k: [v] for k, v in row.items()}).items()})

    def set_transform(self, transform, columns=None, output_all_columns=False):
        self._columns = self.with_transform(transform)._columns

    def cast(self, features, **options):
        return self._with()

    def cast_column(self, column, feature, **options):
        return self._with()

    def flatten(self, **options):
        return self._with()

    def class_encode_column(self, column, **options):
        names = sorted(set(self._columns[column]))
        return self._with({**self._columns, column: [names.index(v) for v in self._columns[column]]})

    def to_dict(self, **options):
        return {k: list(v) for k, v in self._columns.items()}

    def to_list(self):
        return [self._row(i) for i in range(self.num_rows)]

    def iter(self, batch_size, drop_last_batch=False):
        for start in range(0, self.num_rows, batch_size):
            if not drop_last_batch or start + batch_size <= self.num_rows:
                yield self[start:start + batch_size]

    def to_iterable_dataset(self, num_shards=1):
        return IterableDataset(self)

    def save_to_disk(self, *args, **options):
        return None

    to_csv = to_json = to_parquet = push_to_hub = save_to_disk

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return _host.unknown(f'Dataset.{name} is not modelled')


class IterableDataset:
    """The rows of a table, one after another."""

    def __init__(self, source, *args, **options):
        self._source = source

    @classmethod
    def from_generator(cls, generator, features=None, gen_kwargs=None, **options):
        return cls(Dataset.from_generator(generator, features, gen_kwargs))

    def __iter__(self):
        return iter(self._source)

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        found = getattr(self._source, name)

        def method(*args, **options):
            made = found(*args, **options)
            return IterableDataset(made) if isinstance(made, Dataset) else made

        return method if callable(found) else found


class DatasetDict(dict):
    """Tables by the name of their split; what is done to it is done to each."""

    def __repr__(self):
        inside = '\n'.join(f'{name}: {value}' for name, value in self.items())
        return 'DatasetDict({\n' + '\n'.join('    ' + line for line in inside.split('\n')) + '\n})'

    @property
    def column_names(self):
        return {name: value.column_names for name, value in self.items()}

    @property
    def num_rows(self):
        return {name: value.num_rows for name, value in self.items()}

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)

        def method(*args, **options):
            made = {split: getattr(value, name)(*args, **options) for split, value in self.items()}
            return DatasetDict(made) if all(v is not None for v in made.values()) else None

        return method


class IterableDatasetDict(DatasetDict):
    pass


def _not_loaded(name):
    def load(path=None, *args, **options):
        return _host.unknown(f'{name}({path!r}): {_NOT_LOADED}')

    load.__name__ = load.__qualname__ = name
    return load


load_dataset = _not_loaded('load_dataset')
load_from_disk = _not_loaded('load_from_disk')
load_dataset_builder = _not_loaded('load_dataset_builder')
get_dataset_config_names = _not_loaded('get_dataset_config_names')
get_dataset_split_names = _not_loaded('get_dataset_split_names')
get_dataset_infos = _not_loaded('get_dataset_infos')


def concatenate_datasets(dsets, info=None, split=None, axis=0):
    if any(_host.is_unknown(d) for d in dsets):
        return _host.unknown(_NOT_LOADED)
    if axis == 1:
        return Dataset({k: v for d in dsets for k, v in d._columns.items()})
    return Dataset({k: [x for d in dsets for x in d._columns[k]] for k in dsets[0]._columns})


def interleave_datasets(datasets, probabilities=None, seed=None, **options):
    if probabilities is not None or any(_host.is_unknown(d) for d in datasets):
        return _host.unknown(_NOT_LOADED)
    n = min(len(d) for d in datasets)
    return Dataset.from_list([d._row(i) for i in range(n) for d in datasets])


def disable_caching():
    return None


def enable_caching():
    return None


def is_caching_enabled():
    return False


def set_caching_enabled(boolean):
    return None


def disable_progress_bars():
    return None


enable_progress_bars = disable_progress_bar = enable_progress_bar = disable_progress_bars


def __getattr__(name):
    from importlib import import_module
    if name in ('logging', 'utils', 'distributed', 'config'):
        return _host.unknown(f'datasets.{name} is not modelled')
    return _host.missing_name(__name__, name)
