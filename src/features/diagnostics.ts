/** What is wrong: shapes that do not fit, a peak over the budget, mistakes in the config. */
import { formatBytes, type Account } from '../ledger/account';
import { CONFIG_FILE } from '../workspace/config';
import type { Analysis } from './analysis';
import type { Figures } from './result';
import { framesOf, rangeOfFrame } from './traceback';
import { lineRange, linesOf, rangeOfProblem, type Range } from './text';
import type { Target } from './targets';
import { budgetOf, deviceName, deviceOf, PHASE_NAMES } from './words';

export interface RelatedPlace {
  path: string;
  range: Range;
  message: string;
}

export interface Diagnostic {
  range: Range;
  severity: 'error' | 'warning' | 'information' | 'hint';
  message: string;
  /** `shape`, `budget`, `run`, `config`, or the code of a rule. */
  code: string;
  /** Whether the code is of a rule, which has a page. */
  isRule?: boolean;
  related: RelatedPlace[];
}

/** The diagnostics of a Python file, from what is known, without running anything. */
export function diagnosticsOf(analysis: Analysis, path: string): Diagnostic[] {
  const document = analysis.files.document(path);
  if (document === undefined) return [];
  if (path.endsWith(`/${CONFIG_FILE}`)) return configDiagnostics(analysis, path);
  const found: Diagnostic[] = [];
  for (const target of analysis.targetsFor(path)) {
    const figures = analysis.figuresOf(target);
    const diagnostic = errorOf(analysis, figures, path) ?? overflowOf(analysis, figures, path);
    if (diagnostic === undefined) continue;
    const same = found.find(
      (other) => other.code === diagnostic.code && sameRange(other.range, diagnostic.range),
    );
    if (same === undefined) found.push(diagnostic);
  }
  return [...found, ...mistakesOf(analysis, path)];
}

/** The memory mistakes that the last runs show. */
function mistakesOf(analysis: Analysis, path: string): Diagnostic[] {
  const lines = linesOf(analysis.files.document(path)!.text);
  return analysis.mistakesIn(path).flatMap(({ code, line, message, span }): Diagnostic[] => {
    const severity = analysis.settings.rules[code] ?? 'warning';
    if (severity === 'off') return [];
    const range =
      span === undefined
        ? lineRange(lines, line - 1)
        : {
            start: { line: span.line - 1, character: span.col },
            end: { line: span.endLine - 1, character: span.endCol },
          };
    return [{ range, severity, message, code, isRule: true, related: [] }];
  });
}

function sameRange(a: Range, b: Range): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The mistakes of a config; also of entries whose file is not there. */
export function configDiagnostics(analysis: Analysis, path: string): Diagnostic[] {
  const project = analysis.projects.of(path);
  const { config } = project;
  const diagnostics = config.problems.map(({ severity, message, ...range }): Diagnostic => ({
    range: rangeOfProblem(range),
    severity,
    message,
    code: 'config',
    related: [],
  }));
  for (const { about, message } of analysis.searchPathOf(path).problems) {
    const range = config.ranges[about];
    if (range !== undefined)
      diagnostics.push({
        range: rangeOfProblem(range),
        severity: 'warning',
        message,
        code: 'config',
        related: [],
      });
  }
  for (const target of analysis.configured(project)) {
    const message = problemOf(analysis, target);
    if (message === undefined || target.entry === undefined) continue;
    diagnostics.push({
      range: rangeOfProblem(target.entry.range),
      severity: 'warning',
      message,
      code: 'config',
      related: [],
    });
  }
  return diagnostics;
}

function problemOf(analysis: Analysis, target: Target): string | undefined {
  if (target.kind === 'model') return target.model.problem ?? expressionProblem(analysis, target);
  return analysis.files.isFile(target.file) ? undefined : `no such file: ${target.entry.file}`;
}

