// device/statistics/date: energy and money of a day or month of a device.
import type { Handler } from '../../../http/handler.ts';
import { periodOf } from '../../../rules/chartPeriods.ts';
import { localDay } from '../../../rules/localDays.ts';
import { kWhText, moneyText } from '../../../rules/money.ts';
import { provenanceOf } from '../../../rules/provenance.ts';
import { energyOfPeriods } from '../../../sql/energyOfPeriods.ts';
import { visibleDevice } from '../../../sql/visibleDevice.ts';

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
