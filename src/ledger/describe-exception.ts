/** Python exceptions for a person. */
import { fieldOf } from '../python/builtins/exceptions';
import { EMBEDDED } from '../python/code_archive';
import type { PyException, Place } from '../python/objects';
import { LimitError, type VM } from '../python/vm';
import type { AccountError } from './account';

/** An exception for a person: the place is the innermost one in a file that is not our own. */
export function describeException(vm: VM, exception: PyException): AccountError {
  let message: string;
  try {
    message = vm.str(exception);
  } catch (error) {
    if (error instanceof LimitError) throw error;
    message = '';
  }
  // Python's own has no text.
  if (message === '' && exception.cls.name === 'MemoryError')
    message = 'more memory is asked for than there is here';
  const expression = expressionOf(exception);
  if (expression !== undefined)
    message = `${message.replace(/ \(<[^>]*>, line \d+\)$/, '')} (in ${expression})`;
  const error: AccountError = { type: exception.cls.name, message };
  const place = syntaxPlace(exception) ?? exceptionPlace(exception);
  return place === undefined ? error : { ...error, ...place };
}

/** Which expression of the request it is in, where it is in none of the user's files: the loss, the optimizer, an input. */
function expressionOf(exception: PyException): string | undefined {
  const file = fieldOf(exception, 'filename');
  if (typeof file === 'string' && /^<.*>$/.test(file)) return `the ${file.slice(1, -1)}`;
  const innermost = exception.traceback.find(({ code }) => !code.init.filename.startsWith(EMBEDDED));
  const name = innermost?.code.init.filename;
  return name !== undefined && EXPRESSIONS.test(name) ? `the ${name.slice(1, -1)}` : undefined;
}

/** The names that the step compiles the request's expressions under. */
const EXPRESSIONS = /^<(model|call|loss|optimizer|inputs?( .*)?)>$/;

function exceptionPlace(exception: PyException): Place | undefined {
  for (const { code, line } of exception.traceback) {
    const { filename } = code.init;
    if (!filename.startsWith(EMBEDDED) && !filename.startsWith('<')) return { file: filename, line };
  }
  return undefined;
}

function syntaxPlace(exception: PyException): Place | undefined {
  const file = fieldOf(exception, 'filename');
  const line = fieldOf(exception, 'lineno');
  return typeof file === 'string' && typeof line === 'number' && !file.startsWith('<')
    ? { file, line }
    : undefined;
}
