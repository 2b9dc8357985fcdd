// device/modules/statistics/date: energy and money of a day or month of one module.
import { moduleEnergies } from '../../../../figures/moduleEnergy.ts';
import type { Handler } from '../../../../handler.ts';
import { localDay } from '../../../../rules/localDays.ts';
import { statisticsOf } from '../../../../sql/periodStatistics.ts';
import { setPrices } from '../../../../sql/priceOn.ts';
import { visibleModule } from '../../../../sql/visibleModule.ts';
import { periodOf } from '../../../../wire/chartPeriods.ts';

export const deviceModulesStatisticsDate: Handler<'device/modules/statistics/date'> = async (request, caller) => {
  const { device, input } = await visibleModule(caller, request);
  const today = localDay(caller.at.getTime(), device.timezone);
  const period = periodOf(request.types, request.date, today);
  const [[energy], versions] = await Promise.all([
    moduleEnergies(caller.sql, device, input, [period], caller.at),
    setPrices(caller.sql, device.sid),
  ]);
  return statisticsOf(energy!, { ...device, versions }, caller.at);
};
