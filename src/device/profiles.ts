/**
 * The GPUs that are known by name. Memory is what `torch.cuda.get_device_properties().total_memory` gives
 * on Linux, which is less than the data sheet says: the driver keeps a part, and ECC another. It differs
 * a little from driver to driver.
 */

const GiB = 1024 ** 3;
/** Device memory is told in multiples of this. */
const PAGE = 64 * 1024;

/** A GPU. Sizes are in bytes. */
export interface DeviceProfile {
  /** What the user writes. */
  id: string;
  /** `torch.cuda.get_device_name()`. */
  name: string;
  /** `total_memory` of its properties. */
  memory: number;
  /**
   * How the memory is known: `measured` in bytes, `reported` by PyTorch's error messages in hundredths
   * of a GiB, `nominal` from the data sheet, `given` by the user.
   */
  memorySource: 'measured' | 'reported' | 'nominal' | 'given';
  computeCapability: [major: number, minor: number];
  multiProcessorCount: number;
  /** What the CUDA context takes; undefined where no source tells. */
  context?: number;
  /** Whether the context was measured on the user's own device. */
  contextSource?: 'measured';
}

/** The device when none is named. */
export const DEFAULT_DEVICE = 'a100-80gb';

type Row = [
  id: string,
  name: string,
  gib: number,
  source: DeviceProfile['memorySource'],
  computeCapability: [number, number],
  multiProcessorCount: number,
];

// Sources of `reported`: the capacity that torch.OutOfMemoryError prints ("GPU 0 has a total capacity of …").
// An issue that shows the figure is named where one was looked up; the others are figures that such messages
// commonly show for the card.
const ROWS: Row[] = [
  ['p100', 'Tesla P100-PCIE-16GB', 15.9, 'reported', [6, 0], 56],
  ['v100-16gb', 'Tesla V100-SXM2-16GB', 15.77, 'reported', [7, 0], 80],
  ['v100-32gb', 'Tesla V100-SXM2-32GB', 31.74, 'reported', [7, 0], 80], // liucongg/ChatGLM-Finetuning#73
  ['t4', 'Tesla T4', 14.56, 'reported', [7, 5], 40],
  ['a100-40gb', 'NVIDIA A100-SXM4-40GB', 42298834944 / GiB, 'measured', [8, 0], 108], // bottlerocket#3873
  ['a100-80gb', 'NVIDIA A100-SXM4-80GB', 79.25, 'reported', [8, 0], 108], // HiDream-ai/VAREdit#6
  ['a10', 'NVIDIA A10', 22.07, 'reported', [8, 6], 72],
  ['a10g', 'NVIDIA A10G', 22.07, 'reported', [8, 6], 80],
  ['a4000', 'NVIDIA RTX A4000', 15.61, 'reported', [8, 6], 48], // DengKaiCQ/VGGT-Long#6
  ['a5000', 'NVIDIA RTX A5000', 23.68, 'reported', [8, 6], 64],
  ['a6000', 'NVIDIA RTX A6000', 47.53, 'reported', [8, 6], 84],
  ['rtx-6000-ada', 'NVIDIA RTX 6000 Ada Generation', 44.43, 'reported', [8, 9], 142], // DINGYANB/MTVCrafter#21 (ECC on)
  ['l4', 'NVIDIA L4', 22.03, 'reported', [8, 9], 58], // ArcInstitute/evo2#190
  ['l40s', 'NVIDIA L40S', 44.4, 'reported', [8, 9], 142], // QwenLM/Qwen3-VL#2097 (L40)
  ['h100-pcie', 'NVIDIA H100 PCIe', 79.19, 'reported', [9, 0], 114],
  ['h100-sxm', 'NVIDIA H100 80GB HBM3', 79.19, 'reported', [9, 0], 132],
  ['h200', 'NVIDIA H200', 139.8, 'reported', [9, 0], 132],
  ['b200', 'NVIDIA B200', 178.4, 'reported', [10, 0], 148],
  ['rtx-3060', 'NVIDIA GeForce RTX 3060', 11.76, 'reported', [8, 6], 28],
  ['rtx-3060-ti', 'NVIDIA GeForce RTX 3060 Ti', 7.78, 'reported', [8, 6], 38],
  ['rtx-3070', 'NVIDIA GeForce RTX 3070', 7.78, 'reported', [8, 6], 46], // akshitac8/OW-DETR#46
  ['rtx-3070-ti', 'NVIDIA GeForce RTX 3070 Ti', 7.78, 'reported', [8, 6], 48],
  ['rtx-3080-10gb', 'NVIDIA GeForce RTX 3080', 9.78, 'reported', [8, 6], 68], // zai-org/CogVideo#34
  ['rtx-3080-12gb', 'NVIDIA GeForce RTX 3080', 12, 'nominal', [8, 6], 70],
  ['rtx-3080-ti', 'NVIDIA GeForce RTX 3080 Ti', 11.76, 'reported', [8, 6], 80],
  ['rtx-3090', 'NVIDIA GeForce RTX 3090', 23.69, 'reported', [8, 6], 82],
  ['rtx-3090-ti', 'NVIDIA GeForce RTX 3090 Ti', 23.69, 'reported', [8, 6], 84],
  ['rtx-4060', 'NVIDIA GeForce RTX 4060', 7.62, 'reported', [8, 9], 24],
  ['rtx-4060-ti-8gb', 'NVIDIA GeForce RTX 4060 Ti', 7.62, 'reported', [8, 9], 34],
  ['rtx-4060-ti-16gb', 'NVIDIA GeForce RTX 4060 Ti', 15.7, 'reported', [8, 9], 34],
  ['rtx-4070', 'NVIDIA GeForce RTX 4070', 11.72, 'reported', [8, 9], 46],
  ['rtx-4070-super', 'NVIDIA GeForce RTX 4070 SUPER', 11.72, 'reported', [8, 9], 56],
  ['rtx-4070-ti', 'NVIDIA GeForce RTX 4070 Ti', 11.72, 'reported', [8, 9], 60],
  ['rtx-4070-ti-super', 'NVIDIA GeForce RTX 4070 Ti SUPER', 15.7, 'reported', [8, 9], 66],
  ['rtx-4080', 'NVIDIA GeForce RTX 4080', 15.7, 'reported', [8, 9], 76],
  ['rtx-4080-super', 'NVIDIA GeForce RTX 4080 SUPER', 15.7, 'reported', [8, 9], 80],
  ['rtx-4090', 'NVIDIA GeForce RTX 4090', 23.64, 'reported', [8, 9], 128], // TMElyralab/MuseTalk#76
  ['rtx-5060', 'NVIDIA GeForce RTX 5060', 8, 'nominal', [12, 0], 30],
  ['rtx-5060-ti-8gb', 'NVIDIA GeForce RTX 5060 Ti', 8, 'nominal', [12, 0], 36],
  ['rtx-5060-ti-16gb', 'NVIDIA GeForce RTX 5060 Ti', 15.48, 'reported', [12, 0], 36],
  ['rtx-5070', 'NVIDIA GeForce RTX 5070', 12, 'nominal', [12, 0], 48],
  ['rtx-5070-ti', 'NVIDIA GeForce RTX 5070 Ti', 15.47, 'reported', [12, 0], 70],
  ['rtx-5080', 'NVIDIA GeForce RTX 5080', 15.47, 'reported', [12, 0], 84],
  ['rtx-5090', 'NVIDIA GeForce RTX 5090', 31.36, 'reported', [12, 0], 170], // TrajectoryCrafter#20
];

