/** The sidebar's page: the budget, the accounts at the peak, and the step over time. Its drawing is in media/budget.js. */
import * as vscode from 'vscode';
import * as protocol from '../server/protocol';

/** What the page says to us. */
type PageMessage =
  | { type: 'ready' }
  | { type: 'select'; key: string }
  | { type: 'open'; path: string; line: number }
  | { type: 'command'; command: string }
  | { type: 'ask'; id: number; what: keyof typeof QUESTIONS; params: object };

/** What the page may ask the server. */
const QUESTIONS = {
  choices: protocol.WHAT_IF_CHOICES,
  whatIf: protocol.WHAT_IF,
  write: protocol.WRITE_WHAT_IF,
  fit: protocol.FIT,
  applyFit: protocol.APPLY_FIT,
} as const;

export interface BudgetHost {
  select(key: string): void;
  request<R>(method: string, params: object): Promise<R | undefined>;
}

export class BudgetViewProvider implements vscode.WebviewViewProvider, vscode.Disposable {
  private view: vscode.WebviewView | undefined;
  private message: protocol.BudgetMessage | undefined;
  /** Whether the page listens; what is to be opened when it does. */
  private isReady = false;
  private wanted: string | undefined;
  private listener: () => void = () => {};
  private readonly registration: vscode.Disposable;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly host: BudgetHost,
  ) {
    this.registration = vscode.window.registerWebviewViewProvider('vramLedger.budget', this);
  }

  get visible(): boolean {
    return this.view?.visible === true;
  }

  onVisible(listener: () => void): void {
    this.listener = listener;
  }

  show(message: protocol.BudgetMessage): void {
    this.message = message;
    this.post({ type: 'view', view: message.view });
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    const { webview } = view;
    const media = vscode.Uri.joinPath(this.extensionUri, 'media');
    webview.options = { enableScripts: true, localResourceRoots: [media] };
    webview.html = page(
      ['planner.js', 'budget.js'].map((name) => webview.asWebviewUri(vscode.Uri.joinPath(media, name))),
      webview.asWebviewUri(vscode.Uri.joinPath(media, 'budget.css')),
      webview.cspSource,
    );
    webview.onDidReceiveMessage((message: PageMessage) => this.receive(message));
    view.onDidChangeVisibility(() => this.listener());
    view.onDidDispose(() => {
      this.view = undefined;
      this.isReady = false;
      this.listener();
    });
    this.listener();
  }

  /** Opens a part of the page: `fit`, `what-if`. */
  open(part: string): void {
    if (this.isReady) this.post({ type: 'open', part });
    else this.wanted = part;
  }

  dispose(): void {
    this.registration.dispose();
  }

  private post(message: object): void {
    void this.view?.webview.postMessage(message);
  }

  /** Hands a question on to the server, and the answer back. */
  private async ask({ id, what, params }: Extract<PageMessage, { type: 'ask' }>): Promise<void> {
    const method = QUESTIONS[what] as string | undefined;
    if (method === undefined) return;
    try {
      const answer = (await this.host.request<unknown>(method, params)) ?? null;
      this.post({ type: 'answer', id, answer });
      // A config that was written is shown: it is not saved, and can be undone there.
      if ((what === 'write' || what === 'applyFit') && typeof answer === 'string')
        await vscode.window.showTextDocument(vscode.Uri.parse(answer), { preview: false });
    } catch (error) {
      this.post({ type: 'answer', id, error: error instanceof Error ? error.message : String(error) });
    }
  }

  private receive(message: PageMessage): void {
    switch (message.type) {
      case 'ready':
        this.isReady = true;
        if (this.message !== undefined) this.show(this.message);
        if (this.wanted !== undefined) this.post({ type: 'open', part: this.wanted });
        this.wanted = undefined;
        break;
      case 'select':
        this.host.select(message.key);
        break;
      case 'open': {
        const uri = this.message?.uris[message.path];
        if (uri === undefined) return;
        const position = new vscode.Position(message.line - 1, 0);
        void vscode.window.showTextDocument(vscode.Uri.parse(uri), {
          selection: new vscode.Range(position, position),
        });
        break;
      }
      case 'ask':
        void this.ask(message);
        break;
      case 'command':
        if (message.command.startsWith('vramLedger.')) void vscode.commands.executeCommand(message.command);
        break;
    }
  }
}

function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function page(scripts: readonly vscode.Uri[], style: vscode.Uri, source: string): string {
  const key = nonce();
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${source}; script-src 'nonce-${key}';">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${String(style)}">
<title>VRAM Ledger</title>
</head>
<body>
<main id="root"></main>
${scripts.map((script) => `<script nonce="${key}" src="${String(script)}"></script>`).join('\n')}
</body>
</html>`;
}
