// What devices and gateways send in reports and are told: the kinds of devices, and commands. Without schemas, so that any program may import it.

export const REPORT_KINDS = ['gateway', 'microinverter', 'inverter', 'hybrid', 'battery', 'meter', 'sensor'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** What a gateway is told to do, itself or with what hangs on it. */
export const COMMANDS = ['read', 'write', 'restart', 'on', 'off', 'limit', 'update'] as const;
export type CommandName = (typeof COMMANDS)[number];

export type ParameterValue = number | string | boolean;

export interface Command {
  v: 1;
  /** Obeyed once, however often it comes. */
  id: string;
  /** The gateway's own number, or that of a device of its. */
  device: string;
  do: CommandName;
  /** Of `read` the names that are asked for, each null; none: all. */
  parameters: Record<string, ParameterValue | null>;
  /** Epoch ms; not begun after it. */
  expires: number;
}

export const COMMAND_STATES = ['accepted', 'done', 'refused'] as const;

/** The words in which a device says why it does not obey. */
export const COMMAND_REJECTIONS = [
  'malformed',
  'unknownCommand',
  'unknownDevice',
  'unknownParameter',
  'outOfRange',
  'expired',
  'notReachable',
  'downloadFailed',
  'checksum',
  'signature',
] as const;
export type CommandRejection = (typeof COMMAND_REJECTIONS)[number];

export interface CommandResult {
  v: 1;
  id: string;
  /** Epoch ms by the device's clock. */
  at: number;
  state: (typeof COMMAND_STATES)[number];
  /** '' unless refused; one of COMMAND_REJECTIONS, or a device's own. */
  reason: string;
  /** What holds now of what was read, written or limited. */
  parameters: Record<string, ParameterValue>;
}
