/** The version of this program. */
import { TORCH_VERSION } from '../ledger/account';
import { version as packageVersion } from '../../package.json';

export function version(): string {
  return `vram-ledger ${packageVersion} (PyTorch ${TORCH_VERSION})`;
}
