// site/statistics/date: energy and money of a day, month, year or lifetime of a plant.
import { localDay } from '../../../rules/localDays.ts';
import { energyOfPeriods } from '../../../sql/energyOfPeriods.ts';
import { visibleSite } from '../../../sql/visibleSite.ts';
import { periodOf } from '../../../wire/chartPeriods.ts';
import { kWhText, moneyText } from '../../../wire/figures.ts';
import { provenanceOf } from '../../../wire/provenance.ts';
import type { Handler } from '../../handler.ts';

export const siteStatisticsDate: Handler<'site/statistics/date'> = async (
  { sid, types, date },
  { sql, session, at },
) => {
  const site = await visibleSite(sql, session, sid);
  const today = localDay(at.getTime(), site.timezone);
  const [energy] = await energyOfPeriods(sql, site, [periodOf(types, date, today)]);
  return {
    power: kWhText(energy!.energyWh),
    // Consumption needs a meter.
    consumption: '',
    economic: moneyText(energy!.money, site.currency),
    powerUnit: 'kWh',
    consumptionUnit: 'kWh',
    economicUnit: site.currency,
    provenance: provenanceOf(energy!, site, today, at.getTime()),
  };
};
