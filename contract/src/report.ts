// Kinds of devices that report, and commands to gateways. Without schemas, so that any program can import it.

export const REPORT_KINDS = ['gateway', 'microinverter', 'inverter', 'hybrid', 'battery', 'meter', 'sensor'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** A command to a gateway, for itself or one of its devices. */
export const COMMANDS = ['read', 'write', 'restart', 'on', 'off', 'limit', 'update'] as const;
export type CommandName = (typeof COMMANDS)[number];

export type ParameterValue = number | string | boolean;

export interface Command {
  v: 1;
  /** Executed once, even if received repeatedly. */
  id: string;
  /** Serial number of the gateway or of one of its devices. */
  device: string;
  do: CommandName;
  /** `read`: requested names, each null; empty: all. */
  parameters: Record<string, ParameterValue | null>;
  /** Epoch ms; expired commands are not started. */
  expires: number;
}

export const COMMAND_STATES = ['accepted', 'done', 'refused'] as const;

/** Reasons why a device refuses a command. */
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
  /** Epoch ms of the device's clock. */
  at: number;
  state: (typeof COMMAND_STATES)[number];
  /** One of COMMAND_REJECTIONS, or the device's own reason; '' unless refused. */
  reason: string;
  /** Current values of the parameters that were read, written or limited. */
  parameters: Record<string, ParameterValue>;
}
