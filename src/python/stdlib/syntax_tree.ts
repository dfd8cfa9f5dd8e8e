/** The module `_syntax_tree`: the tree of a text as objects of the classes of `ast`. */
import type { Node } from '../ast.js';
import { PyClass } from '../classes.js';
import { constValue, type Const } from '../compile/constants.js';
import { constants } from '../front_end.js';
import type { Value } from '../heap.js';
import { nativeModule } from '../native.js';
import { PyDict, PyInstance, PyList, PyTuple, type PyModule } from '../objects.js';
import type { VM } from '../vm.js';
import { textArgument } from './support.js';

/** Makes the objects of one tree. */
class Maker {
  /** The nodes without content, one of each class. */
  private readonly singles = new Map<string, PyInstance>();
  private readonly lines: string[];

  constructor(
    private readonly vm: VM,
    private readonly classes: PyDict,
    text: string,
  ) {
    this.lines = text.split('\n');
  }

  node(node: Node): Value {
    const cls = this.classOf(node.kind);
    const made = new PyInstance(cls);
    for (const field of this.names(cls, '_fields'))
      made.attrs.setStr(
        field,
        field === 'kind'
          ? this.prefix(node)
          : this.field(field, (node as unknown as Record<string, unknown>)[field]),
      );
    if (this.names(cls, '_attributes').length > 0) {
      made.attrs.setStr('lineno', node.line);
      made.attrs.setStr('col_offset', this.bytes(node.line, node.col));
      made.attrs.setStr('end_lineno', node.endLine);
      made.attrs.setStr('end_col_offset', this.bytes(node.endLine, node.endCol));
    }
    return made;
  }

  private classOf(kind: string): PyClass {
    const cls = this.classes.getStr(kind);
    if (cls instanceof PyClass) return cls;
    throw this.vm.error('SyntaxError', `invalid syntax: ${kind} is newer than Python 3.11`);
  }

  private names(cls: PyClass, which: '_fields' | '_attributes'): string[] {
    const names = cls.lookup(which);
    return names instanceof PyTuple ? (names.items as string[]) : [];
  }

  private field(name: string, content: unknown): Value {
    // What CPython has and the tree has not says nothing.
    if (content === undefined) return name === 'type_ignores' ? new PyList([]) : null;
    if (content === null) return null;
    if (Array.isArray(content)) return new PyList(content.map((item) => this.field(name, item)));
    if (typeof content === 'boolean') return Number(content);
    if (typeof content === 'number') return content;
    if (typeof content === 'string')
      return name === 'ctx' || name === 'op' || name === 'ops' ? this.single(content) : content;
    return 'kind' in (content as object)
      ? this.node(content as Node)
      : constValue(content as Const, constants);
  }

  private single(kind: string): PyInstance {
    let made = this.singles.get(kind);
    if (made === undefined) this.singles.set(kind, (made = new PyInstance(this.classOf(kind))));
    return made;
  }

  /** `Constant.kind`: 'u' for a text that is written so. */
  private prefix(node: Node): Value {
    return /^u["']/.test(this.lines[node.line - 1]?.slice(node.col) ?? '') ? 'u' : null;
  }

  /** A column in UTF-8, as CPython counts. */
  private bytes(line: number, column: number): number {
    const text = (this.lines[line - 1] ?? '').slice(0, column);
    return /^[\0-\x7f]*$/.test(text) ? column : new TextEncoder().encode(text).length;
  }
}

export function syntaxTreeModule(_vm: VM): PyModule {
  return nativeModule('_syntax_tree', {
    // The module of a text; `classes` has those of `ast` by their names. Raises SyntaxError.
    'parse(text, filename, classes, /)': (vm, text: Value, filename: Value, classes: Value) => {
      const source = textArgument(vm, text, 'source');
      return new Maker(vm, classes as PyDict, source).node(
        vm.syntaxTree(source, textArgument(vm, filename, 'filename')),
      );
    },
  });
}
