/** Calls of what is unknown that change nothing: what a package that only shows, reads or logs is told. */
import { Op } from './code.js';
import { Frame } from './frame.js';
import type { PyUnknown } from './objects.js';
import type { VM } from './vm.js';

/** Packages that show, read or log: what is called of them and gives nothing that the program uses changes no memory of the device. */
const IDLE_PACKAGES = new Set(
  (
    'matplotlib seaborn plotly bokeh altair IPython ipywidgets pandas polars pyarrow cv2 skimage imageio scipy sklearn nltk spacy ' +
    'rich colorama termcolor tabulate prettytable loguru coloredlogs structlog dotenv tqdm psutil GPUtil pynvml nvidia_smi visdom ' +
    'aim swanlab tensorboard_logger absl fire click typer pytz dateutil joblib h5py lmdb requests boto3 botocore gdown kaggle'
  ).split(' '),
);

/** Whether nothing depends on a call that the running code makes of an unknown: it is of such a package, and its result is dropped. */
export function isIdle({ current }: VM, { reason }: PyUnknown): boolean {
  const name = /^module '(\w+)/.exec(reason)?.[1];
  if (name === undefined || !IDLE_PACKAGES.has(name) || !(current instanceof Frame)) return false;
  return (current.body.ops[current.pc]! & 0xff) === Op.POP_TOP;
}
