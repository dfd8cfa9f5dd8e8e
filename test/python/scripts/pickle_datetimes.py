# dates and times in pickles are the bytes that CPython writes, and such bytes are read
import datetime as d
tz = d.timezone(d.timedelta(hours=2), 'X')
for x in (d.date(2020, 3, 4), d.time(1, 2, 3, 4), d.time(1, 2, fold=1), d.datetime(2020, 3, 4, 5, 6, 7, 89), d.datetime(2020, 3, 4, tzinfo=tz), d.datetime(2020, 1, 1, fold=1), d.time(1, tzinfo=tz), tz, d.timezone.utc, d.timedelta(1, 2, 3), d.timezone(d.timedelta(1) - d.timedelta(hours=2))):
    for p in (0, 2, 3, 4, 5):
        print(p, x.__reduce_ex__(p))
    print(x.__reduce__())
import pickle, copy
class D(d.datetime): pass
for x in (d.date(2020, 3, 4), d.datetime(2020, 3, 4, 5, tzinfo=tz), D(2020, 1, 2), d.time(3), tz, d.timezone.utc):
    for p in range(6): print(pickle.dumps(x, p) if type(x) is not d.datetime or p < 4 else "", pickle.loads(pickle.dumps(x, p)) == x, type(pickle.loads(pickle.dumps(x, p))).__name__)
    print(copy.copy(x), copy.deepcopy(x))
