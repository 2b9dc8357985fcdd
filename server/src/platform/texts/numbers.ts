// Figures as the wire writes them: money in the currency's own digits, kWh and W as texts and numbers.
import { currencyDigits } from '@heliograph/contract/money.ts';

/** "" where there is no value, never 0. */
export function moneyText(value: number | null, currency: string): string {
  return value === null ? '' : value.toFixed(currencyDigits(currency));
}

/** kWh to the Wh. By way of thousandths: sums that differ by a millionth, as they were added in another order, stay one figure. */
export function kWhOf(energyWh: number): number;
export function kWhOf(energyWh: number | null): number | null;
export function kWhOf(energyWh: number | null): number | null {
  return energyWh === null ? null : Math.round(Math.round(energyWh * 1000) / 1000) / 1000;
}

export function kWhText(energyWh: number | null): string {
  return String(kWhOf(energyWh) ?? '');
}

/** W to a tenth. */
export function wattsOf(powerW: number): number;
export function wattsOf(powerW: number | null): number | null;
export function wattsOf(powerW: number | null): number | null {
  return powerW === null ? null : Math.round(powerW * 10) / 10;
}

export function wattsText(powerW: number | null): string {
  return String(wattsOf(powerW) ?? '');
}
