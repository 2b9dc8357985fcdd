// Presents the overview of a device: current power and energies so far.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Device } from '../access/accessibleDevice.ts';
import type { CallContext } from '../context.ts';
import { benefitsOf } from '../energy/benefits.ts';
import { curveSlots, deviceCurve, peakOf } from '../energy/charts/powerCurve.ts';
import { priceOn } from '../energy/money/priceOn.ts';
import { energyOfPeriods } from '../energy/periods/energyOfPeriods.ts';
import { moneyBasisOf, plantFlowOf, productionOf } from '../energy/periods/presentProduction.ts';
import { type PeriodEnergy, provenanceOf } from '../energy/periods/provenance.ts';
import { reversedOn } from '../installation/meterSettings.ts';
import { reversePolarity } from '../installation/rules/reversedPolarity.ts';
import { alertTexts, lastUpdateTexts, statusTexts } from '../live/rowTexts.ts';
import { freshPower } from '../live/rules/freshness.ts';
import { localDay } from '../platform/calendar/rules/localDays.ts';
import { standardPeriods } from '../platform/calendar/timeBuckets.ts';
import { kWhOf, wattsOf } from '../platform/texts/numbers.ts';
import { deviceNow } from './presentDevice.ts';

/** Returns the overview; the caller must have checked that the session may see the device. */
export async function overviewOf(
  device: Device,
  { sql, language, at }: Pick<CallContext, 'sql' | 'language' | 'at'>,
): Promise<Response<'device/statistics/overview'>> {
  const { sid, timezone, currency } = device;
  const day = localDay(at.getTime(), timezone);
  const slots = curveSlots(day, timezone);
  const [[today, yesterday, month, year, total], powersW, price, reversedQuantities] = await Promise.all([
    energyOfPeriods(sql, device, standardPeriods(day), at),
    deviceCurve(sql, device, slots),
    priceOn(sql, sid, day),
    reversedOn(sql, device),
  ]);
  const nowW = freshPower(device, at);
  const now = deviceNow({ ...device, quantities: reversePolarity(device.quantities, reversedQuantities(day)) }, at);
  const lifeWh = device.offsetWh > 0 ? (total.energyWh ?? 0) + device.offsetWh : total.energyWh;
  const provenance = (period: PeriodEnergy) => provenanceOf(period, device, day, at.getTime());
  return {
    maxNow: peakOf(powersW, slots, timezone, { powerW: nowW, at: device.at })?.powerW ?? null,
    totalNow: wattsOf(nowW),
    totalNowUnit: 'W',
    currency_unit: currency,
    local_electric_price: price?.price ?? 0,
    production: productionOf([today, yesterday, month, year, { ...total, energyWh: lifeWh }], nowW, {
      currency,
      basis: moneyBasisOf(price, total),
    }),
    environmentalBenefit: benefitsOf(lifeWh),
    ...statusTexts(device.status, language),
    ...alertTexts(device, language),
    ...lastUpdateTexts(device.at, timezone, at, language),
    isConsumption: now.home.has,
    energy: plantFlowOf(now, device.ratedPowerW),
    carriedOver: kWhOf(device.offsetWh) ?? 0,
    provenance: {
      today: provenance(today),
      month: provenance(month),
      year: provenance(year),
      total: provenance(total),
    },
  };
}
