// site/statistics/echarts: power of a day or energy by day, month, year of a plant. The chart to copy: a slot without data is null.
import type { ParsedRequest, Response } from '@heliograph/contract/calls.ts';
import { CHART_STEPS_MIN } from '@heliograph/contract/limits.ts';
import { accessibleSite, type Site } from '../../../access/accessibleSite.ts';
import { notOfFuture, requestedDay } from '../../../energy/charts/chartPeriods.ts';
import { type Band, bandOf, dayPart } from '../../../energy/charts/dayPart.ts';
import { energyChart } from '../../../energy/charts/energyChart.ts';
import { finestStepOfSum } from '../../../energy/charts/finestStep.ts';
import { flowPowers } from '../../../energy/charts/flowPower.ts';
import { flowSeries } from '../../../energy/charts/flowSeries.ts';
import { curveSlots, peakOf, type SiteCurve, siteCurve } from '../../../energy/charts/powerCurve.ts';
import type { ClearDayMemory } from '../../../energy/expected/clearDays.ts';
import { expectedPower, type Producer, producer } from '../../../energy/expected/expected.ts';
import { PRODUCTION } from '../../../families/chartLines.ts';
import { devicesWithLive, type LiveDevice, livePower, uploadEveryS } from '../../../live/withLive.ts';
import { type DaySlots, slotsOf, sunOfDay } from '../../../platform/calendar/daySlots.ts';
import { localDay } from '../../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import { planForAny } from '../../../platform/database/genericPlans.ts';
import type { Handler } from '../../../platform/handler.ts';

export const siteStatisticsEcharts: Handler<'site/statistics/echarts'> = async (
  request,
  { sql, session, at, context },
) => {
  planForAny(sql);
  const site = await accessibleSite({ sql, session, at }, request.sid);
  const { types, date, rangeDate, withYearBefore, withFlowProvenance = false, withMoney = false } = request;
  const today = localDay(at.getTime(), site.timezone);
  notOfFuture(request, today);
  if (types === 1 || types === 11)
    return await powerOfDay(sql, site, requestedDay(date, today), request, { at, memory: context.clearDays });
  return await energyChart(sql, site, { types, date, rangeDate, withYearBefore }, PRODUCTION, at, (bars) =>
    flowSeries(sql, site, bars, at, { withProvenance: withFlowProvenance, withMoney }),
  );
};

async function powerOfDay(
  sql: Transaction,
  site: Site,
  day: string,
  {
    types,
    withBands = false,
    withFlows = false,
    withExpected = false,
    ...asked
  }: ParsedRequest<'site/statistics/echarts'>,
  remembering: { at: Date; memory: ClearDayMemory },
): Promise<Response<'site/statistics/echarts'>> {
  const { at } = remembering;
  const { sid, timezone } = site;
  const name = types === 11 ? 'AC Power' : PRODUCTION;
  // Sent with what waits for it first: where the usual steps are asked for, that is the samples.
  const asking = devicesOf(sql, sid, at);
  const usualMin = types === 11 ? 15 : 5;
  const stepMin =
    asked.minInterval === undefined ? usualMin : Math.max(asked.minInterval, finestStepOfSum(await asking));
  const slots = slotsOf(day, timezone, stepMin * 60);
  const part = dayPart(slots, asked);
  const ofPeak = curveSlots(day, timezone);
  const isToday = day === localDay(at.getTime(), timezone);
  const finer = withBands ? finerSlots(day, timezone, stepMin, finestStepOfSum(await asking)) : null;
  const drawn = siteCurve(sql, site, slots, at);
  const beside = async (of: DaySlots, { powersW }: SiteCurve) =>
    withFlows ? await flowPowers(sql, site, { ...of, day }, powersW, at) : [];
  const [devices, { powersW }, highest, within, expected] = await Promise.all([
    asking,
    drawn,
    slots.stepS === ofPeak.stepS ? drawn : siteCurve(sql, site, ofPeak, at),
    finer && siteCurve(sql, site, finer, at),
    withExpected ? expectedPower(sql, site, slots, remembering, { producers: asking }) : null,
  ]);
  const lines = [{ name, data: powersW }, ...(await beside(slots, await drawn))];
  const bands =
    within && finer
      ? bandsOf(lines, [{ name, data: within.powersW }, ...(await beside(finer, within))], slots.stepS / finer.stepS)
      : [];
  return {
    legend: lines.map((line) => line.name),
    xAxisData: part.of(slots.xAxisData),
    xAxisIso: part.of(slots.xAxisIso),
    series: lines.map((line) => ({ name: line.name, unit: 'W', data: part.of(line.data), stack: '' })),
    bands: bands.map(({ least, greatest }) => ({ least: part.of(least), greatest: part.of(greatest) })),
    finestMin: finestStepOfSum(devices),
    provenance: [],
    flowProvenance: [],
    money: [],
    yearBefore: null,
    sun: sunOfDay(day, site),
    peak: peakOf(highest.powersW, ofPeak, timezone, isToday ? { powerW: devices[0]?.nowW ?? null, at: site.at } : null),
    expected: expected && { ...expected, data: part.of(expected.data) },
  };
}

interface Line {
  name: string;
  data: readonly (number | null)[];
}

/** Of each line by the same one in finer slots, `every` of which are in one of the drawn. */
const bandsOf = (lines: readonly Line[], finer: readonly Line[], every: number): Band[] =>
  lines.map(({ name, data }) => bandOf(data, finer.find((other) => other.name === name)?.data ?? [], every));

/** A device that is in the plant, as far as it says how fine the chart may be and what is expected, and the plant's power of now beside each. */
type ChartDevice = Producer & Pick<LiveDevice, 'at' | 'flowOf' | 'uploadEveryS'> & { nowW: number | null };

const devicesOf = (sql: Transaction, sid: string, at: Date): PromiseLike<ChartDevice[]> =>
  sql<ChartDevice[]>`
    select ${producer(sql)}, l.at, l.flow_of, ${uploadEveryS(sql)} as upload_every_s, ${livePower(sql, at, sql`over ()`)}::float8 as now_w
    from ${devicesWithLive(sql)} where d.sid = ${sid} and d.removed_at is null`;

/** What a band of the sum is taken from: the finest slots of which so many whole ones are in one of the drawn. */
function finerSlots(day: string, zone: string, stepMin: number, finestMin: number): DaySlots | null {
  const fits = CHART_STEPS_MIN.find((minutes) => minutes >= finestMin && minutes < stepMin && stepMin % minutes === 0);
  return fits === undefined ? null : slotsOf(day, zone, fits * 60);
}
