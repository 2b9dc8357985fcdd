// How modules look by what they give.
import { type Looks, NO_DATA, NO_POWER } from './drawRoof.ts';
import { levelOf } from './ramp.ts';

/** Black is what is linked and gives nothing, hatched what tells nothing. */
export const lookOf = (powerW: number | null, scaleW: number): number =>
  powerW === null ? NO_DATA : powerW <= 0 ? NO_POWER : levelOf(powerW, scaleW);

export function looksOf(powers: readonly (number | null)[], faults: readonly boolean[], scaleW: number): Looks {
  return {
    level: Int8Array.from(powers, (powerW) => lookOf(powerW, scaleW)),
    fault: Uint8Array.from(faults, Number),
    texts: powers.map(wattsText),
  };
}

/** Whole watts, as they stand on a module. */
export const wattsText = (powerW: number | null): string => (powerW === null ? '' : String(Math.round(powerW)));

/** Of the brightest colour: what the server says, else the highest there is. */
export const scaleOf = (scaleW: number | null, powers: readonly (number | null)[]): number =>
  scaleW ?? powers.reduce<number>((highest, powerW) => Math.max(highest, powerW ?? 0), 1);
