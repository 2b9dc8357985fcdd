// States, endings and limits of commands; without schemas, so that pages can load it.

/** Commands that a device can receive, named as in docs/devices/protocol.md. */
export const COMMAND_ACTIONS = ['read', 'write', 'limit', 'restart', 'on', 'off', 'update'] as const;
export type CommandAction = (typeof COMMAND_ACTIONS)[number];
/** Commands that a product declares as functions with this MQTT signal; others follow from its parameters. */
export const OUTPUT_ACTIONS = ['limit', 'restart', 'on', 'off'] as const satisfies CommandAction[];
export type OutputAction = (typeof OUTPUT_ACTIONS)[number];

/** Names of the values that confirm a command: percent of rated power, 1 or 0, uptime in seconds. */
export const OUTPUT_UNITS = { limitPercent: '%', returnPercent: '%', returnAfterS: 's', on: '', uptimeS: 's' } as const;
export const READ_BACK_AS = {
  limit: 'limitPercent',
  on: 'on',
  off: 'on',
  restart: 'uptimeS',
} as const satisfies Record<OutputAction, keyof typeof OUTPUT_UNITS>;

/** In order; the last three are final. */
export const COMMAND_STEPS = ['draft', 'approved', 'issued', 'accepted', 'readBack', 'failed', 'expired'] as const;
export type CommandStep = (typeof COMMAND_STEPS)[number];

/** Not final. */
export const OPEN_STEPS = ['draft', 'approved', 'issued', 'accepted'] as const satisfies CommandStep[];

export const isOpen = (state: CommandStep): boolean => (OPEN_STEPS as readonly CommandStep[]).includes(state);

/**
 * Endings of commands that were not confirmed. Devices add their own words and those in which they refuse
 * (report.ts).
 */
export const COMMAND_ENDINGS = [
  /** Not approved in time. */
  'notApproved',
  /** Rejected by the second person. */
  'notWanted',
  /** Update: the owner declined or did not answer in time. */
  'ownerRefused',
  'ownerSilent',
  /** Withdrawn by the requester or a colleague. */
  'withdrawn',
  /** The owner disabled remote control. */
  'controlOff',
  /** The device or its gateway left the plant. */
  'deviceLeft',
  /** Its gateway was offline. */
  'gatewayAway',
  /** Its gateway was online but busy until the command expired. */
  'gatewayBusy',
  /** Sent, but no result was reported. */
  'noAnswer',
  /** Written, but the value could not be read back. */
  'notReadBack',
  /** Another value was read back. */
  'differs',
  /** Superseded by a newer limit of the plant's rule, or, of a rollback, by a user's new value. */
  'replaced',
] as const;
export type CommandEnding = (typeof COMMAND_ENDINGS)[number];

/** Wait before the company's manager may enable remote control of a plant that lost its owner while it was disabled. */
export const OWNERLESS_DAYS = 30;

/** Seconds that a command may take from when it may be sent, and that a draft waits for approval. */
export const COMMAND_VALID_S = { least: 30, usual: 600, most: 86_400 } as const;
export const DRAFT_VALID_S: number = 7 * 86_400;
/** Least time for a command that starts at sunrise, as devices wake only when there is enough light. */
export const SUNRISE_VALID_S: number = 4 * 3_600;
/** Rollback to the last confirmed values: wait for the gateway; time for the device, while others wait behind it; delay before a retry. */
export const RETURN_VALID_S: number = 30 * 86_400;
export const RETURN_RUN_S: number = COMMAND_VALID_S.usual;
export const ROLLBACK_RETRY_S: number = 6 * 3_600;
/** Seconds that `gateway/bsg/server` waits for the device; less than its time-out of 30 s. */
export const COMMAND_WAIT_S = 25;
export const MAX_COMMAND_VALUES = 50;
/** Devices of a bulk change; for more, the filter must be narrowed. */
export const MAX_SETUP_DEVICES = 500;
/** Open commands of a gateway. */
export const MAX_OPEN_COMMANDS = 50;

/** Whether a value is within the range and on a step of a parameter. */
export function fitsParameter(value: number, { min, max, step }: { min: number; max: number; step: number }): boolean {
  const steps = (value - min) / step;
  return value >= min && value <= max && Math.abs(steps - Math.round(steps)) < 1e-6;
}

/** Devices use decimal steps, computers binary fractions: smaller differences count as equal. */
export const isSameValue = (left: number, right: number): boolean => Math.abs(left - right) < 1e-6;
