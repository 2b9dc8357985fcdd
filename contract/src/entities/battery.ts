// Settings of a battery in calls; batterySettings.ts has their meaning and validation.
import { z } from 'zod';
import { BATTERY_MODES, MAX_PERIODS, MINUTES_A_DAY, PERIOD_ACTIONS } from '../batterySettings.ts';
import { COMMAND_STEPS } from '../commands.ts';
import { commandRow, controlState } from './command.ts';
import { amount, int, iso, sid, sn, text } from './parts.ts';

const MAX_W = 1_000_000;

const periodAsked = z.object({
  fromMin: int(0, MINUTES_A_DAY),
  toMin: int(0, MINUTES_A_DAY),
  action: z.enum(PERIOD_ACTIONS),
  powerW: amount(0, MAX_W),
  targetPercent: amount(0, 100),
});

/** In order; empty: no schedule. */
export const periodsRequest = z.array(periodAsked).max(MAX_PERIODS);

export const settingsRequest = {
  mode: z.enum(BATTERY_MODES),
  reservePercent: amount(0, 100),
  shutdownPercent: amount(0, 100),
  /** Omitted: unchanged. */
  peakW: amount(0, MAX_W).nullable().optional(),
  /** Omitted: unchanged. */
  periods: periodsRequest.optional(),
};

export const batterySettings = z.object({
  mode: z.enum(BATTERY_MODES),
  reservePercent: z.number(),
  shutdownPercent: z.number(),
  /** Null: not supported by the device. */
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

/** Reasons why a session may not set a battery. */
export const READ_ONLY_REASONS = ['guest', 'noPermission', 'controlOff', 'restricted', 'secondFactor'] as const;

/** Rights of the session to one battery. */
const batteryRights = z.object({
  /** Whether it may read the settings from the device. */
  read: z.boolean(),
  /** `modeAndReserve`: as the owner of the plant. */
  set: z.enum(['all', 'modeAndReserve', 'nothing']),
  /** Null unless `set` is `nothing`. */
  reason: z.enum(READ_ONLY_REASONS).nullable(),
  /** Whether a change needs the password, as the account has no second factor. */
  needsPassword: z.boolean(),
  /** Whether it may restrict the owner. */
  restrict: z.boolean(),
  /** Service company of the plant, which can grant more. */
  companyName: z.string(),
});

/** Limits, last reported settings, newest change with its progress, and the set that can be restored. */
export const batteryView = z.object({
  sn: z.string(),
  modelName: z.string(),
  gatewaySn: z.string(),
  /** Whether its gateway is connected; null: unknown, as devices connect to an external broker. */
  isOnline: z.boolean().nullable(),
  timezone: z.string(),
  control: controlState,
  limits: z.object({
    modes: z.array(z.enum(BATTERY_MODES)),
    reservePercent: range,
    shutdownPercent: range,
    peakW: range.nullable(),
    periods: z.object({ most: z.number().int(), powerW: range, targetPercent: range }).nullable(),
    /** Null: not in the product catalogue. */
    ratedW: z.number().nullable(),
  }),
  /** Parameter names of a whole set, for gateway/bsg/server. */
  names: z.array(z.string()),
  /** Whether a change needs approval by a second person of the company. */
  isProtected: z.boolean(),
  /** False: ranges are not verified with the manufacturer's documents. */
  isVerified: z.boolean(),
  /** Last report of the device; null: none, or incomplete. */
  inDevice: batterySettings.nullable(),
  inDeviceIso: iso,
  /** The newest change; null: none. */
  change: z
    .object({
      id: z.string(),
      wanted: batterySettings,
      state: z.enum(COMMAND_STEPS),
      /** Whether it was read back and the device has not reported other values since. */
      isIssued: z.boolean(),
      reason: z.string(),
      askedIso: z.string(),
      /** Whether it is an automatic rollback to the last confirmed values. */
      isReturn: z.boolean(),
    })
    .nullable(),
  /** Newest confirmed and valid set that differs from the current one; null: none. */
  lastGood: z.object({ settings: batterySettings, iso: z.string() }).nullable(),
  /** Whether a read or a change of the settings has not ended. */
  isBusy: z.boolean(),
  rights: batteryRights,
  /** Since when and by whom the owner is restricted: name and company; the name is '' for a deleted account and for guests. Null: the owner is not restricted. */
  restriction: z.object({ byName: z.string(), companyName: z.string(), iso: z.string() }).nullable(),
  /** Next clock change of the plant within a year. */
  clockMove: z.object({ day: z.string(), atMin: z.number().int(), byMin: z.number().int() }).nullable(),
});

export const batteryChanged = z.object({ command: commandRow });

/** Settings, and the password of an owner without a second factor. */
export const confirmedSettingsRequest = { ...settingsRequest, password: text(200, 1).optional() };

const SEEING = ['siteNotFound', 'deviceNotFound', 'otherKind', 'notControllable', 'noBatterySettings'] as const;

const CHANGING = [
  ...SEEING,
  ...(['siteReadOnly', 'controlIsOff', 'needsSecondFactor', 'commandPending', 'commandQueueFull'] as const),
  ...(['parameterOutOfRange', 'batteryNotRead', 'reserveBelowShutdown', 'noTimeRange', 'tooManyPeriods'] as const),
  ...(['periodWithoutTime', 'periodsOverlap', 'targetBelowReserve', 'powerAboveRating'] as const),
] as const;

/** Errors of calls that read settings, of those that change them, and of those that owners confirm with a password. */
export const batteryErrors = {
  read: [...SEEING],
  change: [...CHANGING],
  confirmedChange: [
    ...CHANGING,
    ...(['needsPassword', 'wrongPassword', 'tooManyRequests', 'batteryRestricted', 'ownerSetsModeAndReserve'] as const),
  ],
};
