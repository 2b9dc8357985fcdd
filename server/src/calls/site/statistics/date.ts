// site/statistics/date: energy and money of a plant for a day, month, year or its lifetime.

import { accessibleSite } from '../../../access/accessibleSite.ts';
import { daysByPeriod } from '../../../energy/balance/balance.ts';
import { measuresFlows, moneyOf, presentBalance } from '../../../energy/balance/plantBalance.ts';
import { periodOf, requestedRange } from '../../../energy/charts/chartPeriods.ts';
import { readDayPrices } from '../../../energy/money/dayPrices.ts';
import { negativePrices } from '../../../energy/money/negativePrices.ts';
import { setPrices } from '../../../energy/money/priceOn.ts';
import { energyOfPeriods } from '../../../energy/periods/energyOfPeriods.ts';
import { statisticsOf } from '../../../energy/periods/periodStatistics.ts';
import { figuresOfDays, moneyOfDays } from '../../../energy/rules/balance.ts';
import { localDay } from '../../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../../platform/handler.ts';
import { kWhText } from '../../../platform/texts/numbers.ts';
import { doubtfulFigures } from '../../../problems/openProblems.ts';

export const siteStatisticsDate: Handler<'site/statistics/date'> = async (request, caller) => {
  const { sql, at, language } = caller;
  const site = await accessibleSite(caller, request.sid);
  const today = localDay(at.getTime(), site.timezone);
  const { types, date, rangeDate, withBalance = false } = request;
  const period = rangeDate ? requestedRange(rangeDate, today) : periodOf(types, date, today);
  const [[energy], [days], prices, versions, hasFlows, doubtful] = await Promise.all([
    energyOfPeriods(sql, site, [period], at),
    daysByPeriod(sql, site, [period], at),
    readDayPrices(sql, site.sid, period),
    setPrices(sql, site.sid),
    withBalance ? measuresFlows(sql, site.sid) : false,
    doubtfulFigures(sql, site.sid, language),
  ]);
  return {
    ...statisticsOf(energy, { ...site, versions }, at),
    consumption: kWhText(figuresOfDays(days, ['home']).home.energyWh),
    negativePrices: await negativePrices(sql, site, days, at),
    money: days.length === 0 ? null : moneyOf(moneyOfDays(days, prices)),
    balance: hasFlows ? presentBalance(days, prices) : null,
    doubtful,
  };
};
