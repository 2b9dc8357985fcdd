// site/report/download: reports of plants as PDF or XLSX, each plant read in its own transaction.
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { plantReport as answer, REPORT_FORMATS } from '@heliograph/contract/entities/plantReport.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_REPORT_PLANTS } from '@heliograph/contract/limits.ts';
import { responseModuleParts } from '@heliograph/contract/pageModules.ts';
import { accessibleSite } from '../../../access/accessibleSite.ts';
import { emptyHiddenModules } from '../../../access/pageModules.ts';
import { brandOfCompany } from '../../../brands/brands.ts';
import type { ManualReadContext } from '../../../context.ts';
import { siteStatusFilter } from '../../../live/siteStatus.ts';
import { filteredSites } from '../../../plants/list/siteFilters.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import { allOf } from '../../../platform/database/paging.ts';
import type { Handler } from '../../../platform/handler.ts';
import { countAttempt } from '../../../platform/limits/rateLimits.ts';
import { plantReport } from '../../../reports/plantReport.ts';
import { reportFile } from '../../../reports/reportFile.ts';

const PARTS = responseModuleParts(answer);

export const siteReportDownload: Handler<'site/report/download'> = async (request, caller) => {
  const { context, session, at, language } = caller;
  const { permissions, userId } = session;
  const sids = request.sid === undefined ? await filteredSids(request, caller) : [request.sid];
  await countAttempt(context, 'reports', userId, sids.length);
  const release = context.downloads.tryAcquire(userId, at.getTime());
  if (!release) throw new ApiError('tooManyRequests', { seconds: 10 });
  try {
    const reports = [];
    for (const sid of sids) {
      const report = await caller.read(async (sql) =>
        plantReport(sql, await accessibleSite({ sql, session, at }, sid), request, { language, at }),
      );
      // Parts hidden on the page are also left out of the file.
      reports.push(emptyHiddenModules(report, PARTS, permissions) as typeof report);
    }
    const file = await reportFile(reports, request, {
      language,
      at,
      brand: await caller.read((sql) => brandOfCompany(sql, context.config, session.companyId)),
      rights: { money: permissions.has('SiteMoney'), benefits: permissions.has('SiteBenefits') },
    });
    return { ...file, type: REPORT_FORMATS[request.format] };
  } finally {
    release();
  }
};

/** Returns the SIDs of matching plants by name. Throws if there are more than fit into one report, or none. */
async function filteredSids(
  { filters }: ParsedRequest<'site/report/download'>,
  caller: ManualReadContext,
): Promise<string[]> {
  const { session, at } = caller;
  const sites = await caller.read(async (sql: Transaction) => {
    const { status } = filters;
    return await sql<{ sid: string }[]>`
      select s.sid ${filteredSites(sql, session, filters, { at, needsToday: false })} and ${allOf(sql, [
        status && siteStatusFilter(sql, status, at),
      ])}
      order by s.name_order, s.sid limit ${MAX_REPORT_PLANTS + 1}`.plannedEachTime();
  });
  if (sites.length > MAX_REPORT_PLANTS) throw new ApiError('tooManyPlants', { most: MAX_REPORT_PLANTS });
  if (sites.length === 0) throw new ApiError('siteNotFound');
  return sites.map(({ sid }) => sid);
}
