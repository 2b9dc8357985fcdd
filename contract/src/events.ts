// Events of devices: codes and their severity.
import type { FindingKind } from './moduleFindings.ts';
import type { CheckName } from './setUpChecks.ts';
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
  'reversedGrid',
  'reversedBattery',
  'reversedMeter',
  'exchangedPhases',
  'wrongClock',
  'wrongTimeZone',
  'wrongDayCounter',
  'missingModules',
  'stuckSensor',
  'voltageCurtailment',
  'powerLimit',
] as const;
type NoticedCode = (typeof NOTICED)[number];

/**
 * Error bits of the status word, and codes that the portal detects: `silence` (three uploads missing; devices that
 * sleep at night only by day), `secondSource` and `foreignSource` (frames from another address), `twoAsOne` (two devices sign in
 * with one serial number and displace each other), `firmware` (the device reports another version),
 * `restart` (reported by a frame, or seen by a gateway's uptime),
 * `refusedChild` (a gateway of another plant announced the device; on a gateway: it announced a device that its plant refused),
 * `deadModule`, `weakModule` and `swappedModules` (moduleFindings.ts: a module compared with its neighbours), the
 * findings of set-up checks (`SET_UP_EVENTS`), `voltageCurtailment` (a high grid voltage costs a noticeable part of the energy),
 * and `powerLimit` (the device holds a limit that nobody has set on purpose).
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
  reversedGrid: 'warning',
  reversedBattery: 'warning',
  reversedMeter: 'warning',
  exchangedPhases: 'warning',
  wrongClock: 'warning',
  wrongTimeZone: 'warning',
  wrongDayCounter: 'warning',
  missingModules: 'warning',
  stuckSensor: 'warning',
  voltageCurtailment: 'warning',
  powerLimit: 'warning',
} as const satisfies Record<ErrorCode | NoticedCode, EventLevel>;

export type EventCode = keyof typeof LEVELS;
export const EVENT_CODES = [...ERROR_CODES, ...NOTICED] as const satisfies readonly EventCode[];

/** Event of a set-up check whose verdict is `wrong`. A device that never reported has a `silence`, a refused one a `refusedChild`. */
export const SET_UP_EVENTS = {
  gridSign: 'reversedGrid',
  batterySign: 'reversedBattery',
  meterSign: 'reversedMeter',
  phases: 'exchangedPhases',
  sunTime: 'wrongClock',
  timeZone: 'wrongTimeZone',
  counterDay: 'wrongDayCounter',
  modules: 'missingModules',
  irradiance: 'stuckSensor',
} as const satisfies Partial<Record<CheckName, EventCode>>;
export type SetUpEvent = (typeof SET_UP_EVENTS)[keyof typeof SET_UP_EVENTS];

const SET_UP_CODES: ReadonlySet<string> = new Set(Object.values(SET_UP_EVENTS));
export const isSetUpEvent = (code: string): code is SetUpEvent => SET_UP_CODES.has(code);

/** Event of a finding about a module. */
export const MODULE_EVENTS = {
  dead: 'deadModule',
  weak: 'weakModule',
  swapped: 'swappedModules',
} as const satisfies Record<FindingKind, EventCode>;
export type ModuleEvent = (typeof MODULE_EVENTS)[FindingKind];

const FINDING_OF_EVENT: ReadonlyMap<string, FindingKind> = new Map(
  Object.entries(MODULE_EVENTS).map(([kind, code]) => [code, kind as FindingKind]),
);
export const isModuleEvent = (code: string): code is ModuleEvent => FINDING_OF_EVENT.has(code);
/** Returns the kind of finding that an event is of. */
export const findingOfEvent = (code: ModuleEvent): FindingKind => FINDING_OF_EVENT.get(code)!;

/** Found by comparing days, often long after the beginning: notified as long as the problem lasts, not only in its first days. */
export const RETROSPECTIVE_EVENTS: readonly EventCode[] = [
  ...Object.values(MODULE_EVENTS),
  ...Object.values(SET_UP_EVENTS),
  'voltageCurtailment',
  'powerLimit',
];

/** Whether a code is the device's own, named in its manual; codes of the portal are words. */
export const isDeviceCode = (code: string): boolean => /^[0-9A-F]{4}$/.test(code);

/** Title of the portal, with the device's own code. */
export const withCode = (title: string, code: string): string => (isDeviceCode(code) ? `${title} (${code})` : title);

export const levelOf = (code: EventCode): EventLevel => LEVELS[code];

/** Severity as stored; `info` events are no problems. */
export const SEVERITY = { warning: 2, fault: 3 } as const;
/** Codes whose events are problems while they last: they require action. */
export const PROBLEM_CODES: readonly EventCode[] = EVENT_CODES.filter((code) => levelOf(code) !== 'info');

/** Who can end a problem: somebody at the plant, its installer in the portal, or an electrician on the spot. */
export const ACTORS = ['owner', 'installer', 'electrician'] as const;
export type Actor = (typeof ACTORS)[number];

const OWNER_ACTS: readonly EventCode[] = ['silence', '0800'];
const INSTALLER_ACTS: readonly EventCode[] = [
  'secondSource',
  'foreignSource',
  'twoAsOne',
  'refusedChild',
  'swappedModules',
  'reversedGrid',
  'reversedBattery',
  'reversedMeter',
  'wrongClock',
  'wrongTimeZone',
  'wrongDayCounter',
  'voltageCurtailment',
  'powerLimit',
];

/** Returns who can end a problem. Dirt and new shade are something that the owner can look at first. */
export function actorOf(code: EventCode, cause: string): Actor {
  if (OWNER_ACTS.includes(code) || ['shade', 'soiling'].includes(cause)) return 'owner';
  return INSTALLER_ACTS.includes(code) ? 'installer' : 'electrician';
}

/** Whether a problem with this code loses energy, if its device produces any. */
export const losesEnergy = (code: EventCode): boolean =>
  code === 'silence' ||
  code === 'voltageCurtailment' ||
  code === 'powerLimit' ||
  isDeviceCode(code) ||
  isModuleEvent(code);

/** Figures that are wrong while a measurement is known to be wrong. */
export const DOUBTFUL_FIGURES = [
  'production',
  'grid',
  'home',
  'battery',
  'money',
  'hours',
  'performanceRatio',
] as const;
export type DoubtfulFigure = (typeof DOUBTFUL_FIGURES)[number];

const MAKES_DOUBTFUL: Partial<Record<EventCode, readonly DoubtfulFigure[]>> = {
  reversedGrid: ['grid', 'home', 'money'],
  exchangedPhases: ['grid', 'home', 'money'],
  reversedBattery: ['battery', 'home', 'money'],
  reversedMeter: ['production', 'home', 'money'],
  wrongClock: ['hours', 'money'],
  wrongTimeZone: ['hours', 'money'],
  wrongDayCounter: ['production'],
  stuckSensor: ['performanceRatio'],
};

/** Returns the figures that a problem makes doubtful; they are marked wherever they stand. */
export const doubtfulFiguresOf = (code: EventCode): readonly DoubtfulFigure[] => MAKES_DOUBTFUL[code] ?? [];
