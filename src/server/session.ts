/** The language server: translates between the protocol and the features, and holds no logic of its own. */
import {
  CodeActionKind,
  CodeLensRefreshRequest,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  LSPErrorCodes,
  ResponseError,
  TextDocuments,
  TextDocumentSyncKind,
  type ClientCapabilities,
  type Connection,
  type InitializeParams,
  type InitializeResult,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { PROFILES } from '../device/profiles';
import { Analysis } from '../features/analysis';
import { Interrupted, type AnalysisFiles } from '../features/target-runs';
import { assumptionsOf } from '../features/assumptions';
import { budgetView, targetsShown, type BudgetView } from '../features/budget-view';
import { deviceEdit, pinEdit } from '../features/config-edits';
import { firstConfig } from '../features/first-config';
import { fitEdits, fitView } from '../features/fit-view';
import { readSettings } from '../features/settings';
import { statusOf } from '../features/status';
import type { FileEdit } from '../features/text';
import { describeTarget, type Target } from '../features/targets';
import { compareWith, measuringScript } from '../features/measurements';
import { whatIf, whatIfChoices, whatIfEdits } from '../features/what-if';
import { createParser } from '../python/parser';
import { CONFIG_FILE } from '../workspace/config';
import { isNotebook } from '../workspace/notebook';
import { Answers, type Asked } from './answers';
import { Notebooks } from './notebooks';
import * as protocol from './protocol';
import { Scheduler } from './scheduler';
import { Uris } from './uris';

/** What differs between Node and the browser. */
export interface Platform {
  /** The files beside the bundle. */
  assets(
    options: protocol.InitializationOptions,
  ): Promise<{ runtime: Uint8Array; grammar: Uint8Array; archive: Uint8Array | undefined }>;
  /** The workspace's files. */
  files(connection: Connection, uris: Uris): PlatformFiles;
  now(): number;
  /** Gives the count of edits that the client has sent, those that wait to be read included; undefined where nobody can tell. */
  edits(options: protocol.InitializationOptions): (() => number) | undefined;
  /** How much of its memory the server uses: 0 to 1; not there where nobody can tell. */
  memoryPressure?: () => number;
}

export interface PlatformFiles {
  files: AnalysisFiles;
  /** Fetches what a run lacked. */
  load?: () => Promise<void>;
  /** Reads ahead. */
  prefetch?: (folders: readonly string[]) => Promise<void>;
  /** A file changed on the disk. */
  forget?: (path: string) => void;
}

const PULL = 'vram-ledger';
/** Milliseconds that a person waits who asks what can be done. */
const ACTION_PATIENCE = 5000;

/** Serves a connection until it is closed. */
export function serve(connection: Connection, platform: Platform): void {
  const server = new Server(connection, platform);
  server.listen();
}

class Server {
  private readonly uris = new Uris();
  private readonly documents = new TextDocuments(TextDocument);
  private readonly notebooks = new Notebooks(this.documents, this.uris, {
    changed: (path, text) => this.edited(path, text),
    closed: (path, cells) => this.gone(path, cells),
  });
  private capabilities: ClientCapabilities = {};
  private isOurs = false;
  private analysis!: Analysis;
  private scheduler!: Scheduler;
  private platformFiles!: PlatformFiles;
  private folders: string[] = [];
  private active: string | undefined;
  private watchesBudget = false;
  private pulls = false;
  private answers!: Answers;

  constructor(
    private readonly connection: Connection,
    private readonly platform: Platform,
  ) {}

  listen(): void {
    const { connection, documents } = this;
    connection.onInitialize((params) => this.initialize(params));
    connection.onInitialized(() => this.initialized());
    connection.onShutdown(() => this.scheduler.stop());
    documents.onDidChangeContent(({ document }) => this.changed(document));
    documents.onDidClose(({ document }) => this.closed(document));
    connection.onDidChangeConfiguration(({ settings }) => void this.configure(settings));
    connection.onDidChangeWatchedFiles(({ changes }) => {
      for (const { uri, type } of changes) this.fileChanged(uri, type);
    });
    connection.onCodeLens(({ textDocument }) =>
      this.ask(textDocument.uri, [], (asked) => this.answers.lenses(asked)),
    );
    connection.languages.inlayHint.on(({ textDocument, range }) =>
      this.ask(textDocument.uri, [], (asked) => this.answers.hints(asked, range.start.line, range.end.line)),
    );
    connection.onHover(({ textDocument, position }) =>
      this.ask(textDocument.uri, null, (asked) => this.answers.hover(asked, position)),
    );
    connection.languages.diagnostics.on(async ({ textDocument }) => ({
      kind: 'full',
      items: await this.ask(textDocument.uri, [], (asked) => this.answers.diagnostics(asked)),
    }));
    connection.onCodeAction(({ textDocument, range, context }) =>
      this.ask(
        textDocument.uri,
        [],
        (asked) => this.answers.codeActions(asked, range, context),
        ACTION_PATIENCE,
      ),
    );
    connection.onExecuteCommand(({ command, arguments: args }) => {
      const [uri, key] = (args ?? []) as [string | undefined, string | undefined];
      if (command === protocol.COMMANDS.createConfig) return this.createConfig(uri);
      if (command === protocol.COMMANDS.pin && uri !== undefined && key !== undefined)
        return this.pin(uri, key);
      return null;
    });
    this.listenToOurClient();
    this.notebooks.listen(connection);
    documents.listen(connection);
    connection.listen();
  }

  private listenToOurClient(): void {
    const { connection } = this;
    connection.onNotification(protocol.ACTIVE, ({ uri }: protocol.ActiveParams) => {
      const before = this.active;
      this.active = uri === undefined ? undefined : this.pathOf(uri);
      const { active } = this;
      if (active !== before && active !== undefined && this.analysis.selected !== undefined)
        void this.scheduler.patiently(() => this.analysis.turnTo(active)).then(() => this.news());
      this.tellClient();
      this.scheduler.touch(0);
    });
    connection.onNotification(protocol.WATCH_BUDGET, ({ on }: { on: boolean }) => {
      this.watchesBudget = on;
      this.analysis.drawing = on;
      this.tellClient();
      this.scheduler.touch(0);
    });
    connection.onNotification(protocol.SELECT, ({ key }: protocol.SelectParams) => {
      this.analysis.selected = key;
      this.news();
      this.scheduler.touch(0);
    });
    connection.onRequest(protocol.ASSUMPTIONS, ({ uri }: protocol.AssumptionsParams) =>
      this.ask(uri, null, ({ path }) => this.assumptions(path)),
    );
    connection.onRequest(protocol.DEVICES, (): protocol.DeviceChoice[] =>
      PROFILES.map(({ id, name, memory }) => ({ id, name, memory })),
    );
    connection.onRequest(protocol.SET_DEVICE, ({ uri, device }: protocol.SetDeviceParams) =>
      this.setDevice(uri, device),
    );
    connection.onRequest(protocol.CREATE_CONFIG, ({ uri }: protocol.UriParams) => this.createConfig(uri));
    connection.onRequest(protocol.WHAT_IF_CHOICES, ({ key }: protocol.KeyParams) =>
      this.askTarget(key, null, (target) => whatIfChoices(this.analysis, target) ?? null),
    );
    connection.onRequest(protocol.WHAT_IF, ({ key, changes, full }: protocol.WhatIfParams) =>
      this.askTarget(key, null, (target) => whatIf(this.analysis, target, changes, full) ?? null),
    );
    connection.onRequest(protocol.WRITE_WHAT_IF, ({ key, changes }: protocol.WhatIfParams) =>
      this.applyTo(key, (target) => whatIfEdits(this.analysis, target, changes)),
    );
    connection.onRequest(protocol.FIT, ({ key, budget }: protocol.FitParams) =>
      this.askTarget(key, null, (target) => fitView(this.analysis, target, budget) ?? null),
    );
    connection.onRequest(protocol.APPLY_FIT, ({ key, row }: protocol.ApplyFitParams) =>
      this.applyTo(key, (target) => fitEdits(this.analysis, target, row)),
    );
    connection.onRequest(protocol.MEASURE, ({ uri }: protocol.MeasureParams) =>
      this.scheduler.ask(this.openPath(uri), () => {
        const [target] = this.measurable(uri);
        return target === undefined ? null : (measuringScript(this.analysis, target) ?? null);
      }),
    );
    connection.onRequest(protocol.COMPARE, ({ uri, data }: protocol.CompareParams) =>
      this.scheduler.ask(this.openPath(uri), () =>
        compareWith(this.analysis, this.measurable(uri), bytesOf(data)),
      ),
    );
    connection.onRequest(protocol.PIN, ({ uri, key }: protocol.PinParams) => this.pin(uri, key));
  }

  // ---- the session ----

  private async initialize(params: InitializeParams): Promise<InitializeResult> {
    this.capabilities = params.capabilities;
    const options = (params.initializationOptions ?? {}) as protocol.InitializationOptions;
    this.isOurs = options.vramLedger === true;
    const folders =
      params.workspaceFolders ?? (params.rootUri == null ? [] : [{ uri: params.rootUri, name: '' }]);
    this.folders = folders.flatMap(({ uri }) => this.uris.path(uri) ?? []);
    const { runtime, grammar, archive } = await this.platform.assets(options);
    const parser = await createParser({ runtime, grammar });
    const edits = this.platform.edits(options);
    this.platformFiles = this.platform.files(this.connection, this.uris);
    const { memoryPressure } = this.platform;
    this.analysis = new Analysis({
      parser,
      files: this.platformFiles.files,
      folders: this.folders,
      now: () => this.platform.now(),
      ...(archive === undefined ? {} : { archive }),
      ...(edits === undefined ? {} : { edits }),
      ...(memoryPressure === undefined ? {} : { memoryPressure }),
    });
    this.scheduler = new Scheduler(this.analysis, {
      load: this.platformFiles.load,
      active: () => this.active,
      onNews: () => this.news(),
      onQuiet: () => this.tellClient(),
      onError: (error) =>
        this.connection.console.error(
          error instanceof Error ? (error.stack ?? error.message) : String(error),
        ),
    });
    this.pulls = params.capabilities.textDocument?.diagnostic !== undefined;
    this.answers = new Answers(this.analysis, this.uris, this.documents, this.notebooks, {
      capabilities: this.capabilities,
      isOurs: options.vramLedger === true,
      rulePages: options.rulePages,
    });
    return {
      serverInfo: { name: 'vram-ledger' },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        notebookDocumentSync: { notebookSelector: [{ notebook: '*', cells: [{ language: 'python' }] }] },
        codeLensProvider: { resolveProvider: false },
        inlayHintProvider: true,
        hoverProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite] },
        executeCommandProvider: { commands: Object.values(protocol.COMMANDS) },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
        ...(this.pulls
          ? {
              diagnosticProvider: {
                identifier: PULL,
                interFileDependencies: true,
                workspaceDiagnostics: false,
              },
            }
          : {}),
      },
    };
  }

  private async initialized(): Promise<void> {
    const { connection, capabilities } = this;
    if (capabilities.workspace?.didChangeConfiguration?.dynamicRegistration === true)
      void connection.client.register(DidChangeConfigurationNotification.type, { section: 'vramLedger' });
    if (capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true)
      void connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: '**/*.{py,ipynb}' }, { globPattern: `**/${CONFIG_FILE}` }],
      });
    if (capabilities.workspace?.workspaceFolders === true)
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = removed.map(({ uri }) => this.uris.path(uri));
        this.folders = [
          ...this.folders.filter((folder) => !gone.includes(folder)),
          ...added.flatMap(({ uri }) => this.uris.path(uri) ?? []),
        ];
        this.analysis.setFolders(this.folders);
        void this.platformFiles.prefetch?.(this.folders);
      });
    await this.configure(undefined);
    await this.platformFiles.prefetch?.(this.folders);
    this.scheduler.touch(0);
  }

  private async configure(pushed: unknown): Promise<void> {
    let settings: unknown = (pushed as { vramLedger?: unknown } | null | undefined)?.vramLedger;
    if (this.capabilities.workspace?.configuration === true)
      settings = await this.connection.workspace.getConfiguration('vramLedger');
    this.analysis.setSettings(readSettings(settings));
    this.news();
    this.scheduler.touch(0);
  }

  private changed(document: TextDocument): void {
    const path = this.uris.path(document.uri);
    // A notebook is told as a whole.
    if (path !== undefined && !isNotebook(path)) this.edited(path, document.getText());
  }

  private edited(path: string, text: string): void {
    this.analysis.open(path, text);
    this.active ??= path;
    this.scheduler.touch();
    this.tellStatus();
  }

  private closed(document: TextDocument): void {
    const path = this.uris.path(document.uri);
    if (path !== undefined && !isNotebook(path)) this.gone(path, [document.uri]);
  }

  private gone(path: string, uris: readonly string[]): void {
    this.analysis.close(path);
    if (!this.pulls) for (const uri of uris) void this.connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  /** The path of a document, or of the notebook that it is a cell of; undefined for one that is not ours. */
  private pathOf(uri: string): string | undefined {
    return this.notebooks.path(uri) ?? this.uris.path(uri);
  }

  private fileChanged(uri: string, type: FileChangeType): void {
    const path = this.uris.path(uri);
    if (path === undefined) return;
    this.platformFiles.forget?.(path);
    // Its document may be open for a while yet.
    if (type === FileChangeType.Deleted && path.endsWith(`/${CONFIG_FILE}`)) this.analysis.close(path);
    if (type !== FileChangeType.Changed) this.analysis.forgetFiles();
    this.scheduler.touch();
  }

  /** Answers for a document; `nothing` for one that is not ours, or while we are turned off. */
  private async ask<R>(uri: string, nothing: R, answer: (asked: Asked) => R, patience?: number): Promise<R> {
    const path = this.pathOf(uri);
    if (
      path === undefined ||
      this.analysis.files.document(path) === undefined ||
      !this.analysis.settings.enable
    )
      return nothing;
    try {
      return await this.scheduler.ask(path, () => answer({ uri, path }), patience);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      throw new ResponseError(LSPErrorCodes.ContentModified, 'the document has changed meanwhile');
    }
  }

  /** Answers for an entry of the file that the person looks at. */
  private async askTarget<R>(key: string, nothing: R, answer: (target: Target) => R): Promise<R> {
    if (!this.analysis.settings.enable) return nothing;
    try {
      return await this.scheduler.patiently(() => {
        const target = targetsShown(this.analysis, this.active).find((each) => each.key === key);
        if (target === undefined) return nothing;
        this.analysis.runNow(target);
        return answer(target);
      });
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      throw new ResponseError(LSPErrorCodes.ContentModified, 'the document has changed meanwhile');
    }
  }

  /** Makes edits for an entry, in one step that one undo takes back. */
  private async applyTo(
    key: string,
    edits: (target: Target) => FileEdit[] | undefined,
  ): Promise<string | boolean> {
    const found = await this.askTarget(key, undefined, edits);
    if (found === undefined || found.length === 0) return false;
    const { applied } = await this.connection.workspace.applyEdit({
      label: 'VRAM Ledger',
      edit: this.answers.workspaceEdit(found),
    });
    const config = found.find(({ path }) => path.endsWith(`/${CONFIG_FILE}`));
    return applied && config !== undefined ? this.uris.uri(config.path) : applied;
  }

  /** Figures are there that nobody asked for just now. */
  private news(): void {
    const { connection, capabilities } = this;
    const { workspace } = capabilities;
    if (workspace?.codeLens?.refreshSupport === true)
      void connection.sendRequest(CodeLensRefreshRequest.type);
    if (workspace?.inlayHint?.refreshSupport === true) connection.languages.inlayHint.refresh();
    if (this.pulls) {
      if (workspace?.diagnostics?.refreshSupport === true) connection.languages.diagnostics.refresh();
    } else this.pushDiagnostics();
    this.tellClient();
  }

  private pushDiagnostics(): void {
    const { enable } = this.analysis.settings;
    for (const { uri } of this.documents.all()) {
      const path = this.pathOf(uri);
      if (path === undefined) continue;
      void this.scheduler
        .patiently(() => (enable ? this.answers.diagnostics({ uri, path }) : []))
        .then((diagnostics) => this.connection.sendDiagnostics({ uri, diagnostics }));
    }
  }

  private tellClient(): void {
    this.tellStatus();
    if (!this.isOurs || !this.watchesBudget) return;
    void this.scheduler
      .patiently(() => (this.analysis.settings.enable ? budgetView(this.analysis, this.active) : undefined))
      .then((view) => {
        const shown: BudgetView = view ?? {
          entries: [],
          selected: undefined,
          message: 'VRAM Ledger is turned off.',
          busy: false,
          figures: undefined,
        };
        void this.connection.sendNotification(protocol.BUDGET, this.answers.budget(shown));
      })
      .catch((error: unknown) => this.connection.console.error(String(error)));
  }

  private tellStatus(): void {
    if (!this.isOurs) return;
    const path = this.active;
    void this.scheduler
      .patiently(() =>
        statusOf(
          this.analysis,
          path !== undefined && this.analysis.files.document(path) !== undefined ? path : undefined,
        ),
      )
      .then((status) => {
        const uri = path === undefined ? undefined : this.uris.uri(path);
        void this.connection.sendNotification(protocol.STATUS, {
          uri,
          status,
        } satisfies protocol.StatusMessage);
      })
      .catch((error: unknown) => this.connection.console.error(String(error)));
  }

  private assumptions(path: string): protocol.AssumptionsResult | null {
    const shown = targetsShown(this.analysis, path);
    const target = shown.find(({ key }) => key === this.analysis.selected) ?? this.analysis.focusOf(path);
    if (target === undefined) return null;
    return {
      target: target.key,
      name: describeTarget(target),
      assumptions: assumptionsOf(this.analysis, target).map(
        ({ kind, message, file, line, place, pinnable }) => ({
          kind,
          message,
          uri: file === undefined ? undefined : this.uris.uri(file),
          line,
          place,
          pinnable,
        }),
      ),
    };
  }

  // ---- edits ----

  private async setDevice(uri: string | undefined, device: string): Promise<boolean> {
    const path = this.pathOrFolder(uri);
    if (path === undefined) return false;
    const project = await this.scheduler.patiently(() => this.analysis.projects.of(path));
    if (project.configText === undefined) return false;
    const edit = deviceEdit(project, device);
    return edit.edits.length > 0 && this.apply(edit);
  }

  private async createConfig(uri: string | undefined): Promise<string | null> {
    const path = this.pathOrFolder(uri);
    if (path === undefined) return null;
    const edit = await this.scheduler.ask(
      this.analysis.files.document(path) === undefined ? undefined : path,
      () => firstConfig(this.analysis, path),
    );
    if (edit !== undefined && !(await this.apply(edit))) return null;
    return this.uris.uri(edit?.path ?? this.analysis.projects.of(path).configPath);
  }

  private async pin(uri: string, key: string): Promise<string | null> {
    const path = this.pathOf(uri);
    if (path === undefined) return null;
    const edit = await this.scheduler.ask(path, () => {
      const target = targetsShown(this.analysis, path).find((each) => each.key === key);
      if (target === undefined) return undefined;
      const { current, good } = this.analysis.figuresOf(target);
      return pinEdit(target, (current ?? good)?.account);
    });
    if (edit === undefined || !(await this.apply(edit))) return null;
    return this.uris.uri(edit.path);
  }

  /** The path of an open file, for the scheduler. */
  private openPath(uri: string | undefined): string | undefined {
    const path = this.pathOrFolder(uri);
    return path === undefined || this.analysis.files.document(path) === undefined ? undefined : path;
  }

  /** What can be measured: the entry that is looked at first. */
  private measurable(uri: string | undefined): Target[] {
    const path = this.pathOrFolder(uri);
    if (path === undefined) return [];
    const all = [
      ...targetsShown(this.analysis, path),
      ...this.analysis.configured(this.analysis.projects.of(path)),
    ];
    const focus = all.find(({ key }) => key === this.analysis.selected) ?? this.analysis.focusOf(path);
    return focus === undefined ? all : [focus, ...all.filter(({ key }) => key !== focus.key)];
  }

  private pathOrFolder(uri: string | undefined): string | undefined {
    const path = uri === undefined ? this.active : this.pathOf(uri);
    return path ?? (this.folders[0] === undefined ? undefined : `${this.folders[0]}/${CONFIG_FILE}`);
  }

  private async apply(edit: FileEdit): Promise<boolean> {
    const { applied } = await this.connection.workspace.applyEdit(this.answers.workspaceEdit([edit]));
    return applied;
  }
}

/** The bytes of a base64 text; both hosts have `atob`. */
function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
}
