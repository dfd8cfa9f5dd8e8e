/** Starts the thread that does the server's work under Node. */
import { Worker } from 'node:worker_threads';

/**
 * A run after an edit makes some 25 MiB of objects, most of them dead at its end. With Node's default young generation (semi-spaces of up
 * to 16 MiB) they are copied several times while the run goes on, a fifth of its time; with three times 64 MiB hardly once.
 */
const MAX_YOUNG_GENERATION_MB = 192;

/** A thread that runs `file` with `workerData`. */
export function startThread(file: string, workerData: unknown, argv: readonly string[] = []): Worker {
  return new Worker(file, {
    workerData,
    argv: [...argv],
    resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MB },
  });
}