/** Process memory minus reserved memory of a training run (torch 2.11, CUDA 12.8), after cuBLAS and cuDNN. */
const CONTEXTS: Record<string, number> = { t4: 141426688 };

/** Other names of a profile. */
export const ALIASES: Record<string, string> = {
  v100: 'v100-16gb',
  a100: 'a100-80gb',
  h100: 'h100-sxm',
  'h100-80gb': 'h100-sxm',
  'rtx-a4000': 'a4000',
  'rtx-a5000': 'a5000',
  'rtx-a6000': 'a6000',
  '6000-ada': 'rtx-6000-ada',
  'rtx-3060-12gb': 'rtx-3060',
  'rtx-3080': 'rtx-3080-10gb',
  'rtx-4060-ti': 'rtx-4060-ti-8gb',
  'rtx-5060-ti': 'rtx-5060-ti-16gb',
};

/** Every known GPU, by generation. */
export const PROFILES: readonly DeviceProfile[] = ROWS.map(
  ([id, name, gib, memorySource, computeCapability, multiProcessorCount]) => ({
    id,
    name,
    memory: Math.floor((gib * GiB) / PAGE) * PAGE,
    memorySource,
    computeCapability,
    multiProcessorCount,
    context: CONTEXTS[id],
  }),
);

/** The most threads that one multiprocessor runs (`max_threads_per_multi_processor`). */
export function maxThreadsPerMultiProcessor([major, minor]: DeviceProfile['computeCapability']): number {
  if (major === 7 && minor === 5) return 1024;
  if ((major === 8 && minor > 0) || major === 12) return 1536;
  return 2048;
}
