# operator's getters are copied and pickled by what made them; indexOf stops where it finds.
import copy, operator, pickle
for g in [operator.itemgetter(1), operator.itemgetter(1, 'a'), operator.attrgetter('a.b', 'c'), operator.methodcaller('f', 1), operator.methodcaller('f', 1, k=2)]:
    for h in (copy.deepcopy(g), copy.copy(g), pickle.loads(pickle.dumps(g))):
        print(repr(h))
it = iter('leave the iterator')
print(operator.indexOf(it, 'v'), next(it))
try: operator.indexOf([1], 2)
except ValueError as e: print(e)
print(operator.itemgetter(1).__reduce__()[1], operator.methodcaller('f', 1, k=2).__reduce__()[1], operator.methodcaller('f', 1).__reduce__()[1])
print('add' in operator.__all__, operator.__all__ == sorted(operator.__all__))
