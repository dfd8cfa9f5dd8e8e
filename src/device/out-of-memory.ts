/** Running out of device memory, in PyTorch's words. */

const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;
/** The largest size that PyTorch tries to allocate at all. */
const ONE_EXABYTE = 2 ** 60;

/** The facts of one failed allocation, all in bytes. */
export interface OutOfMemoryFacts {
  /** What the caller asked for. */
  requested: number;
  /** What would have been taken from the device. */
  tried: number;
  capacity: number;
  free: number;
  /** The limit set by a memory fraction below 1. */
  allowed?: number;
  /** What the process holds, when NVML tells. */
  process?: number;
  allocated: number;
  reserved: number;
  /** Whether expandable segments are on already; else the message recommends them. */
  expandableSegments: boolean;
}

/** `torch.OutOfMemoryError`: its message is PyTorch's. */
export class OutOfMemoryError extends Error {
  override readonly name = 'OutOfMemoryError';

  constructor(
    message: string,
    readonly facts: OutOfMemoryFacts,
  ) {
    super(message);
  }
}

/** Whether PyTorch refuses the size without asking the device. */
export function isBeyondOneExabyte(bytes: number): boolean {
  return bytes >= ONE_EXABYTE;
}

export const MORE_THAN_ONE_EXABYTE = 'CUDA out of memory. Tried to allocate more than 1EB memory.';

/** A size as PyTorch's `format_size` prints it: `20.00 MiB`. */
export function formatSize(bytes: number): string {
  if (bytes <= KiB) return `${bytes} bytes`;
  const [unit, name] = bytes <= MiB ? [KiB, 'KiB'] : bytes <= GiB ? [MiB, 'MiB'] : [GiB, 'GiB'];
  return `${twoDecimals(bytes, unit)} ${name}`;
}

/** bytes / unit with two decimals; an exact tie goes to the even digit, as in C++ streams. */
function twoDecimals(bytes: number, unit: number): string {
  const whole = Math.floor(bytes / unit);
  const rest = (bytes - whole * unit) * 100;
  let hundredths = Math.floor(rest / unit);
  const twice = 2 * (rest - hundredths * unit);
  if (twice > unit || (twice === unit && hundredths % 2 === 1)) hundredths++;
  const total = whole * 100 + hundredths;
  return `${Math.floor(total / 100)}.${String(total % 100).padStart(2, '0')}`;
}

const HINT =
  ' If reserved but unallocated memory is large try setting ' +
  'PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True to avoid fragmentation.  See documentation for ' +
  'Memory Management  (https://docs.pytorch.org/docs/stable/notes/cuda.html' +
  '#optimizing-memory-usage-with-pytorch-cuda-alloc-conf)';

/** The message of `torch.OutOfMemoryError` on device 0. */
export function outOfMemoryMessage(f: OutOfMemoryFacts): string {
  const process =
    f.process === undefined
      ? ''
      : `Including non-PyTorch memory, this process has ${formatSize(f.process)} memory in use. `;
  const allowed = f.allowed === undefined ? '' : `${formatSize(f.allowed)} allowed; `;
  return (
    `CUDA out of memory. Tried to allocate ${formatSize(f.tried)}. GPU 0 has a total capacity of ` +
    `${formatSize(f.capacity)} of which ${formatSize(f.free)} is free. ${process}${allowed}` +
    `Of the allocated memory ${formatSize(f.allocated)} is allocated by PyTorch, and ` +
    `${formatSize(f.reserved - f.allocated)} is reserved by PyTorch but unallocated.` +
    (f.expandableSegments ? '' : HINT)
  );
}
