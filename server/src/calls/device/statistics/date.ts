// device/statistics/date: energy and money of a day or month of a device.
import { localDay } from '../../../rules/localDays.ts';
import { energyOfPeriods } from '../../../sql/energyOfPeriods.ts';
import { visibleDevice } from '../../../sql/visibleDevice.ts';
import { periodOf } from '../../../wire/chartPeriods.ts';
import { kWhText, moneyText } from '../../../wire/figures.ts';
import { provenanceOf } from '../../../wire/provenance.ts';
import type { Handler } from '../../handler.ts';

export const deviceStatisticsDate: Handler<'device/statistics/date'> = async (request, { sql, session, at }) => {
  const device = await visibleDevice(sql, session, request);
  const today = localDay(at.getTime(), device.timezone);
  const [energy] = await energyOfPeriods(sql, device, [periodOf(request.types, request.date, today)]);
  return {
    power: kWhText(energy!.energyWh),
    consumption: '',
    economic: moneyText(energy!.money, device.currency),
    powerUnit: 'kWh',
    consumptionUnit: 'kWh',
    economicUnit: device.currency,
    provenance: provenanceOf(energy!, device, today, at.getTime()),
  };
};
