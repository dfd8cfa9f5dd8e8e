/** Standard output and error, written at once and in order, so that nothing is lost when the process ends. */
import { writeSync } from 'node:fs';

const DESCRIPTORS = { stdout: 1, stderr: 2 } as const;
const CHUNK = 1 << 16;
const pending = { stdout: '', stderr: '' };

/** Writes text; short texts are collected first. */
export function write(stream: 'stdout' | 'stderr', text: string): void {
  const other = stream === 'stdout' ? 'stderr' : 'stdout';
  if (pending[other] !== '') flush(other);
  pending[stream] += text;
  if (pending[stream].length >= CHUNK) flush(stream);
}

/** Writes what is collected. */
export function flush(stream?: 'stdout' | 'stderr'): void {
  if (stream === undefined) {
    flush('stdout');
    flush('stderr');
    return;
  }
  let rest = Buffer.from(pending[stream], 'utf8');
  pending[stream] = '';
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(DESCRIPTORS[stream], rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EAGAIN') continue;
      if (code === 'EPIPE') process.exit(0);
      throw error;
    }
  }
}

export function print(text: string): void {
  write('stdout', `${text}\n`);
}

/** A message of ours on standard error. */
export function complain(text: string): void {
  write('stderr', `vram-ledger: ${text}\n`);
}
