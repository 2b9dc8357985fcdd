// device/modules/statistics/overview: facts, current values and energies of a module.
import { staleAfterS } from '@heliograph/contract/freshness.ts';
import { accessibleModule } from '../../../../access/accessibleModule.ts';
import { moduleCurves, ratedOf } from '../../../../energy/charts/moduleCurve.ts';
import { curveSlots, peakOf } from '../../../../energy/charts/powerCurve.ts';
import { moduleEnergies } from '../../../../energy/modules/moduleEnergy.ts';
import { type PeriodEnergy, provenanceOf } from '../../../../energy/periods/provenance.ts';
import { slotsForWire } from '../../../../energy/rules/dayCurve.ts';
import { inputsToRead } from '../../../../energy/rules/moduleShares.ts';
import { moduleFactsOf } from '../../../../installation/presentModule.ts';
import { moduleSerial } from '../../../../installation/rules/orientation.ts';
import { alertTexts, lastUpdateTexts, statusTexts } from '../../../../live/rowTexts.ts';
import { localDay } from '../../../../platform/calendar/rules/localDays.ts';
import { standardPeriods } from '../../../../platform/calendar/timeBuckets.ts';
import type { Handler } from '../../../../platform/handler.ts';
import { kWhOf, wattsOf } from '../../../../platform/texts/numbers.ts';
import { moduleNow } from '../../../../roof/moduleNow.ts';

export const deviceModulesStatisticsOverview: Handler<'device/modules/statistics/overview'> = async (
  request,
  caller,
) => {
  const { sql, language, at } = caller;
  const { device, input, settings: said } = await accessibleModule(caller, request);
  const { sid, sn, timezone, inputs } = device;
  const day = localDay(at.getTime(), timezone);
  const slots = curveSlots(day, timezone);
  const [periods, [curve]] = await Promise.all([
    moduleEnergies(sql, device, input, request.live ? standardPeriods(day).slice(0, 3) : standardPeriods(day), at),
    moduleCurves(sql, sid, [{ sn, input, inputs }], slots),
  ]);
  const [today, yesterday, month, year, total] = periods.map((period: PeriodEnergy) => ({
    energy: kWhOf(period.energyWh),
    unit: 'kWh' as const,
    provenance: provenanceOf(period, device, day, at.getTime()),
  }));
  const now = moduleNow(device, input, at);
  const powers = slotsForWire(curve!.power, slots.count);
  return {
    sid,
    siteName: device.siteName,
    sn,
    alias: device.alias,
    modelName: device.modelName,
    plcSN: moduleSerial(sn, input),
    addr: input,
    timezone,
    ...moduleFactsOf(device, said),
    ratedPower: wattsOf(ratedOf(device.ratedPowerW, inputsToRead(inputs, device.quantities).length)),
    ...now,
    nowUnit: 'W',
    peak: peakOf(powers, slots, timezone, { powerW: now.now, at: device.at }),
    today: today!,
    yesterday: yesterday!,
    month: month!,
    year: year ?? null,
    total: total ?? null,
    ...statusTexts(device.status, language),
    isAsleep: device.isAsleep,
    ...alertTexts(device, language),
    ...lastUpdateTexts(device.at, timezone, at, language),
    staleAfterS: staleAfterS(device.uploadEveryS),
  };
};
