/** Natives of the modelled packages (NumPy's shape arithmetic and so on), by module name. */
import type { PyModule } from '../python/objects.js';
import type { VM } from '../python/vm.js';

export const libraryNatives: Record<string, (vm: VM) => PyModule> = {};
