/**
 * Open notebooks: for the client each cell is a document of its own; for the analysis a notebook is one module. Places are translated between
 * the two.
 */
import {
  NotebookCellKind,
  NotebookDocuments,
  type Connection,
  type TextDocuments,
} from 'vscode-languageserver';
import type { NotebookDocument } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { FileEdit, Position, Range, TextEdit } from '../features/text';
import { cellAt, moduleOfCells, type NotebookModule } from '../workspace/notebook';
import type { Uris } from './uris';

interface Open {
  path: string;
  /** The addresses of the code cells. */
  cells: string[];
  /** The lines of each cell. */
  lineCounts: number[];
  module: NotebookModule;
}

/** A place in a document of the client. */
export interface DocumentRange {
  uri: string;
  range: Range;
}

export class Notebooks {
  private readonly notebooks: NotebookDocuments<TextDocument>;
  private readonly open = new Map<string, Open>();
  private readonly byCell = new Map<string, { notebook: Open; cell: number }>();

  constructor(
    private readonly documents: TextDocuments<TextDocument>,
    private readonly uris: Uris,
    events: {
      changed: (path: string, text: string) => void;
      closed: (path: string, cells: readonly string[]) => void;
    },
  ) {
    this.notebooks = new NotebookDocuments(documents);
    const read = (notebook: NotebookDocument): void => {
      const found = this.read(notebook);
      if (found !== undefined) events.changed(found.path, found.module.text);
    };
    this.notebooks.onDidOpen(read);
    this.notebooks.onDidChange(({ notebookDocument }) => read(notebookDocument));
    this.notebooks.onDidClose(({ uri }) => {
      const path = this.uris.path(uri);
      const known = path === undefined ? undefined : this.open.get(path);
      if (known === undefined) return;
      this.forget(known);
      events.closed(known.path, known.cells);
    });
  }

  listen(connection: Connection): void {
    this.notebooks.listen(connection);
  }

  /** The path of the notebook that a cell is of; undefined for the address of anything else. */
  path(uri: string): string | undefined {
    return this.byCell.get(uri)?.notebook.path;
  }

  /** Which code cell of its notebook an address is of, from 0; undefined for the address of anything else. */
  cell(uri: string): number | undefined {
    return this.byCell.get(uri)?.cell;
  }

  /** A line of a document as the analysis counts it. */
  moduleLine(uri: string, line: number): number {
    const found = this.byCell.get(uri);
    return found === undefined ? line : found.notebook.module.starts[found.cell]! + line;
  }

  moduleRange(uri: string, { start, end }: Range): Range {
    const moved = ({ line, character }: Position): Position => ({
      line: this.moduleLine(uri, line),
      character,
    });
    return { start: moved(start), end: moved(end) };
  }

  /** Where a range of a file is for the client; undefined where that is in no cell. One that leaves its cell ends with it. */
  place(path: string, { start, end }: Range): DocumentRange | undefined {
    const notebook = this.open.get(path);
    if (notebook === undefined) return { uri: this.uris.uri(path), range: { start, end } };
    const from = cellAt(notebook.module, start.line);
    if (from === undefined) return undefined;
    const last = notebook.lineCounts[from.cell]! - 1;
    const first = notebook.module.starts[from.cell]!;
    const within = ({ line, character }: Position): Position =>
      line - first > last
        ? { line: last, character: Number.MAX_SAFE_INTEGER }
        : { line: line - first, character };
    return { uri: notebook.cells[from.cell]!, range: { start: within(start), end: within(end) } };
  }

  /** What of some things with ranges is in a document. */
  within<T extends { range: Range }>(uri: string, path: string, things: readonly T[]): T[] {
    if (!this.byCell.has(uri)) return [...things];
    return things.flatMap((thing) => {
      const found = this.place(path, thing.range);
      return found?.uri === uri ? { ...thing, range: found.range } : [];
    });
  }

  /** The edits of a file as the client makes them: by document. What goes before the first cell goes to its beginning. */
  edits({ path, edits }: FileEdit): { uri: string; edits: TextEdit[] }[] {
    const notebook = this.open.get(path);
    if (notebook === undefined) return [{ uri: this.uris.uri(path), edits }];
    const byCell = new Map<string, TextEdit[]>();
    for (const { range, newText } of edits) {
      const first = notebook.module.starts[0] ?? 0;
      const found = this.place(path, range.start.line < first ? lineStart(first) : range);
      if (found === undefined) continue;
      const own = byCell.get(found.uri) ?? [];
      byCell.set(found.uri, own);
      // Behind the last line of a cell, which has no end, a new one begins.
      const isBehind = found.range.start.character === Number.MAX_SAFE_INTEGER;
      own.push({ range: found.range, newText: isBehind ? `\n${newText.replace(/\n$/, '')}` : newText });
    }
    return [...byCell].map(([uri, own]) => ({ uri, edits: own }));
  }

  private read(notebook: NotebookDocument): Open | undefined {
    const path = this.uris.path(notebook.uri);
    if (path === undefined) return undefined;
    const known = this.open.get(path);
    if (known !== undefined) this.forget(known);
    const documents = notebook.cells.flatMap(({ kind, document }) => {
      const text = kind === NotebookCellKind.Code ? this.documents.get(document) : undefined;
      return text?.languageId === 'python' ? text : [];
    });
    const found: Open = {
      path,
      cells: documents.map(({ uri }) => uri),
      lineCounts: documents.map(({ lineCount }) => lineCount),
      module: moduleOfCells(documents.map((document) => document.getText())),
    };
    this.open.set(path, found);
    found.cells.forEach((uri, cell) => this.byCell.set(uri, { notebook: found, cell }));
    return found;
  }

  private forget({ path, cells }: Open): void {
    this.open.delete(path);
    for (const uri of cells) this.byCell.delete(uri);
  }
}

function lineStart(line: number): Range {
  const start = { line, character: 0 };
  return { start, end: start };
}
