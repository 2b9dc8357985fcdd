// P and E of wire.md: energy with money of the usual periods, and the energy flow of what a plant has.
import type { EnergyFlow, FlowNode, MoneyBasis, Production } from '@heliograph/contract/entities/statistics.ts';
import { kWhText, moneyText, wattsOf, wattsText } from '../../platform/texts/numbers.ts';

type Figure = { energyWh: number | null; money: number | null };

/** The periods of sql/timeBuckets standardPeriods, in that order. */
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

/** Of one plant, by what is measured, else by its price of today. */
export const moneyBasisOf = (
  price: { ownUseShare: number | null } | undefined,
  { isMeasured }: { isMeasured: boolean },
): 'measured' | 'electricityPrice' | 'ownUseShare' =>
  isMeasured ? 'measured' : price?.ownUseShare == null ? 'electricityPrice' : 'ownUseShare';

export interface NodeNow {
  /** Whether the plant measures it. */
  has: boolean;
  /** The modules' and the generator's out of them, the grid's and the battery's out of them, home's into it; null: not known now. */
  powerW: number | null;
  /** Of the oldest value in it. */
  ageS: number | null;
  /** Something in it was measured too long before the rest to be balanced with it: home is not known by it. */
  isOld: boolean;
}

export interface PlantNow {
  PVPanel: NodeNow;
  home: NodeNow;
  grid: NodeNow;
  battery: NodeNow & { socPercent: number | null };
  gen: NodeNow;
}

const absent: FlowNode = {
  power: '',
  powerUnit: 'W',
  direction: 0,
  show: false,
  rate: '',
  showPower: false,
  ageS: null,
  isOld: false,
};

/** In the order of the picture. */
export const FLOW_NODES = ['PVPanel', 'home', 'grid', 'battery', 'gen'] as const;

/** Only what is measured is shown; `powerW` of a node is out of it, home's into it. */
export function plantFlowOf({ PVPanel, home, grid, battery, gen }: PlantNow, ratedW: number): EnergyFlow {
  const nodeOf = ({ has, powerW, ageS, isOld }: NodeNow, rate = ''): FlowNode => {
    if (!has) return absent;
    const shownW = wattsOf(powerW);
    const direction = shownW === null || shownW === 0 ? 0 : shownW > 0 ? 1 : 2;
    const power = shownW === null ? '' : String(Math.abs(shownW));
    return { power, powerUnit: 'W', direction, show: true, rate, showPower: shownW !== null, ageS, isOld };
  };
  const into = (node: FlowNode): FlowNode => ({
    ...node,
    direction: node.direction === 0 ? 0 : node.direction === 1 ? 2 : 1,
  });
  return {
    PVPanel: { ...nodeOf(PVPanel, rateOf(PVPanel.powerW, ratedW)), show: true },
    home: into(nodeOf(home)),
    grid: nodeOf(grid),
    battery: nodeOf(battery, String(battery.socPercent ?? '')),
    gen: nodeOf(gen),
  };
}

const rateOf = (nowW: number | null, ratedW: number): string =>
  nowW === null || ratedW <= 0 ? '' : String(Math.round((nowW / ratedW) * 1000) / 10);
