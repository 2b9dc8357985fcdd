// Events of devices: codes and their severity.
import { ERROR_CODES, type ErrorCode } from './statuses.ts';

/** `info`: normal; `warning`: worth a look; `fault`: it costs energy or is dangerous. */
export const EVENT_LEVELS = ['info', 'warning', 'fault'] as const;
export type EventLevel = (typeof EVENT_LEVELS)[number];

/** Ongoing; ongoing and acknowledged; ended. */
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
 * Error bits of the status word, and codes that the portal detects: `silence` (three uploads missing; devices that
 * sleep at night only by day), `secondSource` and `foreignSource` (frames from another address), `twoAsOne` (two devices sign in
 * with one serial number and displace each other), `firmware` (the device reports another version),
 * `restart` (reported by a frame, or seen by a gateway's uptime),
 * `refusedChild` (a gateway of another plant announced the device; on a gateway: it announced a device that its plant refused),
 * `deadModule`, `weakModule` and `swappedModules` (moduleFindings.ts: a module compared with its neighbours).
 */
const LEVELS = {
  // A module that does not match the device.
  '0001': 'fault',
  // Common at dawn, at dusk and in bad weather.
  '0002': 'info',
  '0004': 'fault',
  '0008': 'fault',
  // Faults of the grid; the device waits until they end.
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

/** Found by comparing days, often long after the beginning: notified as long as the problem lasts, not only in its first days. */
export const RETROSPECTIVE_EVENTS: readonly EventCode[] = ['deadModule', 'weakModule', 'swappedModules'];

/** Whether a code is the device's own, named in its manual; codes of the portal are words. */
export const isDeviceCode = (code: string): boolean => /^[0-9A-F]{4}$/.test(code);

/** Title of the portal, with the device's own code. */
export const withCode = (title: string, code: string): string => (isDeviceCode(code) ? `${title} (${code})` : title);

export const levelOf = (code: EventCode): EventLevel => LEVELS[code];
