// Settings of a battery as calls take and tell them (batterySettings.ts says what they mean and when they fit together).
import { z } from 'zod';
import { BATTERY_MODES, MAX_PERIODS, MINUTES_A_DAY, PERIOD_ACTIONS } from '../batterySettings.ts';
import { COMMAND_STEPS } from '../commands.ts';
import { commandRow, controlState } from './command.ts';
import { amount, int, iso, sid, sn } from './parts.ts';

const MAX_W = 1_000_000;

const periodAsked = z.object({
  fromMin: int(0, MINUTES_A_DAY),
  toMin: int(0, MINUTES_A_DAY),
  action: z.enum(PERIOD_ACTIONS),
  powerW: amount(0, MAX_W),
  targetPercent: amount(0, 100),
});

/** In the order of the day; none: there is no schedule. */
export const periodsRequest = z.array(periodAsked).max(MAX_PERIODS);

export const settingsRequest = {
  mode: z.enum(BATTERY_MODES),
  reservePercent: amount(0, 100),
  shutdownPercent: amount(0, 100),
  /** Left out: as the device has it. */
  peakW: amount(0, MAX_W).nullable().optional(),
  /** Left out: as the device has them. */
  periods: periodsRequest.optional(),
};

export const batterySettings = z.object({
  mode: z.enum(BATTERY_MODES),
  reservePercent: z.number(),
  shutdownPercent: z.number(),
  /** Null: the device knows none. */
  peakW: z.number().nullable(),
  periods: z.array(
    z.object({
      fromMin: z.number(),
      toMin: z.number(),
      action: z.enum(PERIOD_ACTIONS),
      powerW: z.number(),
      targetPercent: z.number(),
    }),
  ),
});

const range = z.object({ min: z.number(), max: z.number(), step: z.number() });

export const batteryRequest = z.object({ sid, sn });

/** What may be set, what the device said last, what was asked for and how far that is, what one can go back to. */
export const batteryView = z.object({
  sn: z.string(),
  modelName: z.string(),
  gatewaySn: z.string(),
  /** Whether a connection of its gateway is open; null: devices connect to another broker, which does not say. */
  isOnline: z.boolean().nullable(),
  timezone: z.string(),
  control: controlState,
  limits: z.object({
    modes: z.array(z.enum(BATTERY_MODES)),
    reservePercent: range,
    shutdownPercent: range,
    peakW: range.nullable(),
    periods: z.object({ most: z.number().int(), powerW: range, targetPercent: range }).nullable(),
    /** Null: its product does not say. */
    ratedW: z.number().nullable(),
  }),
  /** The names of a whole set, as gateway/bsg/server reads them. */
  names: z.array(z.string()),
  /** A change needs a second person of the company. */
  isProtected: z.boolean(),
  /** False: ranges were not compared with the maker's documents. */
  isVerified: z.boolean(),
  /** As the device said it last; null: it never did, or not all of it. */
  inDevice: batterySettings.nullable(),
  inDeviceIso: iso,
  /** The newest change; null: there was none. */
  change: z
    .object({
      id: z.string(),
      wanted: batterySettings,
      state: z.enum(COMMAND_STEPS),
      /** It was read back, and the device has not said others since. */
      isIssued: z.boolean(),
      reason: z.string(),
      askedIso: z.string(),
      /** It takes the device back to its last confirmed values, by the portal itself. */
      isReturn: z.boolean(),
    })
    .nullable(),
  /** The newest whole set that was read back and fits together, other than what is in the device now; null: there is none. */
  lastGood: z.object({ settings: batterySettings, iso: z.string() }).nullable(),
  /** The next move of the plant's clock within a year. */
  clockMove: z.object({ day: z.string(), atMin: z.number().int(), byMin: z.number().int() }).nullable(),
});

export const batteryChanged = z.object({ command: commandRow });

const SEEING = ['siteNotFound', 'deviceNotFound', 'otherKind', 'notControllable', 'noBatterySettings'] as const;

/** Of calls that tell settings, and of those that change them. */
export const batteryRefusals = {
  tell: [...SEEING],
  change: [
    ...SEEING,
    ...(['siteReadOnly', 'controlIsOff', 'needsSecondFactor', 'commandPending', 'commandQueueFull'] as const),
    ...(['parameterOutOfRange', 'batteryNotRead', 'reserveBelowShutdown', 'noTimeRange', 'tooManyPeriods'] as const),
    ...(['periodWithoutTime', 'periodsOverlap', 'targetBelowReserve', 'powerAboveRating'] as const),
  ],
};
