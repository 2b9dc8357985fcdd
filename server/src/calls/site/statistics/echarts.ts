// site/statistics/echarts: power over a day, or energy by day, month or year of a plant. Reference implementation of a chart: a slot without data is null.
import type { ParsedRequest, Response } from '@heliograph/contract/calls.ts';
import { CHART_STEPS_MIN } from '@heliograph/contract/limits.ts';
import { accessibleSite, type Site } from '../../../access/accessibleSite.ts';
import { assertNotFuture, requestedDay } from '../../../energy/charts/chartPeriods.ts';
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
import { useGenericPlans } from '../../../platform/database/genericPlans.ts';
import type { Handler } from '../../../platform/handler.ts';

export const siteStatisticsEcharts: Handler<'site/statistics/echarts'> = async (
  request,
  { sql, session, at, context },
) => {
  useGenericPlans(sql);
  const site = await accessibleSite({ sql, session, at }, request.sid);
  const { types, date, rangeDate, withYearBefore, withFlowProvenance = false, withMoney = false } = request;
  const today = localDay(at.getTime(), site.timezone);
  assertNotFuture(request, today);
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
    withSoc = false,
    withExpected = false,
    ...request
  }: ParsedRequest<'site/statistics/echarts'>,
  expectation: { at: Date; memory: ClearDayMemory },
): Promise<Response<'site/statistics/echarts'>> {
  const { at } = expectation;
  const { sid, timezone } = site;
  const name = types === 11 ? 'AC Power' : PRODUCTION;
  // Started early and awaited where first needed: for the default step, together with the samples.
  const devicesRead = devicesOf(sql, sid, at);
  const defaultMin = types === 11 ? 15 : 5;
  const stepMin =
    request.minInterval === undefined ? defaultMin : Math.max(request.minInterval, finestStepOfSum(await devicesRead));
  const slots = slotsOf(day, timezone, stepMin * 60);
  const section = dayPart(slots, request);
  const peakSlots = curveSlots(day, timezone);
  const isToday = day === localDay(at.getTime(), timezone);
  const fineSlots = withBands ? finerSlots(day, timezone, stepMin, finestStepOfSum(await devicesRead)) : null;
  const drawn = siteCurve(sql, site, slots, at);
  const flowLines = async (of: DaySlots, { powersW }: SiteCurve) =>
    withFlows || withSoc
      ? (await flowPowers(sql, site, { ...of, day }, powersW, at)).filter(({ unit }) =>
          unit === '%' ? withSoc : withFlows,
        )
      : [];
  const [devices, { powersW }, peakCurve, finerCurve, expected] = await Promise.all([
    devicesRead,
    drawn,
    slots.stepS === peakSlots.stepS ? drawn : siteCurve(sql, site, peakSlots, at),
    fineSlots && siteCurve(sql, site, fineSlots, at),
    withExpected ? expectedPower(sql, site, slots, expectation, { producers: devicesRead }) : null,
  ]);
  const lines = [{ name, unit: 'W', data: powersW }, ...(await flowLines(slots, await drawn))];
  const bands =
    finerCurve && fineSlots
      ? bandsOf(
          lines,
          [{ name, data: finerCurve.powersW }, ...(await flowLines(fineSlots, finerCurve))],
          slots.stepS / fineSlots.stepS,
        )
      : [];
  return {
    legend: lines.map((line) => line.name),
    xAxisData: section.of(slots.xAxisData),
    xAxisIso: section.of(slots.xAxisIso),
    series: lines.map((line) => ({ name: line.name, unit: line.unit, data: section.of(line.data), stack: '' })),
    bands: bands.map(({ least, greatest }) => ({ least: section.of(least), greatest: section.of(greatest) })),
    finestMin: finestStepOfSum(devices),
    provenance: [],
    flowProvenance: [],
    money: [],
    yearBefore: null,
    sun: sunOfDay(day, site),
    peak: peakOf(
      peakCurve.powersW,
      peakSlots,
      timezone,
      isToday ? { powerW: devices[0]?.nowW ?? null, at: site.at } : null,
    ),
    expected: expected && { ...expected, data: section.of(expected.data) },
  };
}

interface Line {
  name: string;
  data: readonly (number | null)[];
}

/** Bands of each line from the same line in finer slots, `every` of which make up one drawn slot. */
const bandsOf = (lines: readonly Line[], finerLines: readonly Line[], every: number): Band[] =>
  lines.map(({ name, data }) => bandOf(data, finerLines.find((other) => other.name === name)?.data ?? [], every));

/** A current device of the plant: the fields that determine the finest step and the expected power, and the current power of the whole plant in each row. */
type ChartDevice = Producer & Pick<LiveDevice, 'at' | 'flowOf' | 'uploadEveryS'> & { nowW: number | null };

const devicesOf = (sql: Transaction, sid: string, at: Date): PromiseLike<ChartDevice[]> =>
  sql<ChartDevice[]>`
    select ${producer(sql)}, l.at, l.flow_of, ${uploadEveryS(sql)} as upload_every_s, ${livePower(sql, at, sql`over ()`)}::float8 as now_w
    from ${devicesWithLive(sql)} where d.sid = ${sid} and d.removed_at is null`;

/** Slots from which the band of a sum is computed: the finest step that divides the drawn one evenly, or null. */
function finerSlots(day: string, zone: string, stepMin: number, finestMin: number): DaySlots | null {
  const step = CHART_STEPS_MIN.find((minutes) => minutes >= finestMin && minutes < stepMin && stepMin % minutes === 0);
  return step === undefined ? null : slotsOf(day, zone, step * 60);
}
