// P and E of wire.md: energy with money of the usual periods, and the energy flow of what a plant has.
import type { EnergyFlow, MoneyBasis, Production } from '@heliograph/contract/entities/statistics.ts';
import { kWhText, moneyText, wattsText } from './figures.ts';

type Figure = { energyWh: number | null; money: number | null };

/** The periods of sql/timeBuckets usualPeriods, in that order. */
export function productionOf(
  [today, yesterday, month, year, total]: readonly [Figure, Figure, Figure, Figure, Figure],
  nowW: number | null,
  { currency, basis }: { currency: string; basis: MoneyBasis },
): Production {
  return {
    today: kWhText(today.energyWh),
    yesterday: kWhText(yesterday.energyWh),
    month: kWhText(month.energyWh),
    year: kWhText(year.energyWh),
    total: kWhText(total.energyWh),
    totalNow: wattsText(nowW),
    todayUnit: 'kWh',
    yesterdayUnit: 'kWh',
    monthUnit: 'kWh',
    yearUnit: 'kWh',
    totalUnit: 'kWh',
    totalNowUnit: 'W',
    todayMoney: moneyText(today.money, currency),
    yesterdayMoney: moneyText(yesterday.money, currency),
    monthMoney: moneyText(month.money, currency),
    yearMoney: moneyText(year.money, currency),
    totalMoney: moneyText(total.money, currency),
    totalMoneyUnit: currency,
    moneyBasis: basis,
  };
}

/** Of one plant, by its price of today. */
export const moneyBasisOf = (price: { ownUseShare: number | null } | undefined): MoneyBasis =>
  price?.ownUseShare == null ? 'electricityPrice' : 'ownUseShare';

const absent = { power: '', powerUnit: 'W', direction: 0, show: false, rate: '', showPower: false } as const;

/** Of microinverters alone: without a meter only the modules' side is measured, so home and grid are not shown. */
export function energyFlowOf(nowW: number | null, ratedW: number): EnergyFlow {
  return {
    PVPanel: {
      power: wattsText(nowW),
      powerUnit: 'W',
      direction: nowW !== null && nowW > 0 ? 1 : 0,
      show: true,
      rate: nowW === null || ratedW <= 0 ? '' : String(Math.round((nowW / ratedW) * 1000) / 10),
      showPower: nowW !== null,
    },
    home: absent,
    grid: absent,
    battery: absent,
    gen: absent,
  };
}
