// A day of all modules as it is played: powers by slot, and how the modules look at a moment between two slots.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Looks } from './drawRoof.ts';
import { lookOf, wattsText } from './looks.ts';
import type { NamedModule } from './names.ts';
import { keyOf } from './plan.ts';

export interface Film {
  slots: number;
  /** The first slot with a value, and the last; the whole day where there is none. */
  first: number;
  last: number;
  /** W by module and slot; NaN: no data. */
  powers: readonly Float32Array[];
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
  const length = Math.max(0, ...playback.modules.map(({ data }) => data.length));
  return length === 0
    ? { slots, first: 0, last: slots - 1, powers }
    : { slots, first: firstSlot, last: firstSlot + length - 1, powers };
}

export const powersAt = ({ powers }: Film, slot: number): (number | null)[] =>
  powers.map((own) => {
    const power = own[slot];
    return power === undefined || Number.isNaN(power) ? null : Math.round(power * 10) / 10;
  });

/** Colours go from one slot to the next evenly; figures are those of the slot that has begun. */
export function lookAt({ powers }: Film, looks: Looks, position: number, scaleW: number, withTexts: boolean): void {
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
}
