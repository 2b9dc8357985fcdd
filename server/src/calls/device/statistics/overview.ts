// device/statistics/overview: what a device does now and has done.

import type { Handler } from '../../../handler.ts';
import { freshPower } from '../../../rules/freshness.ts';
import { localDay } from '../../../rules/localDays.ts';
import { energyOfPeriods } from '../../../sql/energyOfPeriods.ts';
import { usualPeriods } from '../../../sql/timeBuckets.ts';
import { visibleDevice } from '../../../sql/visibleDevice.ts';
import { benefitsOf } from '../../../wire/benefits.ts';
import { wattsOf } from '../../../wire/figures.ts';
import { energyFlowOf, productionOf } from '../../../wire/production.ts';
import { type PeriodEnergy, provenanceOf } from '../../../wire/provenance.ts';
import { alertWords, lastUpdateWords, statusWords } from '../../../wire/rowWords.ts';

export const deviceStatisticsOverview: Handler<'device/statistics/overview'> = async (
  request,
  { sql, session, language, at },
) => {
  const device = await visibleDevice({ sql, session, at }, request);
  const { sid, sn, timezone, currency } = device;
  const day = localDay(at.getTime(), timezone);
  const [[today, yesterday, month, year, total], [now]] = await Promise.all([
    energyOfPeriods(sql, device, usualPeriods(day)),
    sql<{ peakW: number | null; price: number | null }[]>`
      select
        (select d.peak_w from device_days d where d.sid = s.sid and d.sn = ${sn} and d.day = ${day}) as peak_w,
        (select price from site_prices p where p.sid = s.sid and p.valid_from <= ${day} order by p.valid_from desc limit 1) as price
      from sites s where s.sid = ${sid}`,
  ]);
  const nowW = freshPower(device, at);
  const provenance = (period: PeriodEnergy) => provenanceOf(period, device, day, at.getTime());
  return {
    maxNow: wattsOf(now?.peakW ?? null),
    totalNow: wattsOf(nowW),
    totalNowUnit: 'W',
    currency_unit: currency,
    local_electric_price: now?.price ?? 0,
    production: productionOf([today!, yesterday!, month!, year!, total!], nowW, currency),
    environmentalBenefit: benefitsOf(total!.energyWh),
    ...statusWords(device.status, language),
    ...alertWords(device, language),
    ...lastUpdateWords(device.at, timezone, at, language),
    isConsumption: false,
    energy: energyFlowOf(nowW, device.ratedPowerW),
    provenance: {
      today: provenance(today!),
      month: provenance(month!),
      year: provenance(year!),
      total: provenance(total!),
    },
  };
};
