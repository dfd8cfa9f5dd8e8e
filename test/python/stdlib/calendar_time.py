"""Proves calendar, and time's formatting of fixed times."""
import calendar
import time

print(calendar.isleap(2024), calendar.monthrange(2024, 2), calendar.weekday(2024, 2, 29), calendar.day_name[0], calendar.month_abbr[12], calendar.leapdays(2000, 2025),
      list(calendar.day_abbr), calendar.MONDAY, calendar.timegm((1970, 1, 2, 0, 0, 0)))
print(calendar.month(2024, 2))
print(calendar.Calendar(6).monthdayscalendar(2024, 2), list(calendar.Calendar().itermonthdays(2024, 9))[:8])
t = time.gmtime(1700000000)
print(t, t.tm_year, t[3], time.strftime('%Y-%m-%d %H:%M:%S %a %b %j %p %I %y %%', t), time.asctime(t), time.strftime('%A %B %d', t))
print(time.strptime('2024-03-05 06:07:08', '%Y-%m-%d %H:%M:%S'), time.mktime(time.localtime(1000)) == 1000.0)
a = time.perf_counter()
b = time.perf_counter()
print(a <= b, time.monotonic() <= time.monotonic(), isinstance(time.time(), float), isinstance(time.time_ns(), int), time.sleep(0), time.process_time() >= 0)
for call in [lambda: time.strptime('x', '%Y'), lambda: time.sleep(-1), lambda: calendar.monthrange(2024, 13), lambda: time.strptime('2024 1', '%Y')]:
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
print(isinstance(t, tuple), time.struct_time(range(9)).tm_hour, len(t), time.tzname is not None)
