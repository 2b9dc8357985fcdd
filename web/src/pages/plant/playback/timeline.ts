// Playback data of a day: power by module and slot, and the look of the modules at a moment between two slots.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Looks } from '../../../components/roof/drawRoof.ts';
import { lookOf, markOf, type ShownProblem, wattsText } from '../../../components/roof/looks.ts';
import type { NamedModule } from '../../../components/roof/names.ts';
import { keyOf } from '../../../components/roof/plan.ts';

export interface Timeline {
  slots: number;
  /** First and last slot with a value; the whole day without any value. */
  first: number;
  last: number;
  /** W by module and slot; NaN: no data. */
  powers: readonly Float32Array[];
  /** Problems of the modules and of their devices, from slot `from` to the slot before `until`, the most severe first. */
  problems: readonly (ShownProblem & { index: number; from: number; until: number })[];
}

type Playback = Response<'site/playback'>;

/** Returns the playback data in the order of `modules`. */
export function timelineOf(playback: Playback, modules: readonly NamedModule[]): Timeline {
  const { firstSlot, xAxisIso } = playback;
  const slots = xAxisIso.length;
  const stepsByModule = new Map(playback.modules.map((module) => [keyOf(module), module.data]));
  const powers = modules.map((module) => {
    const watts = new Float32Array(slots).fill(Number.NaN);
    let tenths = 0;
    for (const [n, step] of (stepsByModule.get(keyOf(module)) ?? []).entries()) {
      if (step === null) continue;
      tenths += step;
      watts[firstSlot + n] = tenths / 10;
    }
    return watts;
  });
  leaveOutAsleep(powers);
  const problems = playback.problems
    .flatMap(({ sn, input, title, level, from, until }) =>
      modules.flatMap((module, index) =>
        module.sn === sn && (input === 0 || module.input === input)
          ? [{ index, title, level, sinceIso: null, from, until }]
          : [],
      ),
    )
    .toSorted((one, other) => markOf(other.level) - markOf(one.level));
  const length = Math.max(0, ...playback.modules.map(({ data }) => data.length));
  return length === 0
    ? { slots, first: 0, last: slots - 1, powers, problems }
    : { slots, first: firstSlot, last: firstSlot + length - 1, powers, problems };
}

/** Slots by which a module may start later than the others, such as one that faces west: an hour. */
const LATE_SLOTS = 12;

/**
 * Sets the zeros of modules that are asleep to no data: before half of the modules that produce this day do, or up to an
 * hour later before the module's own first power. A zero while the others produce stays.
 */
function leaveOutAsleep(powers: readonly Float32Array[]): void {
  const starts = powers.map((watts) => watts.findIndex((power) => power > 0));
  const known = starts.filter((start) => start >= 0).toSorted((left, right) => left - right);
  const awake = known[Math.ceil(known.length / 2) - 1];
  if (awake === undefined) return;
  for (const [index, watts] of powers.entries()) {
    const start = starts[index]!;
    const until = start >= awake && start <= awake + LATE_SLOTS ? start : awake;
    for (let slot = 0; slot < until; slot++) if (watts[slot]! <= 0) watts[slot] = Number.NaN;
  }
}

/** Returns the power of each module in a slot, in W; null: no data. */
export const powersAt = ({ powers }: Timeline, slot: number): (number | null)[] =>
  powers.map((watts) => {
    const power = watts[slot];
    return power === undefined || Number.isNaN(power) ? null : Math.round(power * 10) / 10;
  });

/** Returns the problems that each module has in a slot, the most severe first. */
export function problemsAt({ powers, problems }: Timeline, slot: number): ShownProblem[][] {
  const open: ShownProblem[][] = powers.map(() => []);
  for (const { index, from, until, ...problem } of problems)
    if (slot >= from && slot < until) open[index]!.push(problem);
  return open;
}

/** Writes the look at a position to `looks`: colours are interpolated linearly between slots, values are those of the earlier slot. */
export function frameAt(
  { powers, problems }: Timeline,
  looks: Looks,
  position: number,
  scaleW: number,
  withTexts: boolean,
): void {
  const slot = Math.floor(position);
  const fraction = position - slot;
  const texts: string[] | null = withTexts ? new Array(powers.length) : null;
  for (let index = 0; index < powers.length; index++) {
    const watts = powers[index]!;
    const now = watts[slot] ?? Number.NaN;
    const next = watts[slot + 1] ?? Number.NaN;
    const interpolated = Number.isNaN(next) || now <= 0 ? now : now + (next - now) * fraction;
    looks.level[index] = lookOf(Number.isNaN(interpolated) ? null : interpolated, scaleW);
    if (texts) texts[index] = wattsText(Number.isNaN(now) ? null : now);
  }
  looks.texts = texts;
  looks.problem.fill(0);
  for (const { index, level, from, until } of problems)
    if (slot >= from && slot < until) looks.problem[index] = Math.max(looks.problem[index]!, markOf(level));
}
