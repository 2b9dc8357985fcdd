// site/report: what a plant did over some days.
import { plantReport } from '../../figures/plantReport.ts';
import type { Handler } from '../../handler.ts';
import { visibleSite } from '../../sql/visibleSite.ts';

export const siteReport: Handler<'site/report'> = async ({ sid, from, to }, caller) =>
  await plantReport(caller.sql, await visibleSite(caller, sid), { from, to }, caller);
