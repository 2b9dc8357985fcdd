// device/statistics/overview: what a device does now and has done.

import { curveSlots, deviceCurve, peakOf } from '../../../figures/curve.ts';
import type { Handler } from '../../../handler.ts';
import { freshPower } from '../../../rules/freshness.ts';
import { localDay } from '../../../rules/localDays.ts';
import { energyOfPeriods } from '../../../sql/energyOfPeriods.ts';
import { priceOn } from '../../../sql/priceOn.ts';
import { usualPeriods } from '../../../sql/timeBuckets.ts';
import { visibleDevice } from '../../../sql/visibleDevice.ts';
import { benefitsOf } from '../../../wire/benefits.ts';
import { wattsOf } from '../../../wire/figures.ts';
import { energyFlowOf, moneyBasisOf, productionOf } from '../../../wire/production.ts';
import { type PeriodEnergy, provenanceOf } from '../../../wire/provenance.ts';
import { alertWords, lastUpdateWords, statusWords } from '../../../wire/rowWords.ts';

export const deviceStatisticsOverview: Handler<'device/statistics/overview'> = async (
  request,
  { sql, session, language, at },
) => {
  const device = await visibleDevice({ sql, session, at }, request);
  const { sid, timezone, currency } = device;
  const day = localDay(at.getTime(), timezone);
  const slots = curveSlots(day, timezone);
  const [[today, yesterday, month, year, total], powersW, price] = await Promise.all([
    energyOfPeriods(sql, device, usualPeriods(day)),
    deviceCurve(sql, device, slots),
    priceOn(sql, sid, day),
  ]);
  const nowW = freshPower(device, at);
  const provenance = (period: PeriodEnergy) => provenanceOf(period, device, day, at.getTime());
  return {
    maxNow: peakOf(powersW, slots, timezone, { powerW: nowW, at: device.at })?.powerW ?? null,
    totalNow: wattsOf(nowW),
    totalNowUnit: 'W',
    currency_unit: currency,
    local_electric_price: price?.price ?? 0,
    production: productionOf([today!, yesterday!, month!, year!, total!], nowW, {
      currency,
      basis: moneyBasisOf(price),
    }),
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
