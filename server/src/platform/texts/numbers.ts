// Formats figures for the wire: money with the currency's decimals, kWh and W as texts and numbers.
import { currencyDigits } from '@heliograph/contract/money.ts';
import type { Fragment, Sql, Transaction } from '../database/connect.ts';

/** "" without a value, never 0. */
export function moneyText(value: number | null, currency: string): string {
  return value === null ? '' : value.toFixed(currencyDigits(currency));
}

/**
 * Rounds to whole Wh, via thousandths of a Wh, so that sums in another order, which differ by a millionth, give the same
 * figure. The energy of a device's day is rounded before it is summed, so that days add up to the total of every period.
 */
export const wholeWh = (energyWh: number): number => Math.round(Math.round(energyWh * 1000) / 1000);

/** Returns `wholeWh` of a column with an energy of at least 0, in SQL. */
export const wholeWhOf = (sql: Sql | Transaction, energyWh: Fragment): Fragment =>
  sql`floor(floor(${energyWh} * 1000 + 0.5) / 1000 + 0.5)`;

/** Converts to kWh, rounded to Wh. */
export function kWhOf(energyWh: number): number;
export function kWhOf(energyWh: number | null): number | null;
export function kWhOf(energyWh: number | null): number | null {
  return energyWh === null ? null : wholeWh(energyWh) / 1000;
}

export function kWhText(energyWh: number | null): string {
  return String(kWhOf(energyWh) ?? '');
}

/** Rounds W to a tenth. */
export function wattsOf(powerW: number): number;
export function wattsOf(powerW: number | null): number | null;
export function wattsOf(powerW: number | null): number | null {
  return powerW === null ? null : Math.round(powerW * 10) / 10;
}

export function wattsText(powerW: number | null): string {
  return String(wattsOf(powerW) ?? '');
}
