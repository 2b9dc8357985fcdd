// Playback data of a day: power by module and slot, and the look of the modules at a moment between two slots.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Looks } from '../../../components/roof/drawRoof.ts';
import { lookOf, wattsText } from '../../../components/roof/looks.ts';
import type { NamedModule } from '../../../components/roof/names.ts';
import { keyOf } from '../../../components/roof/plan.ts';

export interface Timeline {
  slots: number;
  /** First and last slot with a value; the whole day without any value. */
  first: number;
  last: number;
  /** W by module and slot; NaN: no data. */
  powers: readonly Float32Array[];
  /** Alerts of the modules' devices, from slot `from` to the slot before `until`; of simultaneous alerts the first is shown. */
  alerts: readonly { index: number; title: string; from: number; until: number }[];
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
  const alerts = playback.alerts.flatMap(({ sn, ...alert }) =>
    modules.flatMap((module, index) => (module.sn === sn ? [{ index, ...alert }] : [])),
  );
  const length = Math.max(0, ...playback.modules.map(({ data }) => data.length));
  return length === 0
    ? { slots, first: 0, last: slots - 1, powers, alerts }
    : { slots, first: firstSlot, last: firstSlot + length - 1, powers, alerts };
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

/** Returns the title of the alert that each module's device has in a slot; '' for none. */
export function faultsAt({ powers, alerts }: Timeline, slot: number): string[] {
  const titles: string[] = new Array(powers.length).fill('');
  for (const { index, title, from, until } of alerts) if (slot >= from && slot < until) titles[index] ||= title;
  return titles;
}

/** Writes the look at a position to `looks`: colours are interpolated linearly between slots, values are those of the earlier slot. */
export function frameAt(
  { powers, alerts }: Timeline,
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
  looks.fault.fill(0);
  for (const { index, from, until } of alerts) if (slot >= from && slot < until) looks.fault[index] = 1;
}
