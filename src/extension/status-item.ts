/** The language status item: how far the figures of the file can be trusted. */
import * as vscode from 'vscode';
import type { Status } from '../server/protocol';

const SELECTOR: vscode.DocumentSelector = [{ language: 'python' }, { pattern: '**/vram-ledger.json' }];

export class StatusItem {
  private readonly item = vscode.languages.createLanguageStatusItem('vramLedger.status', SELECTOR);

  constructor() {
    this.item.name = 'VRAM Ledger';
    this.set('', vscode.l10n.t('no PyTorch in this file'), {
      command: 'vramLedger.createConfig',
      title: vscode.l10n.t('Create Config'),
    });
  }

  /** What the server says. */
  show({ state, text, detail }: Status): void {
    if (state === 'off') return this.off();
    const command = state === 'none' ? 'vramLedger.createConfig' : 'vramLedger.showAssumptions';
    const title = state === 'none' ? vscode.l10n.t('Create Config') : vscode.l10n.t('Details');
    const severity =
      state === 'failed'
        ? vscode.LanguageStatusSeverity.Error
        : state === 'partial'
          ? vscode.LanguageStatusSeverity.Warning
          : vscode.LanguageStatusSeverity.Information;
    this.set(text, detail, { command, title }, severity, state === 'busy');
  }

  starting(): void {
    this.set('', vscode.l10n.t('starting'), undefined, vscode.LanguageStatusSeverity.Information, true);
  }

  off(): void {
    this.set(vscode.l10n.t('off'), vscode.l10n.t('VRAM Ledger is turned off'), {
      command: 'vramLedger.turnOn',
      title: vscode.l10n.t('Turn On'),
    });
  }

  failed(message: string): void {
    this.set(
      vscode.l10n.t('not running'),
      message,
      { command: 'vramLedger.restart', title: vscode.l10n.t('Restart') },
      vscode.LanguageStatusSeverity.Error,
    );
  }

  dispose(): void {
    this.item.dispose();
  }

  private set(
    text: string,
    detail: string,
    command: vscode.Command | undefined,
    severity = vscode.LanguageStatusSeverity.Information,
    busy = false,
  ): void {
    this.item.text = text === '' ? '$(circuit-board) VRAM' : `$(circuit-board) VRAM: ${text}`;
    this.item.detail = detail;
    this.item.command = command;
    this.item.severity = severity;
    this.item.busy = busy;
  }
}
