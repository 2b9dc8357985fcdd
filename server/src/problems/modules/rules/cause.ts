// Why a module is weak: what its hours and its days before say.
import type { FindingCause } from '@heliograph/contract/moduleFindings.ts';
import type { HalfHour } from './moduleDay.ts';

export interface JudgedDay {
  share: number;
  halves: readonly HalfHour[];
}

/** Of its hours the module does as its neighbours in so much of a day's energy, where only some are shaded. */
const CLEAR_SHARE = 0.9;
const CLEAR_PART = 0.2;
/** What is missing in the other hours is so much of all that is missing. */
const OF_LOSS = 0.7;
const SHADED_SHARE = 0.8;
/** All day: no part of it, a third of the energy, is further than this from the whole. */
const EVEN = 0.12;
/** What is lost from one judged day to the next, where it comes slowly; soiling of four fifths takes weeks. */
const SLOW_STEP = 0.07;
/** Days before that are needed to say so. */
export const DAYS_BEFORE = 4;
const WELL = 0.85;

/** `weak`: the last days on which it was, in order; `before`: its shares on judged days before them, sound or weak, in order. */
export function causeOf(weak: readonly JudgedDay[], before: readonly number[]): FindingCause {
  const hours = sumHalves(weak);
  const wholeOwn = hours.reduce((sum, [, own]) => sum + own, 0);
  const whole = hours.reduce((sum, [, , would]) => sum + would, 0);
  if (whole <= 0) return 'unclear';
  const share = wholeOwn / whole;
  const lost = whole - wholeOwn;
  const sound = hours.filter(([, own, would]) => own >= CLEAR_SHARE * would);
  const shaded = hours.filter(([, own, would]) => own < SHADED_SHARE * would);
  const would = (of: readonly HalfHour[]) => of.reduce((sum, [, , wh]) => sum + wh, 0);
  const lostIn = shaded.reduce((sum, [, own, wh]) => sum + wh - own, 0);
  if (would(sound) >= CLEAR_PART * whole && lostIn >= OF_LOSS * lost) return 'shade';
  if (!thirds(hours, whole).every((part) => Math.abs(part - share) <= EVEN)) return 'unclear';
  return cameSlowly(before, weak[0]!.share) ? 'soiling' : 'allDay';
}

function sumHalves(days: readonly JudgedDay[]): HalfHour[] {
  const sums = new Map<number, [own: number, would: number]>();
  for (const { halves } of days) {
    for (const [half, own, would] of halves) {
      const [ownWh, wouldWh] = sums.get(half) ?? [0, 0];
      sums.set(half, [ownWh + own, wouldWh + would]);
    }
  }
  return [...sums].map(([half, [own, would]]) => [half, own, would] as const).toSorted(([a], [b]) => a - b);
}

/** The share in each third of the energy of a day. */
function thirds(hours: readonly HalfHour[], whole: number): number[] {
  const parts: [own: number, would: number][] = [
    [0, 0],
    [0, 0],
    [0, 0],
  ];
  let passed = 0;
  for (const [, own, would] of hours) {
    const part = parts[Math.min(2, Math.floor((3 * (passed + would / 2)) / whole))]!;
    part[0] += own;
    part[1] += would;
    passed += would;
  }
  return parts.flatMap(([own, would]) => (would > 0 ? [own / would] : []));
}

/** It was well once, and no day took much more than the one before. */
export function cameSlowly(before: readonly number[], first: number): boolean {
  if (before.length < DAYS_BEFORE || !before.some((share) => share >= WELL)) return false;
  const shares = [...before, first];
  return shares.every((share, day) => day === 0 || shares[day - 1]! - share <= SLOW_STEP);
}
