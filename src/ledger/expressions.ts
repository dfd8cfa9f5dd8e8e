/** The Python expressions of a request, as functions of the step. */
import type { Value } from '../python/heap';
import type { StepRequest } from './step-request';

/** What an optimizer's expression may begin with: a step that is part of backward (vram_ledger_step.py). */
export const IN_BACKWARD = 'in_backward';

/** What a model's expression may begin with: rank 0 of several that share its weights (vram_ledger_step.py). */
export const SHARDED = 'sharded';

/** Compiles an expression as a function with a name for tracebacks. */
export type Define = (label: string, parameters: string[], expression: string) => Value;

/** A function that makes the tuple of inputs; each expression is compiled under its own name. */
export function defineInputs(define: Define, inputs: StepRequest['inputs']): Value {
  // Each is checked by itself, so that a mistake is told with the input's name.
  for (const { name, expression } of inputs)
    if (!isPlainTensor(expression)) define(`input ${name}`, [], expression);
  return define('inputs', [], `(${inputs.map(({ expression }) => `(${expression}\n),`).join(' ')})`);
}

function isPlainTensor(expression: string): boolean {
  return /^torch\.empty\([\w\s,()+*/-]*dtype=torch\.\w+, device="cuda"\)$/.test(expression);
}

/** The forward call as a user writes it: `inputs` is the tuple of all. */
export function callExpression(call: string, names: string[]): string {
  if (!/\binputs\b/.test(call)) return call;
  return `(lambda inputs: (${call}\n))((${names.map((name) => `${name},`).join(' ')}))`;
}

/**
 * The expression that makes an optimizer, with `params` in scope: they are its first argument, unless the user names them.
 * null for none.
 */
export function optimizerExpression(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || /^none$/i.test(trimmed)) return null;
  if (/^[\w.]+$/.test(trimmed)) return `${trimmed}(params)`;
  const call = /^([\w.]+)\s*\((.*)\)$/s.exec(trimmed);
  if (call === null) return trimmed;
  const [, name, args] = call as unknown as [string, string, string];
  if (/\b(params|model)\b/.test(args.replace(/(["']).*?\1/g, ''))) return trimmed;
  return args.trim() === '' ? `${name}(params)` : `${name}(params, ${args})`;
}

/** A value of JSON as Python writes it. */
export function pythonLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}: ${pythonLiteral(item)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
}
