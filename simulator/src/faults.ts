// What can go wrong with a simulated device or gateway, and what each fault does to it at an instant.
import type { Shade } from './plant.ts';

/** From an instant, up to another or for good. */
type Span = { fromMs: number; toMs?: number };

export type Fault =
  /** The module on that input (0 is the first) gives nothing; its voltage stays at what a bypassed module shows. */
  | ({ kind: 'deadModule'; input: number } & Span)
  /** `share` (0 to 1) of the light does not get through: at once, or from nothing on over so many days. */
  | ({ kind: 'dirt'; share: number; overDays?: number } & Span)
  /** Snow lies on all its modules and lets `share` of the light not through; from `toMs` on it slides off one after the other, over so many hours. */
  | ({ kind: 'snow'; share: number; slidesOverHours: number } & Required<Span>)
  /** Bits in the status word; the power is multiplied by `powerShare` (0: it has tripped). */
  | ({ kind: 'errorBits'; bits: number; powerShare: number } & Span)
  /**
   * Its number was entered where the device of that place in the plant hangs: it makes what is made there. `input` (0 is the
   * first): that module alone. The other one has the same fault; both from their first day on.
   */
  | { kind: 'swappedNumbers'; with: number; input?: number; fromMs: number }
  /** It produces but nothing arrives. */
  | ({ kind: 'silence' } & Span)
  /** Its clock is off, so that the daily counter starts over this many seconds after local midnight (below a day). */
  | ({ kind: 'wrongClock'; resetAfterMidnightS: number } & Span)
  /** Something stands before it: `share` of the light is lost each day between two hours by the sun. */
  | ({ kind: 'shade' } & Shade & Span)
  /** A meter was connected the other way round: from the grid is to the grid. Of a battery, or a hybrid's: its charge is its discharge. */
  | ({ kind: 'wrongSign' } & Span)
  /** A meter's coils sit on each other's phases: what flows through L1 is told of L2, and the other way round. */
  | ({ kind: 'swappedPhases' } & Span)
  /** The counters of a device's life started over at `fromMs`: another one of the same number, or its memory was lost. */
  | { kind: 'counterReset'; fromMs: number }
  /** From `fromMs` on it tells this version. */
  | { kind: 'firmware'; fromMs: number; version: string }
  /** A gateway is switched off and on at `fromMs`: it counts from zero how long it has been running. */
  | { kind: 'restart'; fromMs: number }
  /** A gateway has no network: it goes on measuring, and sends what it kept when it is back. */
  | ({ kind: 'outage' } & Required<Span>)
  /** A gateway's clock jumps by so many seconds; `toMs` is when it announces itself and so hears the time again. */
  | ({ kind: 'clockJump'; byS: number } & Required<Span>)
  /** DC power was lost at `fromMs`: for the rest of that day the counter stands this much too low. */
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
    if (fault.kind === 'dirt' && lasts(fault, atMs)) share *= 1 - fault.share * fallen(fault, atMs);
    if (fault.kind === 'snow' && lasts({ ...fault, toMs: slidesAtMs(fault, input) }, atMs)) share *= 1 - fault.share;
  }
  return share;
}

/** How much of the dirt has come, 0 to 1. */
function fallen({ fromMs, overDays = 0 }: Extract<Fault, { kind: 'dirt' }>, atMs: number): number {
  return overDays === 0 ? 1 : Math.min(1, (atMs - fromMs) / (overDays * 86_400_000));
}

/** Of sixteen inputs each at an hour of its own, neighbours not one after the other. */
function slidesAtMs({ toMs, slidesOverHours }: Extract<Fault, { kind: 'snow' }>, input: number): number {
  return toMs + (((input * 7) % 16) / 16) * slidesOverHours * 3_600_000;
}

/** What stands before it beside its own shades. */
export function shadesOf(faults: readonly Fault[], atMs: number): Shade[] {
  return faults.filter((fault) => fault.kind === 'shade' && lasts(fault, atMs)) as Extract<Fault, { kind: 'shade' }>[];
}

export function has(faults: readonly Fault[], kind: FaultKind, atMs: number): boolean {
  return faults.some((fault) => fault.kind === kind && lasts(fault, atMs));
}

/** When its counters of life began, as far as they are told now; null: with the device. */
export function countersSince(faults: readonly Fault[], atMs: number): number | null {
  let sinceMs: number | null = null;
  for (const fault of faults) if (fault.kind === 'counterReset' && fault.fromMs <= atMs) sinceMs = fault.fromMs;
  return sinceMs;
}

/** Switched on before anybody asks, each gateway at an instant of its own. */
const switchedOnMs = Date.UTC(2025, 0, 1);

/** Since when a gateway has been running. */
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

/** The status word: all error bits that stand. */
export function errorBits(faults: readonly Fault[], atMs: number): number {
  let bits = 0;
  for (const fault of faults) if (fault.kind === 'errorBits' && lasts(fault, atMs)) bits |= fault.bits;
  return bits;
}

export function isSilent(faults: readonly Fault[], atMs: number): boolean {
  return faults.some((fault) => fault.kind === 'silence' && lasts(fault, atMs));
}

/** Seconds after local midnight at which the daily counter restarts: 0 with a right clock, as it sleeps until dawn anyway. */
export function counterResetS(faults: readonly Fault[], atMs: number): number {
  for (const fault of faults) if (fault.kind === 'wrongClock' && lasts(fault, atMs)) return fault.resetAfterMidnightS;
  return 0;
}

/** What the counter lacks at an instant of the day that began at `dayStartMs`. */
export function counterLossWh(faults: readonly Fault[], dayStartMs: number, atMs: number): number {
  let lostWh = 0;
  for (const fault of faults) {
    if (fault.kind === 'warpBack' && fault.fromMs >= dayStartMs && fault.fromMs <= atMs) lostWh += fault.lostWh;
  }
  return lostWh;
}
