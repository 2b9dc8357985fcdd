// device/modules/statistics/date: energy and money of one module for a day or month.

import { accessibleModule } from '../../../../access/accessibleModule.ts';
import { periodOf } from '../../../../energy/charts/chartPeriods.ts';
import { moduleEnergies } from '../../../../energy/modules/moduleEnergy.ts';
import { setPrices } from '../../../../energy/money/priceOn.ts';
import { statisticsOf } from '../../../../energy/periods/periodStatistics.ts';
import { localDay } from '../../../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const deviceModulesStatisticsDate: Handler<'device/modules/statistics/date'> = async (request, caller) => {
  const { device, input } = await accessibleModule(caller, request);
  const today = localDay(caller.at.getTime(), device.timezone);
  const period = periodOf(request.types, request.date, today);
  const [[energy], versions] = await Promise.all([
    moduleEnergies(caller.sql, device, input, [period], caller.at),
    setPrices(caller.sql, device.sid),
  ]);
  return statisticsOf(energy!, { ...device, versions }, caller.at);
};
