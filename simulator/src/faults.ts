// Faults of simulated devices and gateways, and the effect of each at an instant.
import type { Shade } from './plant.ts';

/** Starts at `fromMs` and ends at `toMs`, or never. */
type Span = { fromMs: number; toMs?: number };

export type Fault =
  /** The module on that input (0 is the first) produces nothing; its voltage is that of a bypassed module. */
  | ({ kind: 'deadModule'; input: number } & Span)
  /** Dirt blocks `share` (0 to 1) of the light: at once, or building up over `overDays`. */
  | ({ kind: 'dirt'; share: number; overDays?: number } & Span)
  /** Snow on all modules blocks `share` of the light; from `toMs` on it slides off one module after the other, over `slidesOverHours`. */
  | ({ kind: 'snow'; share: number; slidesOverHours: number } & Required<Span>)
  /** Bits in the status word; the power is multiplied by `powerShare` (0: it has tripped). */
  | ({ kind: 'errorBits'; bits: number; powerShare: number } & Span)
  /**
   * Its serial number was registered in the place of device `with` of the plant, so it produces what is produced there. `input` (0 is the
   * first): that module alone. The other device has the same fault; both from their first day on.
   */
  | { kind: 'swappedNumbers'; with: number; input?: number; fromMs: number }
  /** It produces, but its messages do not arrive. */
  | ({ kind: 'silence' } & Span)
  /** Its clock is wrong, so that the daily counter resets this many seconds after local midnight (less than a day). */
  | ({ kind: 'wrongClock'; resetAfterMidnightS: number } & Span)
  /** An obstacle casts a shadow: `share` of the light is lost each day between two hours of solar time. */
  | ({ kind: 'shade' } & Shade & Span)
  /** Meter connected in reverse: import is reported as export. Battery or hybrid: charge is reported as discharge. */
  | ({ kind: 'wrongSign' } & Span)
  /** Current transformers of a meter are swapped: L1 is reported as L2 and the reverse. */
  | ({ kind: 'swappedPhases' } & Span)
  /** Lifetime counters restarted at `fromMs`: the device was replaced under the same number, or lost its memory. */
  | { kind: 'counterReset'; fromMs: number }
  /** From `fromMs` on it reports this version. */
  | { kind: 'firmware'; fromMs: number; version: string }
  /** A gateway is switched off and on at `fromMs`: its uptime restarts from zero. */
  | { kind: 'restart'; fromMs: number }
  /** A gateway has no network: it continues to measure, and sends its backlog when it is back. */
  | ({ kind: 'outage' } & Required<Span>)
  /** A gateway's clock jumps by `byS`; at `toMs` it announces itself and receives the time. */
  | ({ kind: 'clockJump'; byS: number } & Required<Span>)
  /** DC power was lost at `fromMs`: for the rest of that day the counter is `lostWh` too low. */
  | { kind: 'warpBack'; fromMs: number; lostWh: number };

export type FaultKind = Fault['kind'];

export function lasts(fault: { fromMs: number; toMs?: number }, atMs: number): boolean {
  return atMs >= fault.fromMs && (fault.toMs === undefined || atMs < fault.toMs);
}

/** The part of an input's DC power that the faults leave, 0 to 1. */
export function inputShare(faults: readonly Fault[], input: number, atMs: number): number {
  let share = 1;
  for (const fault of faults) {
    if (fault.kind === 'deadModule' && fault.input === input && lasts(fault, atMs)) share = 0;
    if (fault.kind === 'dirt' && lasts(fault, atMs)) share *= 1 - fault.share * buildUp(fault, atMs);
    if (fault.kind === 'snow' && lasts({ ...fault, toMs: slidesAtMs(fault, input) }, atMs)) share *= 1 - fault.share;
  }
  return share;
}

/** Part of the dirt that has built up, 0 to 1. */
function buildUp({ fromMs, overDays = 0 }: Extract<Fault, { kind: 'dirt' }>, atMs: number): number {
  return overDays === 0 ? 1 : Math.min(1, (atMs - fromMs) / (overDays * 86_400_000));
}

/** Spreads sixteen inputs over the hours, with neighbours not one after the other. */
function slidesAtMs({ toMs, slidesOverHours }: Extract<Fault, { kind: 'snow' }>, input: number): number {
  return toMs + (((input * 7) % 16) / 16) * slidesOverHours * 3_600_000;
}

/** Shades caused by faults, in addition to the permanent ones. */
export function shadesOf(faults: readonly Fault[], atMs: number): Shade[] {
  return faults.filter((fault) => fault.kind === 'shade' && lasts(fault, atMs)) as Extract<Fault, { kind: 'shade' }>[];
}

export function has(faults: readonly Fault[], kind: FaultKind, atMs: number): boolean {
  return faults.some((fault) => fault.kind === kind && lasts(fault, atMs));
}

/** When the lifetime counters last restarted; null: they run since the device was new. */
export function countersSince(faults: readonly Fault[], atMs: number): number | null {
  let sinceMs: number | null = null;
  for (const fault of faults) if (fault.kind === 'counterReset' && fault.fromMs <= atMs) sinceMs = fault.fromMs;
  return sinceMs;
}

/** First of the instants at which gateways were switched on, each at its own; before any simulated time. */
const switchedOnMs = Date.UTC(2025, 0, 1);

/** When a gateway was last switched on. */
export function runningSince(faults: readonly Fault[], atMs: number, seed: number): number {
  let sinceMs = Math.min(atMs, switchedOnMs + (seed % 2_592_000) * 1000);
  for (const fault of faults) if (fault.kind === 'restart' && fault.fromMs <= atMs) sinceMs = fault.fromMs;
  return sinceMs;
}

export function firmwareAt(faults: readonly Fault[], own: string, atMs: number): string {
  let version = own;
  for (const fault of faults) if (fault.kind === 'firmware' && fault.fromMs <= atMs) version = fault.version;
  return version;
}

/** The part of the AC power that error bits leave, 0 to 1. */
export function outputShare(faults: readonly Fault[], atMs: number): number {
  let share = 1;
  for (const fault of faults) {
    if (fault.kind === 'errorBits' && lasts(fault, atMs)) share *= fault.powerShare;
  }
  return share;
}

/** The status word: all active error bits. */
export function errorBits(faults: readonly Fault[], atMs: number): number {
  let bits = 0;
  for (const fault of faults) if (fault.kind === 'errorBits' && lasts(fault, atMs)) bits |= fault.bits;
  return bits;
}

export function isSilent(faults: readonly Fault[], atMs: number): boolean {
  return faults.some((fault) => fault.kind === 'silence' && lasts(fault, atMs));
}

/** Seconds after local midnight at which the daily counter restarts: 0 with a correct clock, as the device sleeps until dawn anyway. */
export function counterResetS(faults: readonly Fault[], atMs: number): number {
  for (const fault of faults) if (fault.kind === 'wrongClock' && lasts(fault, atMs)) return fault.resetAfterMidnightS;
  return 0;
}

/** Energy missing from the counter at an instant of the day that began at `dayStartMs`. */
export function counterLossWh(faults: readonly Fault[], dayStartMs: number, atMs: number): number {
  let lostWh = 0;
  for (const fault of faults) {
    if (fault.kind === 'warpBack' && fault.fromMs >= dayStartMs && fault.fromMs <= atMs) lostWh += fault.lostWh;
  }
  return lostWh;
}
