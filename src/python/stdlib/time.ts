/** The module `time`: a clock that goes with the instructions executed, so that runs are alike. Local time is UTC. */
import type { PyClass } from '../classes.js';
import type { Value } from '../heap.js';
import { makeType, nativeModule } from '../native.js';
import { PyFloat, PyTuple, type PyModule } from '../objects.js';
import type { VM } from '../vm.js';
import { structSequence } from './struct_sequence.js';
import { realArgument, textArgument } from './support.js';

/** 2026-01-01 00:00:00 UTC, when every run begins. */
const START = 1767225600;
const SECONDS_PER_INSTRUCTION = 2e-8;

export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const two = (value: number): string => String(value).padStart(2, '0');

/** year, month, day, hour, minute, second, weekday (Monday 0), day of the year, dst. */
type Fields = [number, number, number, number, number, number, number, number, number];

function fieldsOf(seconds: number): Fields {
  const date = new Date(Math.floor(seconds) * 1000);
  const yearStart = Date.UTC(date.getUTCFullYear(), 0, 1);
  return [
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
    (date.getUTCDay() + 6) % 7,
    Math.floor((date.getTime() - yearStart) / 86_400_000) + 1,
    0,
  ];
}

/** `strftime`, for the C locale. */
export function formatTime(format: string, fields: readonly number[], fraction = 0): string {
  const [year, month, day, hour, minute, second, weekday, yearDay] = fields as Fields;
  const week = (first: number): number => Math.floor((yearDay + 6 - ((weekday - first + 7) % 7)) / 7);
  const recurse = (text: string): string => formatTime(text, fields, fraction);
  return format.replace(/%(-?)([a-zA-Z%])/g, (all, plain: string, letter: string) => {
    const pad = (value: number): string => (plain === '-' ? String(value) : two(value));
    switch (letter) {
      case 'a':
        return DAYS[weekday]!.slice(0, 3);
      case 'A':
        return DAYS[weekday]!;
      case 'b':
      case 'h':
        return MONTHS[month - 1]!.slice(0, 3);
      case 'B':
        return MONTHS[month - 1]!;
      case 'c':
        return recurse('%a %b ') + String(day).padStart(2) + recurse(' %H:%M:%S %Y');
      case 'C':
        return two(Math.floor(year / 100));
      case 'd':
        return pad(day);
      case 'D':
      case 'x':
        return recurse('%m/%d/%y');
      case 'e':
        return String(day).padStart(2);
      case 'f':
        return String(fraction).padStart(6, '0');
      case 'F':
        return recurse('%Y-%m-%d');
      case 'H':
        return pad(hour);
      case 'I':
        return pad(hour % 12 === 0 ? 12 : hour % 12);
      case 'j':
        return String(yearDay).padStart(3, '0');
      case 'm':
        return pad(month);
      case 'M':
        return pad(minute);
      case 'n':
        return '\n';
      case 'p':
        return hour < 12 ? 'AM' : 'PM';
      case 'R':
        return recurse('%H:%M');
      case 'S':
        return pad(second);
      case 's':
        return String(Date.UTC(year, month - 1, day, hour, minute, second) / 1000);
      case 't':
        return '\t';
      case 'T':
      case 'X':
        return recurse('%H:%M:%S');
      case 'u':
        return String(weekday + 1);
      case 'U':
        return two(week(6));
      case 'w':
        return String((weekday + 1) % 7);
      case 'W':
        return two(week(0));
      case 'y':
        return two(year % 100);
      case 'Y':
        return String(year);
      case 'z':
        return '+0000';
      case 'Z':
        return 'UTC';
      case '%':
        return '%';
      default:
        return all;
    }
  });
}

/** Seconds since the run began. */
function secondsRun(vm: VM): number {
  return (vm.executed + 50_000 - vm.fuel) * SECONDS_PER_INSTRUCTION + vm.slept;
}

/** Seconds since the epoch. */
export function secondsNow(vm: VM): number {
  return START + secondsRun(vm);
}

