// site/report: what a plant did over some days.
import { plantReport } from '../../reports/plantReport.ts';
import type { Handler } from '../../platform/handler.ts';
import { visibleSite } from '../../access/accessibleSite.ts';

export const siteReport: Handler<'site/report'> = async ({ sid, from, to }, caller) =>
  await plantReport(caller.sql, await visibleSite(caller, sid), { from, to }, caller);
