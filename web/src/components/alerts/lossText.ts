// Texts of what a problem costs: energy, and its value where it is known.
import type { Problem } from '@heliograph/contract/entities/problem.ts';
import { energyOfKwh, inline, money, wireNumber } from '../../format/numbers.ts';

/** Smaller amounts are shown as no loss. */
const MIN_SHOWN_KWH = 0.0005;

export const isNoticeable = (kWh: number | null): kWh is number => kWh !== null && kWh >= MIN_SHOWN_KWH;

/** Returns how the loss of a problem was estimated: of a high grid voltage, up to yesterday. */
export function methodOf({ code, basis, modules }: Problem): 'modules' | 'devices' | 'freeDevices' | 'ownCurve' {
  if (modules > 0) return 'modules';
  if (code !== 'voltageCurtailment') return 'devices';
  return basis === 'ownCurve' ? 'ownCurve' : 'freeDevices';
}

/** Returns "12.4 kWh" and "€4.10"; "" for an unknown value. */
export const lossTexts = (kWh: number, moneyText: string, currency: string): [energy: string, value: string] => {
  const amount = wireNumber(moneyText);
  return [inline(energyOfKwh(kWh)), amount === null ? '' : money(amount, currency)];
};

/** Returns both in one line: "12.4 kWh · €4.10". */
export const lossLine = (kWh: number, moneyText: string, currency: string): string =>
  lossTexts(kWh, moneyText, currency).filter(Boolean).join(' · ');
