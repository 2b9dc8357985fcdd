// What can go wrong with a simulated device, and what each fault does to it at an instant.

/** From an instant, up to another or for good. */
type Span = { fromMs: number; toMs?: number };

export type Fault =
  /** The module on that input (0 is the first) gives nothing; its voltage stays at what a bypassed module shows. */
  | ({ kind: 'deadModule'; input: number } & Span)
  /** `share` (0 to 1) of the light does not get through. */
  | ({ kind: 'dirt'; share: number } & Span)
  /** Bits in the status word; the power is multiplied by `powerShare` (0: it has tripped). */
  | ({ kind: 'errorBits'; bits: number; powerShare: number } & Span)
  /** It produces but nothing arrives. */
  | ({ kind: 'silence' } & Span)
  /** Its clock is off, so that the daily counter starts over this many seconds after local midnight (below a day). */
  | ({ kind: 'wrongClock'; resetAfterMidnightS: number } & Span)
  /** DC power was lost at `fromMs`: for the rest of that day the counter stands this much too low. */
  | { kind: 'warpBack'; fromMs: number; lostWh: number };

function lasts(fault: { fromMs: number; toMs?: number }, atMs: number): boolean {
  return atMs >= fault.fromMs && (fault.toMs === undefined || atMs < fault.toMs);
}

/** The part of an input's DC power that the faults leave, 0 to 1. */
export function inputShare(faults: readonly Fault[], input: number, atMs: number): number {
  let share = 1;
  for (const fault of faults) {
    if (fault.kind === 'deadModule' && fault.input === input && lasts(fault, atMs)) share = 0;
    if (fault.kind === 'dirt' && lasts(fault, atMs)) share *= 1 - fault.share;
  }
  return share;
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
