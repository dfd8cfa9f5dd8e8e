/** `BaseExceptionGroup` and `ExceptionGroup`: how they are made, split and put together again. */
import { PyClass, typeOf } from '../classes.js';
import type { Value } from '../heap.js';
import { defineType } from '../native.js';
import { PyException, PyList, PyTuple, PyUnknown } from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { E, fields, makeException } from './exceptions.js';

/** The exceptions of a group. */
function groupMembers(self: PyException): readonly Value[] {
  const members = self.getField('exceptions');
  return members instanceof PyTuple ? members.items : [];
}

type Condition = (exception: PyException) => boolean;

function conditionOf(vm: VM, value: Value): Condition {
  if (value instanceof PyClass || value instanceof PyTuple)
    return (exception) => vm.isInstance(exception, value);
  return (exception) => vm.truth(vm.call(value, [exception]));
}

/** A group like `self` with other members: None where there are none. */
function derive(vm: VM, self: PyException, members: Value[]): Value {
  if (members.length === 0) return null;
  const group = vm.callMethod(self, 'derive', [new PyList(members)]);
  if (group instanceof PyException) {
    for (const entry of self.traceback) group.addTraceback(entry);
    group.setContext(self.context);
    if (self.cause !== null) group.setCause(self.cause);
    group.suppressContext = self.suppressContext;
    const notes = self.attrs.getStr('__notes__');
    if (notes !== undefined) group.attrs.setStr('__notes__', vm.call(T.list, [notes]));
  }
  return group;
}

function split(vm: VM, self: PyException, condition: Condition): [Value, Value] {
  if (condition(self)) return [self, null];
  const matching: Value[] = [];
  const rest: Value[] = [];
  for (const member of groupMembers(self)) {
    if (!(member instanceof PyException)) continue;
    if (member.cls.isSubclassOf(E('BaseExceptionGroup'))) {
      const [inside, outside] = split(vm, member, condition);
      if (inside !== null) matching.push(vm.root(inside));
      if (outside !== null) rest.push(vm.root(outside));
    } else (condition(member) ? matching : rest).push(member);
  }
  return [vm.root(derive(vm, self, matching)), vm.root(derive(vm, self, rest))];
}

/** Whether an exception has been raised again as it was split off from `original`. */
export function isPartOf(exception: PyException, original: PyException): boolean {
  const { traceback } = exception;
  return (
    traceback.length === original.traceback.length &&
    traceback.every((entry, i) => entry === original.traceback[i]) &&
    exception.cause === original.cause &&
    exception.context === original.context &&
    exception.attrs.has('__notes__') === original.attrs.has('__notes__')
  );
}

/** The part of a group that holds the exceptions that are in `parts`. */
export function partsOfGroup(vm: VM, original: PyException, parts: readonly PyException[]): Value {
  const leaves = new Set<Value>();
  const collect = (exception: Value): void => {
    if (exception instanceof PyException && exception.cls.isSubclassOf(E('BaseExceptionGroup')))
      for (const member of groupMembers(exception)) collect(member);
    else leaves.add(exception);
  };
  for (const part of parts) collect(part);
  return split(vm, original, (exception) => leaves.has(exception))[0];
}

function makeGroup(vm: VM, cls: PyClass, args: Value[]): Value {
  if (args.length !== 2)
    throw vm.error(
      'TypeError',
      `BaseExceptionGroup.__new__() takes exactly 2 arguments (${args.length} given)`,
    );
  const [message, list] = args as [Value, Value];
  const text = vm.asStr(message);
  if (text === undefined)
    throw vm.error(
      'TypeError',
      `BaseExceptionGroup.__new__() argument 1 must be str, not ${typeOf(message).typeName}`,
    );
  if (list instanceof PyUnknown) return list;
  if (typeOf(list).lookup('__getitem__') === undefined || vm.asStr(list) !== undefined)
    throw vm.error('TypeError', 'second argument (exceptions) must be a sequence');
  const members = vm.collect(list);
  if (members.length === 0)
    throw vm.error('ValueError', 'second argument (exceptions) must be a non-empty sequence');
  members.forEach((member, i) => {
    if (!(member instanceof PyException))
      throw vm.error('ValueError', `Item ${i} of second argument (exceptions) is not an exception`);
  });
  const allExceptions = members.every((member) => typeOf(member).isSubclassOf(E('Exception')));
  let actual = cls;
  if (cls === E('BaseExceptionGroup') && allExceptions) actual = E('ExceptionGroup');
  else if (!allExceptions && cls.isSubclassOf(E('Exception')))
    throw vm.error(
      'TypeError',
      cls === E('ExceptionGroup')
        ? 'Cannot nest BaseExceptions in an ExceptionGroup'
        : `Cannot nest BaseExceptions in '${cls.name}'`,
    );
  const group = makeException([actual, message, list]);
  group.setField('message', text);
  group.setField('exceptions', new PyTuple(members));
  return group;
}

defineType(E('BaseExceptionGroup'), {
  staticMethods: { '__new__(...)': (vm, args: Value[]) => makeGroup(vm, args[0] as PyClass, args.slice(1)) },
  classMethods: {
    '__class_getitem__(cls, key, /)': (_vm, cls: PyClass) => cls,
  },
  methods: {
    '__str__(self, /)': (vm, self: PyException) => {
      const count = groupMembers(self).length;
      return `${vm.str(self.getField('message') ?? '')} (${count} sub-exception${count === 1 ? '' : 's'})`;
    },
    'derive(self, excs, /)': (vm, self: PyException, members: Value) =>
      vm.call(E('BaseExceptionGroup'), [self.getField('message') ?? '', members]),
    'split(self, condition, /)': (vm, self: PyException, condition: Value) =>
      new PyTuple(split(vm, self, conditionOf(vm, condition))),
    'subgroup(self, condition, /)': (vm, self: PyException, condition: Value) =>
      split(vm, self, conditionOf(vm, condition))[0],
  },
  getset: fields(E('BaseExceptionGroup'), { message: null, exceptions: null }),
});
