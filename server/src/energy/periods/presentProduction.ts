// Presents the energy and money of the standard periods and the energy flow of a plant in the format of the API.
import type { EnergyFlow, FlowNode, MoneyBasis, Production } from '@heliograph/contract/entities/statistics.ts';
import { kWhText, moneyText, wattsOf, wattsText } from '../../platform/texts/numbers.ts';

type Figure = { energyWh: number | null; money: number | null };

/** Presents the periods of `standardPeriods`, in their order. */
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

/** Returns the basis of one plant's money: its measurement, else its price of today. */
export const moneyBasisOf = (
  price: { ownUseShare: number | null } | undefined,
  { isMeasured }: { isMeasured: boolean },
): 'measured' | 'electricityPrice' | 'ownUseShare' =>
  isMeasured ? 'measured' : price?.ownUseShare == null ? 'electricityPrice' : 'ownUseShare';

export interface NodeNow {
  /** Whether the plant measures it. */
  has: boolean;
  /** W; positive out of modules, generator, grid and battery, and into home; null: not known now. */
  powerW: number | null;
  /** Age of the oldest value in it, seconds. */
  ageS: number | null;
  /** Part of it was measured too long before the other nodes to be balanced with them: home is unknown then. */
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

/** Nodes in the order of the picture. */
export const FLOW_NODES = ['PVPanel', 'home', 'grid', 'battery', 'gen'] as const;

/** Presents the energy flow; only measured nodes are shown. `powerW` of a node is its output, of home its input. */
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
