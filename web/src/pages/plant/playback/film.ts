// A day of all modules as it is played: powers by slot, and how the modules look at a moment between two slots.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Looks } from '../../../components/roof/drawRoof.ts';
import { lookOf, wattsText } from '../../../components/roof/looks.ts';
import type { NamedModule } from '../../../components/roof/names.ts';
import { keyOf } from '../../../components/roof/plan.ts';

export interface Film {
  slots: number;
  /** The first slot with a value, and the last; the whole day where there is none. */
  first: number;
  last: number;
  /** W by module and slot; NaN: no data. */
  powers: readonly Float32Array[];
  /** Alerts of the modules' devices: from a slot to the one before `until`; of those at once the first is told. */
  alerts: readonly { index: number; title: string; from: number; until: number }[];
}

type Playback = Response<'site/playback'>;

/** In the order of `modules`. */
export function filmOf(playback: Playback, modules: readonly NamedModule[]): Film {
  const { firstSlot, xAxisIso } = playback;
  const slots = xAxisIso.length;
  const told = new Map(playback.modules.map((module) => [keyOf(module), module.data]));
  const powers = modules.map((module) => {
    const own = new Float32Array(slots).fill(Number.NaN);
    let tenths = 0;
    for (const [n, step] of (told.get(keyOf(module)) ?? []).entries()) {
      if (step === null) continue;
      tenths += step;
      own[firstSlot + n] = tenths / 10;
    }
    return own;
  });
  const alerts = playback.alerts.flatMap(({ sn, ...alert }) =>
    modules.flatMap((module, index) => (module.sn === sn ? [{ index, ...alert }] : [])),
  );
  const length = Math.max(0, ...playback.modules.map(({ data }) => data.length));
  return length === 0
    ? { slots, first: 0, last: slots - 1, powers, alerts }
    : { slots, first: firstSlot, last: firstSlot + length - 1, powers, alerts };
}

export const powersAt = ({ powers }: Film, slot: number): (number | null)[] =>
  powers.map((own) => {
    const power = own[slot];
    return power === undefined || Number.isNaN(power) ? null : Math.round(power * 10) / 10;
  });

/** What each module's device has an alert of in a slot; '' for none. */
export function faultsAt({ powers, alerts }: Film, slot: number): string[] {
  const titles: string[] = new Array(powers.length).fill('');
  for (const { index, title, from, until } of alerts) if (slot >= from && slot < until) titles[index] ||= title;
  return titles;
}

/** Colours go from one slot to the next evenly; figures are those of the slot that has begun. */
export function frameAt(
  { powers, alerts }: Film,
  looks: Looks,
  position: number,
  scaleW: number,
  withTexts: boolean,
): void {
  const slot = Math.floor(position);
  const part = position - slot;
  const texts: string[] | null = withTexts ? new Array(powers.length) : null;
  for (let index = 0; index < powers.length; index++) {
    const own = powers[index]!;
    const now = own[slot] ?? Number.NaN;
    const next = own[slot + 1] ?? Number.NaN;
    const between = Number.isNaN(next) || now <= 0 ? now : now + (next - now) * part;
    looks.level[index] = lookOf(Number.isNaN(between) ? null : between, scaleW);
    if (texts) texts[index] = wattsText(Number.isNaN(now) ? null : now);
  }
  looks.texts = texts;
  looks.fault.fill(0);
  for (const { index, from, until } of alerts) if (slot >= from && slot < until) looks.fault[index] = 1;
}
