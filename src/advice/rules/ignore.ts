/**
 * Comments that silence rules: `# vram-ledger: ignore[graph-kept]` on the line or alone on the line above, for one rule or several, separated by
 * commas; without brackets, for all. `# vram-ledger: ignore-file[…]`, alone on a line, speaks for the whole file.
 */
const COMMENT = /#\s*vram-ledger:\s*ignore(?:\[([^\]]*)\])?(?!-)/;
const FILE_COMMENT = /^\s*#\s*vram-ledger:\s*ignore-file(?:\[([^\]]*)\])?/m;

/** Whether a comment of a source silences a rule at a line (from 1). */
export function isIgnored(text: string, line: number, code: string): boolean {
  const lines = text.split(/\r\n|\r|\n/);
  const above = lines[line - 2] ?? '';
  return (
    names(COMMENT.exec(lines[line - 1] ?? ''), code) ||
    (/^\s*#/.test(above) && names(COMMENT.exec(above), code)) ||
    names(FILE_COMMENT.exec(text), code)
  );
}

function names(match: RegExpExecArray | null, code: string): boolean {
  if (match === null) return false;
  const [, list] = match;
  return list === undefined || list.split(',').some((name) => name.trim() === code);
}
