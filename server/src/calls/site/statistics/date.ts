// site/statistics/date: energy and money of a day, month, year or lifetime of a plant.

import { daysByPeriod } from '../../../figures/balance.ts';
import { moneyOf } from '../../../figures/plantBalance.ts';
import type { Handler } from '../../../handler.ts';
import { balanceOfDays, moneyOfDays } from '../../../rules/balance.ts';
import { localDay } from '../../../rules/localDays.ts';
import { readDayPrices } from '../../../sql/dayPrices.ts';
import { periodStatistics } from '../../../sql/periodStatistics.ts';
import { visibleSite } from '../../../sql/visibleSite.ts';
import { periodOf } from '../../../wire/chartPeriods.ts';
import { kWhText } from '../../../wire/figures.ts';

export const siteStatisticsDate: Handler<'site/statistics/date'> = async (request, caller) => {
  const { sql, at } = caller;
  const site = await visibleSite(caller, request.sid);
  const today = localDay(at.getTime(), site.timezone);
  const period = periodOf(request.types, request.date, today);
  const [made, [days], prices] = await Promise.all([
    periodStatistics(site, request, caller),
    daysByPeriod(sql, site, [period], at),
    readDayPrices(sql, site.sid, period),
  ]);
  return {
    ...made,
    consumption: kWhText(balanceOfDays(days!).home.energyWh),
    money: days!.length === 0 ? null : moneyOf(moneyOfDays(days!, prices)),
  };
};
