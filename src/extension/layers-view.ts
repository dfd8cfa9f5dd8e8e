/** The sidebar's tree of layers: what each weighs, saves and holds at the peak. A click goes to its line. */
import * as vscode from 'vscode';
import { formatBytes } from '../ledger/account';
import type { BudgetMessage, LayerView } from '../server/protocol';

export class LayersView implements vscode.TreeDataProvider<LayerView>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<LayerView>;
  private layers: LayerView[] = [];
  private uris: Record<string, string> = {};
  private peak = 0;
  private shown = '';

  constructor() {
    this.view = vscode.window.createTreeView('vramLedger.layers', {
      treeDataProvider: this,
      showCollapseAll: true,
    });
  }

  get visible(): boolean {
    return this.view.visible;
  }

  onVisible(listener: () => void): void {
    this.view.onDidChangeVisibility(listener);
  }

  show({ view, uris }: BudgetMessage): void {
    const { figures, entries, selected } = view;
    const layers = figures?.layers ?? [];
    this.view.description = entries.find(({ key }) => key === selected)?.name;
    this.view.message =
      figures !== undefined && layers.length === 0
        ? vscode.l10n.t('There are no layers here: the lines of the file tell what they take.')
        : undefined;
    const now = JSON.stringify([layers, figures?.allocated]);
    if (now === this.shown) return;
    this.shown = now;
    this.layers = layers;
    this.uris = uris;
    this.peak = figures?.allocated ?? 0;
    this.changed.fire(undefined);
  }

  getChildren(layer?: LayerView): LayerView[] {
    return layer === undefined ? this.layers : layer.children;
  }

  getTreeItem(layer: LayerView): vscode.TreeItem {
    const { name, className, children, place, parameters, saved, peak, executions, output } = layer;
    const state =
      children.length > 0 ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None;
    const item = new vscode.TreeItem(name, state);
    const share = this.peak === 0 ? '' : `${((100 * peak) / this.peak).toFixed(1)} %`;
    const figures = [
      parameters > 0 ? formatBytes(parameters) : '',
      saved > 0 ? vscode.l10n.t('{0} saved', formatBytes(saved)) : '',
      share,
    ].filter((text) => text !== '');
    item.description = [...figures, className].join(' · ');
    item.iconPath = new vscode.ThemeIcon(children.length > 0 ? 'symbol-class' : 'symbol-field');
    const lines = [
      `**${name}** (${className})`,
      '',
      vscode.l10n.t('- weights: {0}', formatBytes(parameters)),
      vscode.l10n.t('- saved for backward: {0}', formatBytes(saved)),
      vscode.l10n.t('- at the peak: {0} ({1})', formatBytes(peak), share),
      ...(executions > 0 ? [vscode.l10n.t('- executions: {0}', executions)] : []),
      ...(output === '' ? [] : [vscode.l10n.t('- output: {0}', output)]),
    ];
    item.tooltip = new vscode.MarkdownString(lines.join('\n'));
    item.accessibilityInformation = { label: `${name}, ${className}, ${figures.join(', ')}` };
    const uri = place === undefined ? undefined : this.uris[place.path];
    if (uri !== undefined && place !== undefined) {
      const position = new vscode.Position(place.line - 1, 0);
      item.command = {
        command: 'vscode.open',
        title: vscode.l10n.t('Go to the line'),
        arguments: [
          vscode.Uri.parse(uri),
          { selection: new vscode.Range(position, position) } satisfies vscode.TextDocumentShowOptions,
        ],
      };
    }
    return item;
  }

  dispose(): void {
    this.view.dispose();
    this.changed.dispose();
  }
}
