/** What the server and our own client say to each other beside the language server protocol. */
import type { Status } from '../features/status';
import type { FitView } from '../features/fit-view';
import type { MeasurementView } from '../features/measurements';
import type { WhatIf, WhatIfChoices, WhatIfResult } from '../features/what-if';
import type { BudgetView, LayerView, PlaceOf } from '../features/budget-view';

/** What a client may send with `initialize`. */
export interface InitializationOptions {
  /** Whether the client has our commands, and wants the notifications below. */
  vramLedger?: boolean;
  /** The address of the folder with the pages of the rules. */
  rulePages?: string;
  /** In the browser: the files beside the bundle, and whether the workspace's files are asked for through the client. */
  assets?: { runtime: Uint8Array; grammar: Uint8Array; archive: Uint8Array };
  /** In the browser, where memory can be shared: one 32-bit count of the edits that were sent. */
  edits?: SharedArrayBuffer;
}

/** Server to client: the sidebar's data. */
export const BUDGET = 'vramLedger/budget';
/** Server to client: how the active file's figures can be trusted. */
export const STATUS = 'vramLedger/status';
/** Server to client, a request: the text of a file; null where there is none. */
export const READ_FILE = 'vramLedger/readFile';
/** Server to client, a request: the entries of folders; null for what is no folder. */
export const READ_DIRECTORIES = 'vramLedger/readDirectories';
/** Client to server: the file that the person looks at. */
export const ACTIVE = 'vramLedger/active';
/** Client to server: whether the sidebar is open. */
export const WATCH_BUDGET = 'vramLedger/watchBudget';
/** Client to server: the entry that the person chose. */
export const SELECT = 'vramLedger/select';
/** Client to server, a request: what the figures of an entry rest on. */
export const ASSUMPTIONS = 'vramLedger/assumptions';
/** Client to server, a request: the known devices. */
export const DEVICES = 'vramLedger/devices';
/** Client to server, a request: names the device in the config; false where there is no config. */
export const SET_DEVICE = 'vramLedger/setDevice';
/** Client to server, a request: writes a first config; gives its address, also where it was there already. */
export const CREATE_CONFIG = 'vramLedger/createConfig';
/** Client to server, a request: pins what is assumed for an entry; gives the config's address. */
export const PIN = 'vramLedger/pin';

/** Client to server, a request: what can be changed of an entry on the spot; null where nothing can. */
export const WHAT_IF_CHOICES = 'vramLedger/whatIfChoices';
/** Client to server, a request: the figures of an entry under changes; null where there are none. */
export const WHAT_IF = 'vramLedger/whatIf';
/** Client to server, a request: writes the changes; gives the address of the config if it was changed, else whether anything was. */
export const WRITE_WHAT_IF = 'vramLedger/writeWhatIf';
/** Client to server, a request: what would make an entry fit. */
export const FIT = 'vramLedger/fit';
/** Client to server, a request: makes the changes of a row of the last table; gives what `WRITE_WHAT_IF` gives. */
export const APPLY_FIT = 'vramLedger/applyFit';

/** Client to server, a request: the script that measures the entry that is looked at on a GPU; null where there is none. */
export const MEASURE = 'vramLedger/measure';
/** Client to server, a request: compares what was measured with the figures. */
export const COMPARE = 'vramLedger/compare';

export interface MeasureParams {
  uri: string | undefined;
}

export interface CompareParams {
  uri: string | undefined;
  /** The file's bytes in base64. */
  data: string;
}

export type CompareResult = MeasurementView;

/** The commands that the server runs for any client. */
export const COMMANDS = {
  createConfig: 'vramLedger.server.createConfig',
  pin: 'vramLedger.server.pin',
} as const;

/** The commands of our client that lenses use. */
export const CLIENT_COMMANDS = {
  show: 'vramLedger.showEntry',
  configure: 'vramLedger.createConfig',
} as const;

export interface ReadFileParams {
  uri: string;
}

export interface ReadDirectoriesParams {
  uris: string[];
}

export type DirectoryEntry = [name: string, kind: 'file' | 'directory'];

export interface ActiveParams {
  uri: string | undefined;
}

export interface SelectParams {
  key: string;
}

export interface AssumptionsParams {
  uri: string;
}

export interface AssumptionsResult {
  target: string;
  name: string;
  assumptions: {
    kind: 'assumption' | 'missing' | 'warning';
    message: string;
    uri: string | undefined;
    line: number | undefined;
    place: string;
    pinnable: boolean;
  }[];
}

export interface DeviceChoice {
  id: string;
  name: string;
  /** Bytes. */
  memory: number;
}

export interface SetDeviceParams {
  uri: string | undefined;
  device: string;
}

export interface KeyParams {
  key: string;
}

export interface WhatIfParams extends KeyParams {
  changes: WhatIf;
  /** Whether all steps are run. */
  full?: boolean;
}

export interface FitParams extends KeyParams {
  /** A size such as `24GiB`; without one, the entry's. */
  budget?: string;
}

export interface ApplyFitParams extends KeyParams {
  row: number;
}

export interface UriParams {
  uri: string | undefined;
}

export interface PinParams {
  key: string;
  uri: string;
}

/** Places carry addresses instead of paths. */
export interface BudgetMessage {
  view: BudgetView;
  /** The address of each path in the view. */
  uris: Record<string, string>;
}

export interface StatusMessage {
  uri: string | undefined;
  status: Status;
}

export type { FitView, WhatIf, WhatIfChoices, WhatIfResult };
export type { BudgetView, LayerView, PlaceOf, Status };
