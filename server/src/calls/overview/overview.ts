// overview/overview: energy, benefits and counts over all the plants a session may see: the dashboard's kept sums.
import { fleetCounts, fleetStates } from '../../figures/fleetCounts.ts';
import { countedProducts, devicesOf } from '../../figures/fleetDevices.ts';
import { fleetEnergy, yearBeside } from '../../figures/fleetEnergy.ts';
import { countKey } from '../../figures/fleetShares.ts';
import { madeBy } from '../../figures/fleetStates.ts';
import type { Handler } from '../../handler.ts';
import { benefitsOf } from '../../wire/benefits.ts';
import { productionOf } from '../../wire/production.ts';

export const overviewOverview: Handler<'overview/overview'> = async (_request, caller) => {
  const [counts, { states, monthWh }, { energy, currency }, products] = await Promise.all([
    fleetCounts(caller, ['sites', 'product']),
    fleetStates(caller),
    fleetEnergy(caller),
    countedProducts(caller.sql),
  ]);
  const { nowW, todayWh, totalWh } = madeBy(states);
  const { deviceCount, kinds } = devicesOf(counts, products);
  return {
    statisticsProduction: productionOf(
      [
        { energyWh: todayWh, money: energy.todayMoney },
        { energyWh: energy.yesterdayWh, money: energy.yesterdayMoney },
        { energyWh: monthWh, money: energy.monthMoney },
        { energyWh: yearBeside(energy.yearWh, monthWh), money: yearBeside(energy.yearMoney, energy.monthMoney) },
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
