// What remote control speaks of beside its shapes: states of a command, why one ended, how much may wait. Read by pages, too, apart from the schemas.

/** Commands that a device can receive, named as in docs/devices/protocol.md. */
export const COMMAND_ACTIONS = ['read', 'write', 'limit', 'restart', 'on', 'off', 'update'] as const;
export type CommandAction = (typeof COMMAND_ACTIONS)[number];
/** Those that a product offers by a function whose signal over MQTT is this word; the others follow from its parameters. */
export const OUTPUT_ACTIONS = ['limit', 'restart', 'on', 'off'] as const satisfies CommandAction[];
export type OutputAction = (typeof OUTPUT_ACTIONS)[number];

/** Under which names they are read back: a share of the rated power, 1 or 0, the seconds since it began. */
export const OUTPUT_UNITS = { limitPercent: '%', returnPercent: '%', returnAfterS: 's', on: '', uptimeS: 's' } as const;
export const READ_BACK_AS = {
  limit: 'limitPercent',
  on: 'on',
  off: 'on',
  restart: 'uptimeS',
} as const satisfies Record<OutputAction, keyof typeof OUTPUT_UNITS>;

/** Forward only, from left to right; the last three are ends. */
export const COMMAND_STEPS = ['draft', 'approved', 'issued', 'accepted', 'readBack', 'failed', 'expired'] as const;
export type CommandStep = (typeof COMMAND_STEPS)[number];

/** Not ended yet. */
export const OPEN_STEPS = ['draft', 'approved', 'issued', 'accepted'] as const satisfies CommandStep[];

export const isOpen = (state: CommandStep): boolean => (OPEN_STEPS as readonly CommandStep[]).includes(state);

/**
 * Why one ended that was not read back, in the portal's words; beside them stand the words in which a device refuses
 * (report.ts), and a device's own.
 */
export const COMMAND_ENDINGS = [
  /** Nobody approved it in time. */
  'notApproved',
  /** The second person refused it. */
  'notWanted',
  /** Of an update: the owner said no, or nothing until the question was over. */
  'ownerRefused',
  'ownerSilent',
  /** Who asked for it, or somebody of the company, took it back. */
  'withdrawn',
  /** The owner has switched remote control off. */
  'controlOff',
  /** It, or its gateway, left the plant before. */
  'deviceLeft',
  /** Its gateway was not there. */
  'gatewayAway',
  /** Its gateway was, and did something else until its time was over. */
  'gatewayBusy',
  /** It was sent, and nobody said what became of it. */
  'noAnswer',
  /** It was written, and the value could not be read after it. */
  'notReadBack',
  /** What was read back is another value. */
  'differs',
  /** The plant's rule wants another limit by now. */
  'replaced',
] as const;
export type CommandEnding = (typeof COMMAND_ENDINGS)[number];

/** A plant that has lost its owner while it was off may be switched on by the manager of its company after so long. */
export const OWNERLESS_DAYS = 30;

/** How long a command may take from the moment it may be sent, s; and how long a draft waits for its second person. */
export const COMMAND_VALID_S = { least: 30, usual: 600, most: 86_400 } as const;
export const DRAFT_VALID_S: number = 7 * 86_400;
/** A return to the last confirmed values waits so long for its gateway. Sent, it has so long for its device, as others wait behind it; unheard it is sent again so long after. */
export const RETURN_VALID_S: number = 30 * 86_400;
export const RETURN_RUN_S: number = COMMAND_VALID_S.usual;
export const ROLLBACK_RETRY_S: number = 6 * 3_600;
/** How long `gateway/bsg/server` waits for the device, s; below the 30 s of its time-out. */
export const COMMAND_WAIT_S = 25;
export const MAX_COMMAND_VALUES = 50;
/** Devices that are set at once; of more one narrows the filter. */
export const MAX_SETUP_DEVICES = 500;
/** Open commands of one gateway. */
export const MAX_OPEN_COMMANDS = 50;

/** Whether a value is within the range of a parameter, and one of its steps. */
export function fitsParameter(value: number, { min, max, step }: { min: number; max: number; step: number }): boolean {
  const steps = (value - min) / step;
  return value >= min && value <= max && Math.abs(steps - Math.round(steps)) < 1e-6;
}

/** Devices count in tenths and hundredths, computers do not: less than this apart is the same. */
export const isSameValue = (left: number, right: number): boolean => Math.abs(left - right) < 1e-6;
