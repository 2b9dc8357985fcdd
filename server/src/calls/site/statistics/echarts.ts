// site/statistics/echarts: power of a day or energy by day, month, year of a plant. The chart to copy: a slot without data is null.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Transaction } from '../../../db/connect.ts';
import { PRODUCTION } from '../../../families/family.ts';
import type { Handler } from '../../../handler.ts';
import { sumOfDevices } from '../../../rules/dayCurve.ts';
import { localDay } from '../../../rules/localDays.ts';
import { readSlots } from '../../../samples/samples.ts';
import { energyChart } from '../../../sql/energyChart.ts';
import { type Site, visibleSite } from '../../../sql/visibleSite.ts';
import { askedDay } from '../../../wire/chartPeriods.ts';
import { wattsOf } from '../../../wire/figures.ts';
import { slotsOf, sunOfDay } from '../../../wire/slots.ts';

export const siteStatisticsEcharts: Handler<'site/statistics/echarts'> = async (request, { sql, session, at }) => {
  const site = await visibleSite({ sql, session, at }, request.sid);
  const { types, date, rangeDate } = request;
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
  return await energyChart(sql, site, { types, date, rangeDate }, PRODUCTION, at);
};

/** The plant's power is the sum over its devices, those that have left it since included. */
async function powerOfDay(
  sql: Transaction,
  site: Site,
  day: string,
  at: Date,
  { name, stepS }: { name: string; stepS: number },
): Promise<Response<'site/statistics/echarts'>> {
  const slots = slotsOf(day, site.timezone, stepS);
  const devices = await sql<{ sn: string }[]>`select sn from devices where sid = ${site.sid}`;
  const curves = await readSlots(sql, { ...slots, sid: site.sid, sns: devices.map(({ sn }) => sn), names: ['powerW'] });
  const powers = sumOfDevices(
    [...curves.values()].map(({ powerW }) => powerW!.mean),
    slots.count,
    Math.floor((at.getTime() - slots.fromMs) / (stepS * 1000)),
  );
  return {
    legend: [name],
    xAxisData: slots.xAxisData,
    xAxisIso: slots.xAxisIso,
    series: [{ name, unit: 'W', data: powers.map(wattsOf), stack: '' }],
    provenance: [],
    sun: sunOfDay(day, site),
  };
}
