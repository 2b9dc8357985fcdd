// Series of an energy chart next to production: consumption, from the grid, to the grid, charge, discharge.
import type { Response } from '@heliograph/contract/calls.ts';
import type { BalanceMoney } from '@heliograph/contract/entities/statistics.ts';
import type { Period } from '../../platform/calendar/timeBuckets.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { kWhOf } from '../../platform/texts/numbers.ts';
import { daysByPeriod, type Plant } from '../balance/balance.ts';
import { moneyOf } from '../balance/plantBalance.ts';
import { readDayPrices } from '../money/dayPrices.ts';
import { type Balance, type Figure, figuresOfDays, moneyOfDays } from '../rules/balance.ts';
import { FLOW_LINES } from './flowLines.ts';

type Chart = Response<'site/statistics/echarts'>;

const SERIES = ['home', 'fromGrid', 'toGrid', 'charge', 'discharge'] as const satisfies (keyof Balance)[];

export interface FlowBars extends Pick<Chart, 'series' | 'flowProvenance'> {
  /** Money of each bar; empty unless requested. */
  money: BalanceMoney[];
}

/** Returns the series with at least one known bar. The caller has checked access to the site. */
export async function flowSeries(
  sql: Transaction,
  plant: Plant,
  bars: readonly Period[],
  at: Date,
  { withProvenance, withMoney }: { withProvenance: boolean; withMoney: boolean },
): Promise<FlowBars> {
  const [days, prices] = await Promise.all([
    daysByPeriod(sql, plant, bars, at),
    withMoney ? readDayPrices(sql, plant.sid, rangeOf(bars)) : null,
  ]);
  const balances = days.map((ofBar) => figuresOfDays(ofBar, SERIES));
  const series = SERIES.map((figure) => ({
    name: FLOW_LINES[figure],
    figures: balances.map((balance): Figure => balance[figure]),
  })).filter(({ figures }) => figures.some(({ energyWh }) => energyWh !== null));
  return {
    series: series.map(({ name, figures }) => ({
      name,
      unit: 'kWh',
      stack: '',
      data: figures.map(({ energyWh }) => kWhOf(energyWh)),
    })),
    flowProvenance: withProvenance
      ? series.map(({ figures }) =>
          figures.map(({ source, completeness }, bar) => ({
            source,
            completeness,
            ...(source === 'none' && days[bar]!.every(({ notDue }) => notDue) ? { notDue: true as const } : {}),
          })),
        )
      : [],
    money: prices === null ? [] : days.map((ofBar) => moneyOf(moneyOfDays(ofBar, prices))),
  };
}

/** Bars are in order. */
const rangeOf = (bars: readonly Period[]): Period => ({ from: bars[0]?.from ?? '', to: bars.at(-1)?.to ?? '' });
