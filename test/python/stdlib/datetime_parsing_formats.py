# Dates: parsing, formatting, arithmetic, zones, comparison, errors.
from datetime import *
import datetime as m
d = datetime(2024, 2, 29, 13, 5, 9, 123456)
print(d, repr(d), d.isoformat(), d.isoformat(' ', 'minutes'), d.date(), d.time(), d.weekday(), d.isoweekday(), d.isocalendar(), d.timetuple().tm_yday)
for f in ('%Y-%m-%d %H:%M:%S.%f', '%a %A %b %B %d %j', '%I:%M %p %y %%', '%U %W %w %u %G-%V', '%c', '%x %X', '%e' if False else '%D', '%z|%Z'):
    print(d.strftime(f))
print(f'{d:%Y/%m/%d}', format(d, ''), d.replace(year=2023, day=1), d + timedelta(days=1), d - timedelta(hours=14), d - datetime(2024, 1, 1))
for s, f in (('2024-01-02', '%Y-%m-%d'), ('3 Mar 24 5PM', '%d %b %y %I%p'), ('2024-01-02T03:04:05+0100', '%Y-%m-%dT%H:%M:%S%z'), ('2024 60', '%Y %j')):
    print(datetime.strptime(s, f))
for s in ('2024-01-02', '2024-01-02T03:04', '2024-01-02 03:04:05.678', '2024-01-02T03:04:05Z', '20240102T030405', '2024-W01-2'):
    print(datetime.fromisoformat(s))
print(date.fromisoformat('2024-12-31'), time.fromisoformat('04:05:06+01:00'), date(2024, 1, 31) < date(2024, 2, 1), date.min, datetime.max, date.fromordinal(738000), date(2024, 1, 1).toordinal())
t = timedelta(days=-1, hours=3, microseconds=5)
print(t, repr(t), t.days, t.seconds, t.total_seconds(), abs(t), -t, t * 2, t / 2, t // timedelta(hours=1), t % timedelta(hours=5), divmod(timedelta(1), timedelta(hours=7)), timedelta(weeks=1, minutes=1.5), timedelta(1) / timedelta(hours=6), bool(timedelta()), str(timedelta(days=2)))
utc = d.replace(tzinfo=timezone.utc); east = timezone(timedelta(hours=5, minutes=30), 'IST')
print(utc, utc.astimezone(east), utc.tzname(), utc.utcoffset(), utc == utc.astimezone(east), utc.timestamp(), datetime.fromtimestamp(0, timezone.utc), timezone.utc, repr(east), timezone(-timedelta(hours=3)))
for bad in (lambda: datetime(2023, 2, 29), lambda: datetime(2024, 13, 1), lambda: d < utc, lambda: d - utc, lambda: datetime.strptime('x', '%Y'), lambda: datetime.strptime('2024x', '%Y'), lambda: date(0, 1, 1), lambda: time(25), lambda: datetime.fromisoformat('nope'), lambda: timedelta(999999999, 1) * 2, lambda: d < date(2024, 1, 1)):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
print(time(1, 2, 3), time(1, 2).isoformat(), time(12).replace(hour=1), datetime.combine(date(2024, 1, 1), time(5)), d.ctime(), date(2024, 3, 4).strftime('%d.%m.%y'), min(date(2024, 1, 1), date(2023, 1, 1)), hash(date(2024, 1, 1)) == hash(date(2024, 1, 1)), {timedelta(1): 1}[timedelta(hours=24)])
