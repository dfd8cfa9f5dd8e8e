/** The extension's life: what it registers at once, and the server, which is started when a file of PyTorch is there. */
import * as vscode from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import * as protocol from '../server/protocol';
import { BudgetViewProvider } from './budget-view';
import { registerCommands } from './commands';
import { LayersView } from './layers-view';
import { StatusItem } from './status-item';

export type ClientFactory = (options: LanguageClientOptions) => Promise<BaseLanguageClient>;

const CONFIG_FILE = 'vram-ledger.json';

export class Extension {
  private client: BaseLanguageClient | undefined;
  private starting: Promise<BaseLanguageClient | undefined> | undefined;
  private readonly statusItem: StatusItem;
  private readonly budget: BudgetViewProvider;
  private readonly layers: LayersView;

  constructor(
    readonly context: vscode.ExtensionContext,
    private readonly createClient: ClientFactory,
  ) {
    const { subscriptions } = context;
    this.statusItem = new StatusItem();
    this.budget = new BudgetViewProvider(context.extensionUri, this);
    this.layers = new LayersView();
    subscriptions.push(this.statusItem, this.budget, this.layers, { dispose: () => void this.stop() });
    this.budget.onVisible(() => this.watchBudget());
    this.layers.onVisible(() => this.watchBudget());
    registerCommands(this);
    subscriptions.push(
      vscode.window.onDidChangeActiveTextEditor((editor) => this.activeChanged(editor)),
      vscode.workspace.onDidOpenTextDocument((document) => this.startFor([document])),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.startFor([document])),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('vramLedger.enable')) this.enabledChanged();
      }),
    );
    this.enabledChanged();
  }

  /** Whether the switch is on. */
  get enabled(): boolean {
    return vscode.workspace.getConfiguration('vramLedger').get('enable', true);
  }

  /** The running server; started if it is not. undefined while we are turned off, or when it cannot be started. */
  async server(): Promise<BaseLanguageClient | undefined> {
    if (!this.enabled) return undefined;
    this.starting ??= this.start();
    return this.starting;
  }

  /** Asks the server. */
  async request<R>(method: string, params: object): Promise<R | undefined> {
    const client = await this.server();
    return client?.sendRequest<R>(method, params);
  }

  async stop(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    this.starting = undefined;
    await client?.stop();
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.server();
  }

  /** Shows an entry in the sidebar, and its figures first in the editor. */
  select(key: string): void {
    void this.client?.sendNotification(protocol.SELECT, { key } satisfies protocol.SelectParams);
  }

  /** Shows a part of the sidebar's page: `fit`, `what-if`. */
  async openPart(part: string): Promise<void> {
    await this.server();
    await vscode.commands.executeCommand('vramLedger.budget.focus');
    this.budget.open(part);
  }

  private enabledChanged(): void {
    const { enabled } = this;
    void vscode.commands.executeCommand('setContext', 'vramLedger.enabled', enabled);
    if (enabled) this.startFor(vscode.workspace.textDocuments);
    else this.statusItem.off();
  }

  /** Starts the server if one of the documents is of concern. */
  private startFor(documents: readonly vscode.TextDocument[]): void {
    if (this.starting !== undefined || !this.enabled || !documents.some(isOfConcern)) return;
    // Not while the extension is being activated.
    setTimeout(() => void this.server(), 0);
  }

  private async start(): Promise<BaseLanguageClient | undefined> {
    this.statusItem.starting();
    try {
      const client = await this.createClient({
        documentSelector: [{ language: 'python' }, { pattern: `**/${CONFIG_FILE}` }],
        initializationOptions: {
          vramLedger: true,
          rulePages: vscode.Uri.joinPath(this.context.extensionUri, 'docs/rules').toString(),
        } satisfies protocol.InitializationOptions,
        outputChannelName: 'VRAM Ledger',
        markdown: { isTrusted: false, supportHtml: false },
      });
      client.onRequest(protocol.READ_FILE, readFile);
      client.onRequest(protocol.READ_DIRECTORIES, readDirectories);
      client.onNotification(protocol.STATUS, ({ status }: protocol.StatusMessage) =>
        this.statusItem.show(status),
      );
      client.onNotification(protocol.BUDGET, (message: protocol.BudgetMessage) => {
        this.budget.show(message);
        this.layers.show(message);
      });
      await client.start();
      this.client = client;
      this.activeChanged(vscode.window.activeTextEditor);
      this.watchBudget();
      return client;
    } catch (error) {
      this.starting = undefined;
      this.statusItem.failed(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  private activeChanged(editor: vscode.TextEditor | undefined): void {
    const uri = editor !== undefined && isOurs(editor.document) ? editor.document.uri.toString() : undefined;
    // The sidebar keeps its figures while the person looks at something else.
    if (uri === undefined) return;
    void this.client?.sendNotification(protocol.ACTIVE, { uri } satisfies protocol.ActiveParams);
  }

  private watchBudget(): void {
    void this.client?.sendNotification(protocol.WATCH_BUDGET, {
      on: this.budget.visible || this.layers.visible,
    });
  }
}

function isOurs(document: vscode.TextDocument): boolean {
  return document.languageId === 'python' || document.uri.path.endsWith(`/${CONFIG_FILE}`);
}

/** A config, or a Python file that speaks of PyTorch. */
function isOfConcern(document: vscode.TextDocument): boolean {
  if (document.uri.path.endsWith(`/${CONFIG_FILE}`)) return true;
  return (
    document.languageId === 'python' &&
    /\b(torch|flax|lightning|timm|transformers)\b/.test(document.getText())
  );
}

async function readFile({ uri }: protocol.ReadFileParams): Promise<string | null> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.parse(uri)));
  } catch {
    return null;
  }
}

async function readDirectories({
  uris,
}: protocol.ReadDirectoriesParams): Promise<(protocol.DirectoryEntry[] | null)[]> {
  return Promise.all(
    uris.map(async (uri) => {
      try {
        const entries = await vscode.workspace.fs.readDirectory(vscode.Uri.parse(uri));
        return entries.map(([name, type]): protocol.DirectoryEntry => [
          name,
          (type & vscode.FileType.Directory) !== 0 ? 'directory' : 'file',
        ]);
      } catch {
        return null;
      }
    }),
  );
}
