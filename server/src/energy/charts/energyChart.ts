// Charts the energy of a site or device as bars by day, month or year, with the provenance of each bar.
import type { Response } from '@heliograph/contract/calls.ts';
import { sunOfDay } from '../../platform/calendar/daySlots.ts';
import { dayStartMs, localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Period } from '../../platform/calendar/timeBuckets.ts';
import { isoAt } from '../../platform/calendar/times.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { kWhOf } from '../../platform/texts/numbers.ts';
import { energyOfPeriods } from '../periods/energyOfPeriods.ts';
import { type Measured, provenanceOf } from '../periods/provenance.ts';
import { barsOf } from './chartPeriods.ts';
import { yearBefore } from './yearBefore.ts';

type Chart = Response<'site/statistics/echarts'>;

/** Further series over the same bars; `money` of each bar, or none. */
interface FurtherSeries extends Pick<Chart, 'series' | 'flowProvenance'> {
  money: Pick<Chart['money'][number], 'importCost' | 'fixedCharge'>[];
}
const NONE: FurtherSeries = { series: [], flowProvenance: [], money: [] };

export async function energyChart(
  sql: Transaction,
  of: Measured & { sid: string; sn?: string },
  request: {
    types: 3 | 5 | 6;
    date?: string | undefined;
    rangeDate?: string | undefined;
    withYearBefore?: boolean | undefined;
  },
  name: string,
  at: Date,
  furtherSeries: (bars: readonly Period[]) => Promise<FurtherSeries> = async () => NONE,
): Promise<Chart> {
  const today = localDay(at.getTime(), of.timezone);
  const firstDay = request.types === 6 && !request.rangeDate ? await firstDayOf(sql, of) : null;
  const bars = barsOf(request.types, request, today, firstDay);
  // Started first: the server parses its rows while the database sums the others.
  const [further, periods, compared] = await Promise.all([
    furtherSeries(bars),
    energyOfPeriods(sql, of, bars, at),
    request.withYearBefore ? yearBefore(sql, of, bars, at) : null,
  ]);
  return {
    legend: [name, ...further.series.map((series) => series.name)],
    xAxisData: bars.map(({ label }) => label),
    xAxisIso: bars.map(({ from }) => isoAt(dayStartMs(from, of.timezone), of.timezone)),
    series: [{ name, unit: 'kWh', data: periods.map(({ energyWh }) => kWhOf(energyWh)), stack: '' }, ...further.series],
    flowProvenance: further.flowProvenance,
    money: further.money.map(({ importCost, fixedCharge }, bar) => ({
      worth: roundedMoney(periods[bar]?.money ?? null),
      importCost,
      fixedCharge,
    })),
    provenance: periods.map((period) => provenanceOf(period, of, today, at.getTime())),
    yearBefore: compared,
    bands: [],
    finestMin: null,
    peak: null,
    expected: null,
    sun: bars.length === 1 && request.types === 3 ? sunOfDay(bars[0]!.from, of) : { rise: null, set: null },
  };
}

/** Rounds money to a hundredth of a cent. */
const roundedMoney = (money: number | null): number | null => (money === null ? null : Math.round(money * 1e4) / 1e4);

async function firstDayOf(sql: Transaction, { sid, sn }: { sid: string; sn?: string }): Promise<string | null> {
  const [row] = await sql<{ day: string | null }[]>`
    select min(day) as day from ${sn === undefined ? sql`site_days` : sql`device_days`}
    where sid = ${sid} ${sn === undefined ? sql`` : sql`and sn = ${sn}`}`;
  return row?.day ?? null;
}
