/** What the features give, as the protocol has it: for a document, which may be one cell of a notebook. */
import {
  CodeActionTriggerKind,
  DiagnosticSeverity,
  InlayHintKind,
  MarkupKind,
  type ClientCapabilities,
  type CodeAction,
  type CodeActionContext,
  type CodeLens,
  type Diagnostic,
  type Hover,
  type InlayHint,
  type TextDocuments,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Analysis } from '../features/analysis';
import type { BudgetView } from '../features/budget-view';
import { codeActionsAt } from '../features/code-actions';
import { diagnosticsOf } from '../features/diagnostics';
import { hintsOf } from '../features/hints';
import { hoverAt } from '../features/hover';
import { lensesOf } from '../features/lenses';
import type { FileEdit, Position, Range } from '../features/text';
import { isPythonFile, movePlaces } from '../workspace/notebook';
import { baseName } from '../workspace/paths';
import type { Notebooks } from './notebooks';
import * as protocol from './protocol';
import type { Uris } from './uris';

/** The annotation of edits that are shown before they are made. */
const PREVIEW = 'preview';

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** A document that is asked about: its own address, and the path of the file that it is or is a cell of. */
export interface Asked {
  uri: string;
  path: string;
}

/** What the answers depend on beside the analysis. */
export interface Client {
  capabilities: ClientCapabilities;
  /** Whether it has our commands. */
  isOurs: boolean;
  /** The address of the folder with the pages of the rules. */
  rulePages: string | undefined;
}

export class Answers {
  constructor(
    private readonly analysis: Analysis,
    private readonly uris: Uris,
    private readonly documents: TextDocuments<TextDocument>,
    private readonly notebooks: Notebooks,
    private readonly client: Client,
  ) {}

  lenses({ uri, path }: Asked): CodeLens[] {
    if (!this.analysis.settings.codeLens || !isPythonFile(path)) return [];
    const { isOurs } = this.client;
    return this.notebooks
      .within(uri, path, lensesOf(this.analysis, path))
      .map(({ range, title, target, action }) => ({
        range,
        command: {
          title,
          command: isOurs
            ? protocol.CLIENT_COMMANDS[action]
            : action === 'configure'
              ? protocol.COMMANDS.createConfig
              : '',
          arguments: [uri, target],
        },
      }));
  }

  hints({ uri, path }: Asked, from: number, to: number): InlayHint[] {
    if (!this.analysis.settings.inlayHints || !isPythonFile(path)) return [];
    const lines = [from, to].map((line) => this.notebooks.moduleLine(uri, line)) as [number, number];
    const hints = hintsOf(this.analysis, path, ...lines).map((hint) => ({
      ...hint,
      range: { start: hint.position, end: hint.position },
    }));
    return this.notebooks.within(uri, path, hints).map(({ range, label, tooltip }) => ({
      position: range.start,
      label,
      kind: InlayHintKind.Type,
      paddingLeft: true,
      tooltip: { kind: MarkupKind.Markdown, value: tooltip },
    }));
  }

  hover({ uri, path }: Asked, { line, character }: Position): Hover | null {
    if (!this.analysis.settings.hover) return null;
    const position = { line: this.notebooks.moduleLine(uri, line), character };
    const found = hoverAt(this.analysis, path, position);
    const [hover] = found === undefined ? [] : this.notebooks.within(uri, path, [found]);
    return hover === undefined
      ? null
      : { range: hover.range, contents: { kind: MarkupKind.Markdown, value: hover.markdown } };
  }

  diagnostics({ uri, path }: Asked): Diagnostic[] {
    if (!this.analysis.settings.diagnostics) return [];
    const { rulePages } = this.client;
    return this.notebooks
      .within(uri, path, diagnosticsOf(this.analysis, path))
      .map(({ range, severity, message, code, isRule, related }) => ({
        range,
        severity: SEVERITIES[severity],
        message,
        code,
        ...(isRule === true && rulePages !== undefined
          ? { codeDescription: { href: `${rulePages}/${code}.md` } }
          : {}),
        source: 'VRAM Ledger',
        relatedInformation: related.flatMap((each) => {
          const location = this.notebooks.place(each.path, each.range);
          return location === undefined ? [] : { location, message: each.message };
        }),
      }));
  }