export function timeModule(vm: VM): PyModule {
  const elapsed = (): number => secondsRun(vm);
  const nanoseconds = (seconds: number): bigint => BigInt(Math.round(seconds * 1e6)) * 1000n;
  const structTime: PyClass = structSequence(
    'time',
    'struct_time',
    [
      'tm_year',
      'tm_mon',
      'tm_mday',
      'tm_hour',
      'tm_min',
      'tm_sec',
      'tm_wday',
      'tm_yday',
      'tm_isdst',
      'tm_zone',
      'tm_gmtoff',
    ],
    9,
    {
      staticMethods: {
        '__new__(cls, sequence, /)': (machine, cls: PyClass, sequence: Value) => {
          const items = machine.collect(sequence);
          const wrong = items.length < 9 ? 'least 9' : items.length > 11 ? 'most 11' : undefined;
          if (wrong !== undefined)
            throw machine.error(
              'TypeError',
              `time.struct_time() takes an at ${wrong}-sequence (${items.length}-sequence given)`,
            );
          return new PyTuple(items.slice(0, 9), cls);
        },
      },
      // The machine's clock runs in UTC.
      getset: { tm_zone: () => 'UTC', tm_gmtoff: () => 0 },
    },
  );
  const struct = (seconds: number): PyTuple => new PyTuple(fieldsOf(seconds), structTime);
  const given = (machine: VM, value: Value): number => {
    if (value === null) return secondsNow(vm);
    const seconds = realArgument(machine, value);
    return typeof seconds === 'number' ? seconds : START;
  };
  const numbers = (machine: VM, value: Value, caller: string): number[] => {
    if (!(value instanceof PyTuple))
      throw machine.error('TypeError', 'Tuple or struct_time argument required');
    if (value.items.length !== 9)
      throw machine.error('TypeError', `${caller}(): illegal time tuple argument`);
    const fields = value.items.map((item) => machine.index(item));
    // A month, a day or a day of the year of zero is the first: `gettmarg`.
    for (const at of [1, 2, 7]) if (fields[at] === 0) fields[at] = 1;
    return fields;
  };
  const clockInfo = makeType('clock_info', { module: 'time' }, {});
  return nativeModule(
    'time',
    {
      'time()': () => new PyFloat(secondsNow(vm)),
      'time_ns()': () => nanoseconds(secondsNow(vm)),
      'perf_counter()': () => new PyFloat(elapsed()),
      'perf_counter_ns()': () => Number(nanoseconds(elapsed())),
      'monotonic()': () => new PyFloat(elapsed()),
      'monotonic_ns()': () => Number(nanoseconds(elapsed())),
      'process_time()': () => new PyFloat(elapsed()),
      'process_time_ns()': () => Number(nanoseconds(elapsed())),
      'thread_time()': () => new PyFloat(elapsed()),
      'thread_time_ns()': () => Number(nanoseconds(elapsed())),
      'clock_gettime(clk_id, /)': () => new PyFloat(secondsNow(vm)),
      'sleep(seconds, /)': (machine, seconds: Value) => {
        const duration = realArgument(machine, seconds);
        if (typeof duration !== 'number') return;
        if (duration < 0) throw machine.error('ValueError', 'sleep length must be non-negative');
        vm.slept += duration;
      },
      'gmtime(seconds=None, /)': (machine, seconds: Value) => struct(given(machine, seconds)),
      'localtime(seconds=None, /)': (machine, seconds: Value) => struct(given(machine, seconds)),
      'mktime(tuple, /)': (machine, tuple: Value) => {
        const [year, month, day, hour, minute, second] = numbers(machine, tuple, 'mktime') as Fields;
        return new PyFloat(Date.UTC(year, month - 1, day, hour, minute, second) / 1000);
      },
      'strftime(format, tuple=None, /)': (machine, format: Value, tuple: Value) =>
        formatTime(
          textArgument(machine, format, 'strftime() argument 1'),
          tuple === null ? fieldsOf(secondsNow(vm)) : numbers(machine, tuple, 'strftime'),
        ),
      'asctime(tuple=None, /)': (machine, tuple: Value) =>
        formatTime('%c', tuple === null ? fieldsOf(secondsNow(vm)) : numbers(machine, tuple, 'asctime')),
      'ctime(seconds=None, /)': (machine, seconds: Value) =>
        formatTime('%c', fieldsOf(given(machine, seconds))),
      'strptime(data_string, format="%a %b %d %H:%M:%S %Y", /)': (machine, text: Value, format: Value) => {
        const parsed = machine.callMethod(machine.import('_strptime'), 'fields', [text, format]);
        return new PyTuple(machine.collect(parsed).slice(0, 9), structTime);
      },
      'tzset()': () => null,
      'get_clock_info(name, /)': () => clockInfo,
    },
    {
      struct_time: structTime,
      timezone: 0,
      altzone: 0,
      daylight: 0,
      tzname: new PyTuple(['UTC', 'UTC']),
      CLOCK_REALTIME: 0,
      CLOCK_MONOTONIC: 1,
      CLOCK_PROCESS_CPUTIME_ID: 2,
      CLOCK_THREAD_CPUTIME_ID: 3,
    },
  );
}
