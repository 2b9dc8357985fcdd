// site/statistics/date: energy and money of a day, month, year or lifetime of a plant.

import type { Handler } from '../../../handler.ts';
import { periodStatistics } from '../../../sql/periodStatistics.ts';
import { visibleSite } from '../../../sql/visibleSite.ts';

export const siteStatisticsDate: Handler<'site/statistics/date'> = async (request, caller) =>
  await periodStatistics(await visibleSite(caller, request.sid), request, caller);