  codeActions({ uri, path }: Asked, range: Range, context: CodeActionContext): CodeAction[] {
    if (!isPythonFile(path)) return [];
    const own = context.diagnostics.filter(({ source }) => source === 'VRAM Ledger');
    const invoked = context.triggerKind !== CodeActionTriggerKind.Automatic;
    const actions = codeActionsAt(this.analysis, path, this.notebooks.moduleRange(uri, range), { invoked });
    const showsDisabled = this.client.capabilities.textDocument?.codeAction?.disabledSupport === true;
    return actions.flatMap(
      ({ title, kind, edits, preferred, fixes, disabled: reason }): CodeAction | CodeAction[] => {
        if (reason !== undefined) return showsDisabled ? { title, kind, disabled: { reason } } : [];
        const answered = own.filter(({ code }) => code === fixes);
        return {
          title,
          kind,
          isPreferred: preferred,
          edit: this.workspaceEdit(edits, path),
          ...(fixes === undefined || answered.length === 0 ? {} : { diagnostics: answered }),
        };
      },
    );
  }

  /**
   * Edits for the client. What changes other files than the one that the person looks at is shown before it is done, where the client can.
   * @param shown the path of that file; without one nothing is asked
   */
  workspaceEdit(edits: readonly FileEdit[], shown?: string): WorkspaceEdit {
    const { documentChanges, resourceOperations, changeAnnotationSupport } =
      this.client.capabilities.workspace?.workspaceEdit ?? {};
    const byDocument = edits.flatMap((edit) =>
      this.notebooks.edits(edit).map((own) => ({ ...own, create: edit.create })),
    );
    if (documentChanges !== true)
      return { changes: Object.fromEntries(byDocument.map(({ uri, edits: own }) => [uri, own])) };
    const asks =
      shown !== undefined &&
      changeAnnotationSupport !== undefined &&
      edits.some(({ path, create }) => path !== shown && !create);
    const changes = byDocument.flatMap(({ uri, create, edits: own }) => {
      const version = this.documents.get(uri)?.version ?? null;
      const annotated = asks ? own.map((edit) => ({ ...edit, annotationId: PREVIEW })) : own;
      const change = { textDocument: { uri, version }, edits: annotated };
      return create && resourceOperations?.includes('create') === true
        ? [{ kind: 'create' as const, uri, options: { ignoreIfExists: true } }, change]
        : [change];
    });
    return {
      documentChanges: changes,
      ...(asks
        ? { changeAnnotations: { [PREVIEW]: { label: 'VRAM Ledger', needsConfirmation: true } } }
        : {}),
    };
  }

  /** The sidebar's data, its places as the client finds them. */
  budget(view: BudgetView): protocol.BudgetMessage {
    const uris: Record<string, string> = {};
    const { figures } = view;
    if (figures === undefined) return { view, uris };
    const move = (path: string, line: number): object => {
      const start = { line: line - 1, character: 0 };
      const found = this.notebooks.place(path, { start, end: start });
      const uri = found?.uri ?? this.uris.uri(path);
      const own = (found?.range.start.line ?? line - 1) + 1;
      const cell = this.notebooks.cell(uri);
      // A cell has no path: its address tells it from the others.
      const key = cell === undefined ? path : uri;
      uris[key] = uri;
      return {
        path: key,
        line: own,
        ...(cell === undefined ? {} : { text: `${baseName(path)} cell ${cell + 1}:${own}` }),
      };
    };
    const placed = {
      ...figures,
      peak: movePlaces(figures.peak, 'path', move),
      layers: movePlaces(figures.layers, 'path', move),
    };
    return { view: { ...view, figures: placed }, uris };
  }
}
