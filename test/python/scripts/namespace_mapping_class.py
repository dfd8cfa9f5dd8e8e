# A namespace that is a mapping but no dict is what Python code sees, and no class stands between.
import collections


class Log(collections.abc.MutableMapping):
    def __init__(self):
        self.data = {}
        self.seen = []

    def __getitem__(self, key):
        self.seen.append(('get', key))
        return self.data[key]

    def __setitem__(self, key, value):
        self.seen.append(('set', key))
        self.data[key] = value

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __len__(self):
        return len(self.data)


log = Log()
exec('a = 1\nb = a + 1\nc = [type(locals()).__name__]\ndel a', {}, log)
print(log.data, log.seen)
print(sorted(cls.__name__ for cls in dict.__subclasses__() if cls.__module__ == 'builtins'))
