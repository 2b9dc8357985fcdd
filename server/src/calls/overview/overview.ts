// overview/overview: energy, benefits and counts over all plants that the session can access, from the dashboard's stored totals.

import { benefitsOf } from '../../energy/benefits.ts';
import { productionOf } from '../../energy/periods/presentProduction.ts';
import { countKey } from '../../fleet/contributions.ts';
import { fleetCounts, fleetStates } from '../../fleet/counts.ts';
import { countedProducts, devicesOf } from '../../fleet/deviceCounts.ts';
import { fleetEnergy, previousYear } from '../../fleet/energy.ts';
import { totalsOf } from '../../fleet/states.ts';
import type { Handler } from '../../platform/handler.ts';

export const overviewOverview: Handler<'overview/overview'> = async (_request, caller) => {
  const [counts, { states, monthWh }, { energy, currency }, products] = await Promise.all([
    fleetCounts(caller, ['sites', 'product']),
    fleetStates(caller),
    fleetEnergy(caller),
    countedProducts(caller.sql),
  ]);
  const { nowW, todayWh, totalWh } = totalsOf(states);
  const { deviceCount, kinds } = devicesOf(counts, products);
  return {
    statisticsProduction: productionOf(
      [
        { energyWh: todayWh, money: energy.todayMoney },
        { energyWh: energy.yesterdayWh, money: energy.yesterdayMoney },
        { energyWh: monthWh, money: energy.monthMoney },
        { energyWh: previousYear(energy.yearWh, monthWh), money: previousYear(energy.yearMoney, energy.monthMoney) },
        { energyWh: totalWh, money: energy.totalMoney },
      ],
      nowW,
      { currency, basis: 'mixed' },
    ),
    benefit: benefitsOf(totalWh),
    siteCount: counts.get(countKey('sites')) ?? 0,
    deviceCount,
    mrCount: kinds.microinverter ?? 0,
    gatewayCount: kinds.gateway ?? 0,
  };
};