/** What is wrong in an expression that the config gives: its model, its loss, an input. No file has it. */
function expressionProblem(analysis: Analysis, target: Target): string | undefined {
  const account = analysis.figuresOf(target).current?.account;
  const error = account?.status === 'failed' ? account.error : undefined;
  if (error === undefined || !/ \(in the [^)]+\)$/.test(error.message)) return undefined;
  return `${error.type}: ${error.message}`;
}

/** What ended the run of a target, at the place in this file that is nearest to it. */
function errorOf(analysis: Analysis, { current, target }: Figures, path: string): Diagnostic | undefined {
  if (current === undefined) return undefined;
  const { account } = current;
  const { error } = account;
  if (error === undefined || account.status === 'exact') return undefined;
  const text = analysis.files.document(path)!.text;
  const lines = linesOf(text);
  const frames = framesOf(error.traceback ?? '').filter(({ file }) => !file.startsWith('<'));
  const at = [...frames].reverse().find(({ file }) => file === path);
  let range: Range | undefined;
  if (at !== undefined) range = rangeOfFrame(at, lines);
  else if (error.file === path && error.line !== undefined) range = lineRange(lines, error.line - 1);
  else if (target.file === path) range = target.anchor;
  if (range === undefined) return undefined;
  const isLimit = error.type === 'Limit';
  const related = frames
    .filter((frame) =>
      frame !== at && frame.file !== path
        ? analysis.files.document(frame.file) !== undefined || frame.file.startsWith(target.project.root)
        : frame !== at,
    )
    .reverse()
    .slice(0, 6)
    .map((frame): RelatedPlace => {
      const source = analysis.files.document(frame.file)?.text ?? analysis.files.readFile(frame.file) ?? '';
      return {
        path: frame.file,
        range: rangeOfFrame(frame, linesOf(source)),
        message: `called from ${frame.name || 'here'}`,
      };
    });
  return {
    range,
    severity: isLimit ? 'warning' : 'error',
    message: isLimit ? error.message : `${error.type}: ${error.message}`,
    code: isLimit ? 'limit' : /size|shape|dimension|channels|matmul/i.test(error.message) ? 'shape' : 'run',
    related,
  };
}

/** A peak that the device cannot hold. */
function overflowOf(
  analysis: Analysis,
  { good, current, target }: Figures,
  path: string,
): Diagnostic | undefined {
  if (good === undefined || good !== current || target.file !== path) return undefined;
  const { account } = good;
  const budget = budgetOf(target, account);
  if (!budget.over) return undefined;
  const { peak } = account;
  return {
    range: target.anchor,
    severity: 'warning',
    message: overMessage(target, account),
    code: 'budget',
    related:
      peak.file === null || peak.line === null || !analysis.files.isFile(peak.file)
        ? []
        : [
            {
              path: peak.file,
              range: lineRange(linesOf(analysis.files.readFile(peak.file) ?? ''), peak.line - 1),
              message: `the peak is reached here, in ${PHASE_NAMES[peak.phase]}`,
            },
          ],
  };
}

function overMessage(target: Target, account: Account): string {
  const { limit, margin, need, name } = budgetOf(target, account);
  const { peak, process, memory } = account;
  const parts = [`peak allocated ${formatBytes(peak.allocated)}`, `reserved ${formatBytes(peak.reserved)}`];
  if (process.context > 0) parts.push(`context ${formatBytes(process.context)}`);
  if (margin > 0) parts.push(`margin ${formatBytes(margin)}`);
  const what =
    name === 'budget' ? `its budget of ${formatBytes(limit)}` : `the ${name} (${formatBytes(limit)})`;
  const over = need > limit ? `: ${formatBytes(need - limit)} too much` : '';
  const overflow =
    memory.overflow === undefined ? '' : `; the ${deviceName(deviceOf(target))} runs out of memory`;
  return `${target.name} does not fit ${what}${over} (${parts.join(', ')})${overflow}`;
}
