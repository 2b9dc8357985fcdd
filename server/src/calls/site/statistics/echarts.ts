// site/statistics/echarts: power of a day or energy by day, month, year of a plant. The chart to copy: a slot without data is null.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Transaction } from '../../../db/connect.ts';
import { PRODUCTION } from '../../../families/lines.ts';
import { curveSlots, peakOf, siteCurve, siteNow } from '../../../figures/curve.ts';
import { expectedPower } from '../../../figures/expected.ts';
import { flowSeries } from '../../../figures/flowSeries.ts';
import type { Handler } from '../../../handler.ts';
import { localDay } from '../../../rules/localDays.ts';
import { energyChart } from '../../../sql/energyChart.ts';
import { type Site, visibleSite } from '../../../sql/visibleSite.ts';
import { askedDay } from '../../../wire/chartPeriods.ts';
import { slotsOf, sunOfDay } from '../../../wire/slots.ts';

export const siteStatisticsEcharts: Handler<'site/statistics/echarts'> = async (request, { sql, session, at }) => {
  const site = await visibleSite({ sql, session, at }, request.sid);
  const { types, date, rangeDate, withYearBefore, withFlowProvenance = false, withMoney = false } = request;
  if (types === 1 || types === 11) {
    const day = askedDay(date, localDay(at.getTime(), site.timezone));
    return await powerOfDay(
      sql,
      site,
      day,
      at,
      types === 1 ? { name: PRODUCTION, stepS: 300 } : { name: 'AC Power', stepS: 900 },
    );
  }
  return await energyChart(sql, site, { types, date, rangeDate, withYearBefore }, PRODUCTION, at, (bars) =>
    flowSeries(sql, site, bars, at, { withProvenance: withFlowProvenance, withMoney }),
  );
};

async function powerOfDay(
  sql: Transaction,
  site: Site,
  day: string,
  at: Date,
  { name, stepS }: { name: string; stepS: number },
): Promise<Response<'site/statistics/echarts'>> {
  const slots = slotsOf(day, site.timezone, stepS);
  const ofPeak = curveSlots(day, site.timezone);
  const isToday = day === localDay(at.getTime(), site.timezone);
  const drawn = siteCurve(sql, site, slots, at);
  const [nowW, { powersW }, finest, expected] = await Promise.all([
    isToday ? siteNow(sql, site.sid, at) : null,
    drawn,
    stepS === ofPeak.stepS ? drawn : siteCurve(sql, site, ofPeak, at),
    expectedPower(sql, site, slots),
  ]);
  return {
    legend: [name],
    xAxisData: slots.xAxisData,
    xAxisIso: slots.xAxisIso,
    series: [{ name, unit: 'W', data: powersW, stack: '' }],
    provenance: [],
    flowProvenance: [],
    money: [],
    yearBefore: null,
    sun: sunOfDay(day, site),
    peak: peakOf(finest.powersW, ofPeak, site.timezone, isToday ? { powerW: nowW, at: site.at } : null),
    expected,
  };
}
