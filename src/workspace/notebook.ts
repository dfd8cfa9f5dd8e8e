/**
 * Jupyter notebooks as modules: the code cells of one after another, since a class of one cell is used in the next. What IPython takes for
 * commands and Python does not (IPython/core/inputtransformer2.py) becomes Python that does nothing, in as many lines and, where code of the
 * person's is left, in the same columns.
 */

/** A notebook's code as one module. */
export interface NotebookModule {
  text: string;
  /** The line of the module, from 0, on which each code cell begins. */
  starts: readonly number[];
}

/** What IPython gives to every cell, before the first. */
const PRELUDE = `class _InteractiveShell:
    def __getattr__(self, name):
        return lambda *args, **options: None


def get_ipython():
    return _InteractiveShell()


def display(*objects, **options):
    return None


`;

/** Commands on a whole cell, below which there is Python. */
const PYTHON_CELLS = /^%%(time|timeit|capture|prun|python3?|memit|mprun|debug)\b/;
/** Commands whose argument is a statement, after options. */
const STATEMENTS = /^%(?:time|timeit|prun|memit)(?:\s+-[a-zA-Z]+(?:\s*\d+)?)*\s+(?=\S)/;

export function isNotebook(path: string): boolean {
  return path.endsWith('.ipynb');
}

/** Whether a file holds Python: a module or a notebook. */
export function isPythonFile(path: string): boolean {
  return path.endsWith('.py') || isNotebook(path);
}

/** A file's name without what says that it is Python. */
export function stemOf(name: string): string {
  return name.replace(/\.(py|ipynb)$/, '');
}

/**
 * The code cells of a notebook's file (nbformat 4; https://nbformat.readthedocs.io/en/latest/format_description.html).
 * @returns undefined where the text is no such file, or is of another language
 */
export function cellsOf(json: string): string[] | undefined {
  let notebook: unknown;
  try {
    notebook = JSON.parse(json);
  } catch {
    return undefined;
  }
  const { cells, metadata } = (notebook ?? {}) as Record<string, unknown>;
  if (!Array.isArray(cells)) return undefined;
  const { language_info: info, kernelspec } = (metadata ?? {}) as Record<string, Record<string, unknown>>;
  const language = info?.name ?? kernelspec?.language ?? 'python';
  if (typeof language !== 'string' || !/python/i.test(language)) return undefined;
  return (cells as Record<string, unknown>[]).flatMap(({ cell_type: kind, source }) => {
    if (kind !== 'code') return [];
    if (Array.isArray(source)) return source.filter((line) => typeof line === 'string').join('');
    return typeof source === 'string' ? source : [];
  });
}

/** The Python of a file with this text: that of a notebook's cells, and of any other file its text. */
export function pythonOfFile(path: string, text: string): string {
  if (!isNotebook(path)) return text;
  const cells = cellsOf(text);
  return cells === undefined
    ? "raise SyntaxError('not a Jupyter notebook with code cells of Python (nbformat 4)')\n"
    : moduleOfCells(cells).text;
}

/** The module that code cells are together. */
export function moduleOfCells(cells: readonly string[]): NotebookModule {
  const lines = PRELUDE.split('\n').slice(0, -1);
  const starts = cells.map((cell) => {
    const start = lines.length;
    // An empty line behind each: what is put there is put at the end of the cell.
    lines.push(...pythonLines(cell), '');
    return start;
  });
  return { text: lines.map((line) => `${line}\n`).join(''), starts };
}

/** The code cell of a module's line, and the line in it, both from 0; undefined for what stands before the first cell. */
export function cellAt({ starts }: NotebookModule, line: number): { cell: number; line: number } | undefined {
  let cell = starts.length - 1;
  while (cell >= 0 && starts[cell]! > line) cell--;
  return cell < 0 ? undefined : { cell, line: line - starts[cell]! };
}

/** Something told, or a part of it, with the places in it moved: objects that have a path under `key` and a line (from 1). */
export function movePlaces<T>(told: T, key: string, move: (path: string, line: number) => object): T {
  if (Array.isArray(told)) return told.map((each: unknown) => movePlaces(each, key, move)) as T;
  if (typeof told !== 'object' || told === null || Object.getPrototypeOf(told) !== Object.prototype)
    return told;
  const moved = Object.fromEntries(
    Object.entries(told).map(([name, value]) => [name, movePlaces<unknown>(value, key, move)]),
  );
  const { [key]: path, line } = moved;
  if (typeof path === 'string' && typeof line === 'number') Object.assign(moved, move(path, line));
  return moved as T;
}

/** The lines of a cell as Python. */
function pythonLines(cell: string): string[] {
  const lines = cell.split(/\r\n|\r|\n/);
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first >= 0 && lines[first]!.startsWith('%%')) {
    if (!PYTHON_CELLS.test(lines[first]!)) return lines.map((line) => `#${line.slice(1)}`);
    lines[first] = 'pass';
  }
  const state = new LineState();
  return lines.map((line) => {
    const python = state.beginsStatement ? pythonOf(line) : line;
    state.read(python);
    return python;
  });
}

/** A line that begins a statement, without IPython's commands. */
function pythonOf(line: string): string {
  const [, indent, code] = /^(\s*)(.*)$/s.exec(line) as unknown as [string, string, string];
  const timed = STATEMENTS.exec(code);
  // Before the statement, which keeps its columns, another that does nothing.
  if (timed !== null) return `${indent}0${' '.repeat(timed[0].length - 2)};${code.slice(timed[0].length)}`;
  if (/^[%!?]/.test(code) || /^[\w.%]+\?{1,2}\s*$/.test(code)) return `${indent}pass`;
  const assigned = /^([\w., ]+=\s*)[%!](?!=)/.exec(code);
  return assigned === null ? line : `${indent}${assigned[1]}get_ipython()`;
}

/** Whether the next line begins a statement, or goes on within a string, a bracket or after a backslash. */
class LineState {
  private string: string | undefined;
  private depth = 0;
  private continued = false;

  get beginsStatement(): boolean {
    return this.string === undefined && this.depth === 0 && !this.continued;
  }

  read(line: string): void {
    this.continued = false;
    for (let i = 0; i < line.length; i++) {
      const at = line[i]!;
      if (at === '\\') {
        if (i === line.length - 1) this.continued = true;
        i++;
      } else if (this.string !== undefined) {
        if (!line.startsWith(this.string, i)) continue;
        i += this.string.length - 1;
        this.string = undefined;
      } else if (at === '#') break;
      else if (at === '"' || at === "'") {
        this.string = line.startsWith(at.repeat(3), i) ? at.repeat(3) : at;
        i += this.string.length - 1;
      } else if ('([{'.includes(at)) this.depth++;
      else if (')]}'.includes(at)) this.depth = Math.max(0, this.depth - 1);
    }
    // A string in single quotes ends with its line.
    if (this.string?.length === 1 && !this.continued) this.string = undefined;
  }
}
