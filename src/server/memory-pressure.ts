/** How near a Node process, or a thread of one, is to the end of its memory. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collectGarbage: (() => void) | undefined;
/** What was in use after the last collection. */
let live = 0;

/** How much of the memory that Node gives this process is in use, 0 to 1; garbage is collected before it is said to be much. */
export function memoryPressure(): number {
  const measure = (): [number, number] => {
    const { used_heap_size: used, heap_size_limit: limit, external_memory: external } = getHeapStatistics();
    return [used + external, limit];
  };
  let [used, limit] = measure();
  if (used > 0.7 * limit && used > live + 0.05 * limit) {
    if (collectGarbage === undefined) {
      setFlagsFromString('--expose-gc');
      collectGarbage = runInNewContext('gc') as () => void;
    }
    collectGarbage();
    [used, limit] = measure();
    live = used;
  }
  return used / limit;
}
