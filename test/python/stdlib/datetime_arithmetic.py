# datetime: construction, arithmetic, comparison, formats, ISO text, time zones, strptime, errors; time.strftime.
import time
from datetime import date, datetime, time as Time, timedelta, timezone, tzinfo

d = timedelta(days=1, hours=2, minutes=3, seconds=4, milliseconds=5, microseconds=6)
print(d, repr(d), d.total_seconds(), d.days, d.seconds, d.microseconds, -d, abs(-d) == d, d * 2, d / 2, d // timedelta(hours=1), d % timedelta(hours=1), d > timedelta(1), timedelta(0), repr(timedelta()), bool(timedelta()), timedelta(weeks=1), timedelta(hours=-1), d * 1.5, timedelta(1) / timedelta(hours=6), divmod(d, timedelta(hours=5)), timedelta(seconds=1.5), timedelta(days=0.5), sum([d, d], timedelta()), timedelta.max, hash(timedelta(1)) == hash(timedelta(hours=24)))
a = date(2024, 2, 29)
print(a, repr(a), a.weekday(), a.isoweekday(), a.isocalendar(), a.toordinal(), a + timedelta(1), a - date(2023, 1, 1), a.replace(year=2020), a.strftime('%d/%m/%y %j %a %B'), a.timetuple()[:8], date.fromordinal(738000), date.fromisoformat('2023-05-06'), a < date(2025, 1, 1), a.ctime(), f'{a:%Y}', date.min, date.max, date.fromisocalendar(2024, 9, 4))
t = datetime(2023, 12, 31, 23, 59, 58, 123456)
print(t, repr(t), t.isoformat(), t.isoformat(' ', 'minutes'), t + timedelta(seconds=2), t.date(), t.time(), t.strftime('%Y-%m-%d %H:%M:%S.%f %p %I %A %b %U %W %w %y %%'), t.replace(microsecond=0), t.timestamp() % 1 > 0, t.ctime(), t - datetime(2023, 1, 1), t > datetime(2023, 1, 1), t == datetime(2023, 12, 31, 23, 59, 58, 123456), datetime(2024, 1, 1), repr(datetime(2024, 1, 1, 5)), t.timetuple()[6:8])
u = datetime(2023, 6, 1, 12, tzinfo=timezone.utc)
e = timezone(timedelta(hours=5, minutes=30), 'IST')
print(u, repr(u), u.astimezone(e), u.astimezone(e).tzname(), u == u.astimezone(e), u.utcoffset(), timezone.utc, repr(timezone.utc), repr(e), timezone(timedelta(hours=-3)), u.timestamp(), datetime.fromtimestamp(0, timezone.utc), datetime.fromtimestamp(1.5, timezone.utc), u.isoformat(), u.strftime('%z %Z'))
print(datetime.fromisoformat('2023-01-02T03:04:05.678+02:00'), datetime.fromisoformat('2023-01-02'), datetime.fromisoformat('2023-01-02 03:04Z'), Time(1, 2, 3), repr(Time(1, 2)), Time(1, 2, 3, 4).isoformat(), Time.fromisoformat('04:05:06'), Time(1) < Time(2), datetime.combine(a, Time(5)))
print(datetime.strptime('2023-04-05 06:07:08', '%Y-%m-%d %H:%M:%S'), datetime.strptime('5 Apr 23 3PM', '%d %b %y %I%p'), datetime.strptime('2023-04-05T06:07:08.5+0100', '%Y-%m-%dT%H:%M:%S.%f%z'), time.strptime('2020-02-03', '%Y-%m-%d')[:3])
for bad in (lambda: date(2023, 2, 29), lambda: date(0, 1, 1), lambda: datetime(2023, 13, 1), lambda: Time(25), lambda: u < t, lambda: u - t, lambda: datetime.strptime('x', '%Y'), lambda: datetime.strptime('2023x', '%Y'), lambda: date.fromisoformat('2023'), lambda: timedelta('a'), lambda: timezone(5), lambda: date.max + timedelta(1), lambda: datetime.strptime('1', '%Q'), lambda: date(2023, 1.5, 1), lambda: timedelta(days=10**9)):
    try:
        print(bad())
    except Exception as x:
        print(type(x).__name__, x)
print(time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime(0)), time.gmtime(86400 * 365)[:6], time.gmtime(0).tm_yday, time.asctime(time.gmtime(0)), isinstance(time.time(), float), time.perf_counter() <= time.perf_counter())
print(isinstance(datetime.now(), datetime), date.today() <= date.max, datetime.now(timezone.utc).tzinfo, {date(2020, 1, 1): 1}[date(2020, 1, 1)], sorted([date(2020, 2, 1), date(2020, 1, 1)]), max(t, datetime(2024, 1, 1)))
