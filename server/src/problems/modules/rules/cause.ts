// Determines why a module is weak, from the hours of its weak days and from the days before them.
import type { FindingCause } from '@heliograph/contract/moduleFindings.ts';
import type { HalfHour } from './moduleDay.ts';

export interface JudgedDay {
  share: number;
  halves: readonly HalfHour[];
}

/** With shade, the module equals its neighbours (at least the first share) in hours with at least the second part of a day's energy. */
const CLEAR_SHARE = 0.9;
const CLEAR_PART = 0.2;
/** With shade, the loss in shaded hours is at least this part of the whole loss. */
const OF_LOSS = 0.7;
const SHADED_SHARE = 0.8;
/** Weak all day: the share in each third of a day's energy differs by at most this from that of the day. */
const EVEN = 0.12;
/** Largest drop of the share from one judged day to the next for a slow loss; soiling by four fifths takes weeks. */
const SLOW_STEP = 0.07;
/** Days before that are needed to recognise a slow loss. */
export const DAYS_BEFORE = 4;
const GOOD_SHARE = 0.85;

/** Returns the cause. `weak`: the module's last weak days, in order; `before`: its shares on judged days before them, sound or weak, in order. */
export function causeOf(weak: readonly JudgedDay[], before: readonly number[]): FindingCause {
  const hours = sumHalves(weak);
  const wholeOwn = hours.reduce((sum, [, own]) => sum + own, 0);
  const whole = hours.reduce((sum, [, , expected]) => sum + expected, 0);
  if (whole <= 0) return 'unclear';
  const share = wholeOwn / whole;
  const lost = whole - wholeOwn;
  const sound = hours.filter(([, own, expected]) => own >= CLEAR_SHARE * expected);
  const shaded = hours.filter(([, own, expected]) => own < SHADED_SHARE * expected);
  const expectedOf = (halves: readonly HalfHour[]) => halves.reduce((sum, [, , wh]) => sum + wh, 0);
  const lostIn = shaded.reduce((sum, [, own, wh]) => sum + wh - own, 0);
  if (expectedOf(sound) >= CLEAR_PART * whole && lostIn >= OF_LOSS * lost) return 'shade';
  if (!thirds(hours, whole).every((part) => Math.abs(part - share) <= EVEN)) return 'unclear';
  return cameSlowly(before, weak[0]!.share) ? 'soiling' : 'allDay';
}

function sumHalves(days: readonly JudgedDay[]): HalfHour[] {
  const sums = new Map<number, [own: number, expected: number]>();
  for (const { halves } of days) {
    for (const [half, own, expected] of halves) {
      const [ownWh, expectedWh] = sums.get(half) ?? [0, 0];
      sums.set(half, [ownWh + own, expectedWh + expected]);
    }
  }
  return [...sums].map(([half, [own, expected]]) => [half, own, expected] as const).toSorted(([a], [b]) => a - b);
}

/** Returns the share in each third of a day's energy. */
function thirds(hours: readonly HalfHour[], whole: number): number[] {
  const parts: [own: number, expected: number][] = [
    [0, 0],
    [0, 0],
    [0, 0],
  ];
  let passed = 0;
  for (const [, own, expected] of hours) {
    const part = parts[Math.min(2, Math.floor((3 * (passed + expected / 2)) / whole))]!;
    part[0] += own;
    part[1] += expected;
    passed += expected;
  }
  return parts.flatMap(([own, expected]) => (expected > 0 ? [own / expected] : []));
}

/** Whether the module was good once and no day's loss was much larger than that of the day before. */
export function cameSlowly(before: readonly number[], first: number): boolean {
  if (before.length < DAYS_BEFORE || !before.some((share) => share >= GOOD_SHARE)) return false;
  const shares = [...before, first];
  return shares.every((share, day) => day === 0 || shares[day - 1]! - share <= SLOW_STEP);
}
