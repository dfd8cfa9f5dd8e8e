/** The commands of the palette. */
import * as vscode from 'vscode';
import * as protocol from '../server/protocol';
import type { BaseLanguageClient } from 'vscode-languageclient';

/** What commands act on: the extension's life. */
export interface CommandHost {
  readonly context: vscode.ExtensionContext;
  /** The running server; undefined while we are turned off. */
  server: () => Promise<BaseLanguageClient | undefined>;
  /** Asks the server. */
  request: <R>(method: string, params: object) => Promise<R | undefined>;
  /** Shows an entry in the sidebar, and its figures first in the editor. */
  select: (key: string) => void;
  /** Shows a part of the sidebar's page. */
  openPart: (part: string) => Promise<void>;
  restart: () => Promise<void>;
}

export function registerCommands(extension: CommandHost): void {
  const commands: Record<string, (...args: never[]) => unknown> = {
    'vramLedger.turnOn': () => turn(true),
    'vramLedger.turnOff': () => turn(false),
    'vramLedger.createConfig': (uri?: string) => createConfig(extension, uri),
    'vramLedger.showAssumptions': () => showAssumptions(extension),
    'vramLedger.chooseDevice': () => chooseDevice(extension),
    'vramLedger.showEntry': (_uri?: string, key?: string) => showEntry(extension, key),
    'vramLedger.fit': () => extension.openPart('fit'),
    'vramLedger.whatIf': () => extension.openPart('what-if'),
    'vramLedger.measure': () => measure(extension),
    'vramLedger.compare': (uri?: vscode.Uri) => compare(extension, uri),
    'vramLedger.restart': () => extension.restart(),
  };
  for (const [id, run] of Object.entries(commands))
    extension.context.subscriptions.push(
      vscode.commands.registerCommand(id, run as (...args: unknown[]) => unknown),
    );
}

/** The switch for everything; remembered. */
async function turn(on: boolean): Promise<void> {
  await vscode.workspace
    .getConfiguration('vramLedger')
    .update('enable', on, vscode.ConfigurationTarget.Global);
}

function activeUri(): string | undefined {
  return vscode.window.activeTextEditor?.document.uri.toString();
}

async function openAddress(uri: string, line?: number): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  const position = new vscode.Position(Math.max(0, (line ?? 1) - 1), 0);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position) });
}

/** Writes a first config, or opens the one that is there. */
async function createConfig(extension: CommandHost, uri: string | undefined): Promise<void> {
  const params: protocol.UriParams = { uri: typeof uri === 'string' ? uri : activeUri() };
  const config = await extension.request<string | null>(protocol.CREATE_CONFIG, params);
  if (config == null) {
    void vscode.window.showInformationMessage(vscode.l10n.t('VRAM Ledger is off, or no folder is open.'));
    return;
  }
  await openAddress(config);
}

interface AssumptionItem extends vscode.QuickPickItem {
  uri?: string;
  line?: number;
  run?: () => unknown;
}

