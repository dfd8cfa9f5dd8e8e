# time: structures, formats and parsing at fixed moments in UTC.
import time

moment = time.gmtime(1_700_000_000)
print(moment, tuple(moment), moment.tm_year, moment[1:3], len(moment))
print(time.strftime('%Y-%m-%d %H:%M:%S %j %U %w %a %A %b %B %p %I %y %% %c', moment))
print(time.asctime(moment), time.asctime((2000, 1, 2, 3, 4, 5, 6, 7, 0)))
parsed = time.strptime('2024-02-29 23:59:58', '%Y-%m-%d %H:%M:%S')
print(parsed, parsed.tm_yday, parsed.tm_wday)
print(time.strptime('29 Feb 24', '%d %b %y')[:3], time.strptime('Monday 5 PM', '%A %I %p')[3:7])
for text, form in (('2023-02-29', '%Y-%m-%d'), ('x', '%Y'), ('12', '%Q'), ('2024 extra', '%Y'), ('13', '%m')):
    try:
        print(time.strptime(text, form))
    except ValueError as error:
        print(error)
print(time.gmtime(0)[:6], time.gmtime(-1)[:6], time.gmtime(1.9)[:6])
a, b = time.perf_counter(), time.perf_counter()
print(b >= a, isinstance(time.time(), float), isinstance(time.time_ns(), int), time.monotonic() <= time.monotonic(), time.process_time() >= 0)
print(time.struct_time(range(9)), type(moment).__name__)
for call in (lambda: time.struct_time((1, 2)), lambda: time.sleep(-1), lambda: time.strftime(5), lambda: time.asctime((1,))):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
print(time.sleep(0), moment < time.gmtime(1_700_000_001), moment == tuple(moment))
import calendar
print(calendar.timegm(moment), time.strftime('%d/%m', (2024, 5, 6, 0, 0, 0, 0, 0, 0)))
