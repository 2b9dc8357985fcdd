// site/report: report of a plant over a range of days.

import { accessibleSite } from '../../access/accessibleSite.ts';
import type { Handler } from '../../platform/handler.ts';
import { plantReport } from '../../reports/plantReport.ts';

export const siteReport: Handler<'site/report'> = async ({ sid, from, to }, caller) =>
  await plantReport(caller.sql, await accessibleSite(caller, sid), { from, to }, caller);
