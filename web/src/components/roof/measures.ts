// What colours the modules of a roof: their power now, or their energy of a period.
import type { Response } from '@heliograph/contract/calls.ts';
import { energyOfKwh, type FigureText, fixed, full, power } from '../../format/numbers.ts';

export const MEASURES = ['now', 'today', 'month', 'lifetime'] as const;
export type Measure = (typeof MEASURES)[number];
type Module = Response<'site/layoutInfo'>['modules'][number];
export type MeasuredModule = Pick<Module, 'now' | 'todayKwh' | 'monthKwh' | 'lifetimeKwh'>;

const FIELDS = { now: 'now', today: 'todayKwh', month: 'monthKwh', lifetime: 'lifetimeKwh' } as const satisfies Record<
  Measure,
  keyof MeasuredModule
>;

/** Returns the value of a module: W now, else kWh; null: unknown. */
export const measuredValue = (module: MeasuredModule, measure: Measure): number | null => module[FIELDS[measure]];

export const figureOf = (value: number | null | undefined, measure: Measure): FigureText =>
  measure === 'now' ? power(value) : energyOfKwh(value);

/** Formats a value without its unit, W or kWh, for the cell of a module; '' without a value. */
export function cellText(value: number | null, measure: Measure): string {
  if (value === null) return '';
  if (measure === 'now' || value >= 100) return full(Math.round(value));
  return fixed(value, value >= 10 ? 1 : 2);
}

/** Returns what a roof opens with: the first measure for which some module has produced anything, so that it says something at night too. */
export const openingMeasure = (modules: readonly MeasuredModule[]): Measure =>
  MEASURES.find((measure) => modules.some((module) => (measuredValue(module, measure) ?? 0) > 0)) ?? 'now';
