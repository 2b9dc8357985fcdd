// Appearance of modules by their power.
import { type Looks, NO_DATA, NO_POWER } from './drawRoof.ts';
import { levelOf } from './ramp.ts';

/** Returns the level of a module: black for one that produces nothing, hatched for one without data. */
export const lookOf = (powerW: number | null, scaleW: number): number =>
  powerW === null ? NO_DATA : powerW <= 0 ? NO_POWER : levelOf(powerW, scaleW);

export function looksOf(powers: readonly (number | null)[], faults: readonly boolean[], scaleW: number): Looks {
  return {
    level: Int8Array.from(powers, (powerW) => lookOf(powerW, scaleW)),
    fault: Uint8Array.from(faults, Number),
    texts: powers.map(wattsText),
  };
}

/** Formats whole watts for a module; '' without a value. */
export const wattsText = (powerW: number | null): string => (powerW === null ? '' : String(Math.round(powerW)));

/** Returns the watts of the brightest colour: from the server, else the highest value. */
export const scaleOf = (scaleW: number | null, powers: readonly (number | null)[]): number =>
  scaleW ?? powers.reduce<number>((highest, powerW) => Math.max(highest, powerW ?? 0), 1);
