// What is noted of a device, beside its values: each code and how much it matters.
import { ERROR_CODES, type ErrorCode } from './statuses.ts';

/** `info`: as it should be; `warning`: look at it; `fault`: it costs energy or is dangerous. */
export const EVENT_LEVELS = ['info', 'warning', 'fault'] as const;
export type EventLevel = (typeof EVENT_LEVELS)[number];

/** Going on and nobody knows of it; somebody does; over. */
export const ALERT_STATES = ['open', 'acknowledged', 'closed'] as const;

/**
 * The error bits of the status word and what the portal notices by itself: `silence` (three uploads missing while the
 * sun is up), `secondSource` and `foreignSource` (frames from elsewhere), `firmware` (the device tells another version).
 */
const LEVELS = {
  // A module that does not suit the device.
  '0001': 'fault',
  // Usual at dawn, at dusk and in bad weather.
  '0002': 'info',
  '0004': 'fault',
  '0008': 'fault',
  // The grid's, which the device waits out.
  '0010': 'warning',
  '0020': 'warning',
  '0040': 'warning',
  '0080': 'warning',
  '0100': 'warning',
  '0200': 'fault',
  '0400': 'fault',
  '0800': 'warning',
  '1000': 'fault',
  '2000': 'fault',
  '4000': 'fault',
  '8000': 'warning',
  silence: 'fault',
  secondSource: 'warning',
  foreignSource: 'warning',
  firmware: 'info',
} as const satisfies Record<ErrorCode | 'silence' | 'secondSource' | 'foreignSource' | 'firmware', EventLevel>;

export type EventCode = keyof typeof LEVELS;
export const EVENT_CODES = [
  ...ERROR_CODES,
  'silence',
  'secondSource',
  'foreignSource',
  'firmware',
] as const satisfies readonly EventCode[];

export const levelOf = (code: EventCode): EventLevel => LEVELS[code];
