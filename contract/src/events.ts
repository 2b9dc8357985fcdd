// What is noted of a device, beside its values: each code and how much it matters.
import { ERROR_CODES, type ErrorCode } from './statuses.ts';

/** `info`: as it should be; `warning`: look at it; `fault`: it costs energy or is dangerous. */
export const EVENT_LEVELS = ['info', 'warning', 'fault'] as const;
export type EventLevel = (typeof EVENT_LEVELS)[number];

/** Going on and nobody knows of it; somebody does; over. */
export const ALERT_STATES = ['open', 'acknowledged', 'closed'] as const;

const NOTICED = [
  'silence',
  'secondSource',
  'foreignSource',
  'twoAsOne',
  'firmware',
  'restart',
  'refusedChild',
  'deadModule',
  'weakModule',
  'swappedModules',
] as const;
type NoticedCode = (typeof NOTICED)[number];

/**
 * The error bits of the status word and what the portal notices by itself: `silence` (three uploads missing; of what
 * sleeps, while the sun is up), `secondSource` and `foreignSource` (frames from elsewhere), `twoAsOne` (two devices sign in
 * with one number and displace each other), `firmware` (the device tells another version),
 * `restart` (it has started over: a frame says so, or how long a gateway has been running),
 * `refusedChild` (a gateway of another plant announced the device; of a gateway: it announced what its plant does not take),
 * `deadModule`, `weakModule` and `swappedModules` (moduleFindings.ts: a module beside its neighbours).
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
  twoAsOne: 'warning',
  firmware: 'info',
  restart: 'info',
  refusedChild: 'warning',
  deadModule: 'fault',
  weakModule: 'warning',
  swappedModules: 'warning',
} as const satisfies Record<ErrorCode | NoticedCode, EventLevel>;

export type EventCode = keyof typeof LEVELS;
export const EVENT_CODES = [...ERROR_CODES, ...NOTICED] as const satisfies readonly EventCode[];

/** Found by comparing days, often long after it began: news as long as it goes on, not only in the days after that. */
export const RETROSPECTIVE_EVENTS: readonly EventCode[] = ['deadModule', 'weakModule', 'swappedModules'];

/** The device's own, which its manual names; codes of the portal are words already. */
export const isDeviceCode = (code: string): boolean => /^[0-9A-F]{4}$/.test(code);

/** Our words, and the device's own code beside them. */
export const withCode = (title: string, code: string): string => (isDeviceCode(code) ? `${title} (${code})` : title);

export const levelOf = (code: EventCode): EventLevel => LEVELS[code];
