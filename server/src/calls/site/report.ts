// site/report: what a plant did over some days.

import { accessibleSite } from '../../access/accessibleSite.ts';
import type { Handler } from '../../platform/handler.ts';
import { plantReport } from '../../reports/plantReport.ts';

export const siteReport: Handler<'site/report'> = async ({ sid, from, to }, caller) =>
  await plantReport(caller.sql, await accessibleSite(caller, sid), { from, to }, caller);
