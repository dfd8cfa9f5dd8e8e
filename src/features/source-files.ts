/** The files of the workspace as a run sees them: open documents first, and with a record of what was read. */
import type { CodeCache, SourceHost } from '../python/imports';
import type { ParseResult, PythonParser } from '../python/parser';
import { isNotebook } from '../workspace/notebook';

/** A document that an editor has open; it is parsed when somebody asks, so that edits in a row are parsed once. */
export class Document {
  private parsed: ParseResult | undefined;

  constructor(
    readonly path: string,
    readonly text: string,
    private readonly parser: PythonParser,
    /** The document before, if it was parsed: the parse reuses it. */
    private previous: ParseResult | undefined,
  ) {}

  get result(): ParseResult {
    if (this.parsed === undefined) {
      const { previous } = this;
      this.previous = undefined;
      // A config has no syntax tree.
      const text = this.path.endsWith('.json') ? '' : this.text;
      this.parsed = this.parser.parse(text, {
        incremental: true,
        ...(previous === undefined ? {} : { previous }),
      });
    }
    return this.parsed;
  }

  /** What the next version of the document can reuse; this one is given up. */
  release(): ParseResult | undefined {
    return this.parsed ?? this.previous;
  }
}

/** Reading and parsing, with everything cached by content. */
export class SourceFiles implements SourceHost {
  private readonly documents = new Map<string, Document>();
  private readonly parsedFiles = new Map<string, ParseResult>();
  private overrides: ReadonlyMap<string, string> = new Map();
  private reads: Map<string, string> | undefined;
  readonly codeCache?: CodeCache;

  constructor(
    private readonly below: SourceHost,
    private readonly parser: PythonParser,
  ) {
    if (below.codeCache !== undefined) this.codeCache = below.codeCache;
  }

  readBytes(path: string, offset: number, length: number): Uint8Array | undefined {
    return this.below.readBytes?.(path, offset, length);
  }

  fileSize(path: string): number | undefined {
    return this.below.fileSize?.(path);
  }

  environment(): Readonly<Record<string, string>> {
    return this.below.environment?.() ?? {};
  }

  document(path: string): Document | undefined {
    return this.documents.get(path);
  }

  openDocuments(): IterableIterator<Document> {
    return this.documents.values();
  }

  /** Opens a document, or takes its new text; the parse reuses the last one. */
  update(path: string, text: string): Document {
    const known = this.documents.get(path);
    if (known?.text === text) return known;
    const document = new Document(path, text, this.parser, known?.release());
    this.documents.set(path, document);
    return document;
  }

  close(path: string): void {
    this.documents.get(path)?.release()?.dispose();
    this.documents.delete(path);
  }

  /** Whether a file is open and does not parse. */
  isBroken(path: string): boolean {
    const document = this.documents.get(path);
    return document !== undefined && document.result.errors.length > 0;
  }

  /** The syntax tree of a file; undefined where there is no such file. */
  parse(path: string): ParseResult | undefined {
    const document = this.documents.get(path);
    if (document !== undefined) return document.result;
    const text = this.readFile(path);
    if (text === undefined) return undefined;
    const known = this.parsedFiles.get(path);
    if (known?.source === text) return known;
    const result = this.parser.parse(text);
    this.parsedFiles.set(path, result);
    return result;
  }

  /** The syntax tree of a text that is open: for the machine, which then need not parse it. */
  parsed(text: string, path: string): ParseResult | undefined {
    const document = this.documents.get(path);
    return document?.text === text ? document.result : undefined;
  }

  /** Runs `body`, and tells the texts of the files that it read. Some files may have another text meanwhile. */
  recording<R>(body: () => R, overrides: ReadonlyMap<string, string> = new Map()): [R, Map<string, string>] {
    const reads = new Map<string, string>();
    const before = { reads: this.reads, overrides: this.overrides };
    this.reads = reads;
    this.overrides = overrides;
    try {
      return [body(), reads];
    } finally {
      Object.assign(this, before);
    }
  }

  readFile(path: string): string | undefined {
    const text = this.overrides.get(path) ?? this.documents.get(path)?.text ?? this.below.readFile(path);
    if (text !== undefined) this.reads?.set(path, text);
    return text;
  }

  readRaw(path: string): string | undefined {
    const raw = isNotebook(path) ? this.below.readRaw?.(path) : undefined;
    return raw ?? this.readFile(path);
  }

  isFile(path: string): boolean {
    return this.documents.has(path) || this.below.isFile(path);
  }

  isDirectory(path: string): boolean {
    return this.below.isDirectory(path);
  }

  listDirectory(path: string): string[] {
    return this.below.listDirectory(path);
  }
}