/** What the figures rest on, each with its place and a way to pin it. */
async function showAssumptions(extension: CommandHost): Promise<void> {
  const uri = activeUri();
  const found =
    uri === undefined
      ? undefined
      : await extension.request<protocol.AssumptionsResult | null>(protocol.ASSUMPTIONS, { uri });
  const pin = { iconPath: new vscode.ThemeIcon('pin'), tooltip: vscode.l10n.t('Pin it in vram-ledger.json') };
  const pinAll = async (): Promise<void> => {
    const params: protocol.PinParams = { key: found!.target, uri: uri! };
    const config = await extension.request<string | null>(protocol.PIN, params);
    if (config != null) await openAddress(config);
  };
  const icons = { assumption: 'question', missing: 'circle-slash', warning: 'warning' };
  const items: AssumptionItem[] = (found?.assumptions ?? []).map((each) => ({
    label: `$(${icons[each.kind]}) ${each.message}`,
    detail: each.place === '' ? undefined : each.place,
    buttons: each.pinnable ? [pin] : [],
    uri: each.uri,
    line: each.line,
  }));
  if (items.length === 0)
    items.push({ label: vscode.l10n.t('$(check) Nothing is assumed and nothing is missing') });
  items.push({ label: '', kind: vscode.QuickPickItemKind.Separator });
  if (found?.assumptions.some(({ pinnable }) => pinnable) === true)
    items.push({ label: vscode.l10n.t('$(pin) Pin it all in vram-ledger.json'), run: pinAll });
  items.push({
    label: vscode.l10n.t('$(device-desktop) Choose the device…'),
    run: () => chooseDevice(extension),
  });
  items.push({ label: vscode.l10n.t('$(circle-slash) Turn VRAM Ledger off'), run: () => turn(false) });
  const picker = vscode.window.createQuickPick<AssumptionItem>();
  picker.items = items;
  picker.placeholder =
    found == null
      ? vscode.l10n.t('What the figures rest on')
      : vscode.l10n.t('What the figures of {0} rest on', found.name);
  picker.matchOnDetail = true;
  picker.onDidTriggerItemButton(() => {
    picker.hide();
    void pinAll();
  });
  picker.onDidAccept(() => {
    const [item] = picker.selectedItems;
    picker.hide();
    if (item?.run !== undefined) void item.run();
    else if (item?.uri !== undefined) void openAddress(item.uri, item.line);
  });
  picker.onDidHide(() => picker.dispose());
  picker.show();
}

/** The device of the config, or without one of the settings. */
async function chooseDevice(extension: CommandHost): Promise<void> {
  const devices = (await extension.request<protocol.DeviceChoice[]>(protocol.DEVICES, {})) ?? [];
  const picked = await vscode.window.showQuickPick(
    devices.map(({ id, name, memory }) => ({
      label: name,
      description: `${(memory / 2 ** 30).toFixed(1)} GiB`,
      detail: id,
    })),
    { placeHolder: vscode.l10n.t('The GPU that everything must fit on'), matchOnDetail: true },
  );
  if (picked === undefined) return;
  const params: protocol.SetDeviceParams = { uri: activeUri(), device: picked.detail };
  if ((await extension.request<boolean>(protocol.SET_DEVICE, params)) === true) return;
  await vscode.workspace
    .getConfiguration('vramLedger')
    .update(
      'device',
      picked.detail,
      vscode.workspace.workspaceFolders === undefined
        ? vscode.ConfigurationTarget.Global
        : vscode.ConfigurationTarget.Workspace,
    );
}

/** Opens the script that measures what is looked at. */
async function measure(extension: CommandHost): Promise<void> {
  const params: protocol.MeasureParams = { uri: activeUri() };
  const content = await extension.request<string | null>(protocol.MEASURE, params);
  if (content == null) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is no model here that can be measured.'));
    return;
  }
  await vscode.window.showTextDocument(
    await vscode.workspace.openTextDocument({ content, language: 'python' }),
  );
}

/** Reads a measurement and shows it beside the figures; hovers tell it until the source changes. */
async function compare(extension: CommandHost, given: vscode.Uri | undefined): Promise<void> {
  const uri = activeUri();
  const [file] =
    given instanceof vscode.Uri
      ? [given]
      : ((await vscode.window.showOpenDialog({
          title: vscode.l10n.t('What the measuring script printed, or a memory snapshot'),
          openLabel: vscode.l10n.t('Compare'),
        })) ?? []);
  if (file === undefined) return;
  const bytes = await vscode.workspace.fs.readFile(file);
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000)
    text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  const params: protocol.CompareParams = { uri, data: btoa(text) };
  const found = await extension.request<protocol.CompareResult>(protocol.COMPARE, params);
  if (found == null) return;
  if (found.error !== undefined) {
    const name = file.path.slice(file.path.lastIndexOf('/') + 1);
    void vscode.window.showErrorMessage(`${name}: ${found.error}`);
    return;
  }
  const page = await vscode.workspace.openTextDocument({ content: found.markdown, language: 'markdown' });
  await vscode.window.showTextDocument(page, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
}

/** Shows an entry in the sidebar; without one, whichever is of the active file. */
async function showEntry(extension: CommandHost, key: string | undefined): Promise<void> {
  await extension.server();
  if (typeof key === 'string') extension.select(key);
  await vscode.commands.executeCommand('vramLedger.budget.focus');
}
