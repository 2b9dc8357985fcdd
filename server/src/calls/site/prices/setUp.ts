// site/prices/setUp: replaces the list of a plant's prices and recomputes money from the first changed day.
import { ApiError } from '@heliograph/contract/errors.ts';
import { firstChangedDay } from '@heliograph/contract/prices.ts';
import { lockEditableSite } from '../../../access/lockSite.ts';
import { lockSites } from '../../../energy/days/siteTotals.ts';
import { writeDayPricesFrom } from '../../../energy/money/dayPrices.ts';
import { readSitePrices, writeSitePrices } from '../../../energy/money/sitePrices.ts';
import { storeHours } from '../../../energy/money/storeHours.ts';
import { addDays, type Day, localDay } from '../../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import type { Handler } from '../../../platform/handler.ts';

export const sitePricesSetUp: Handler<'site/prices/setUp'> = async ({ sid, version, list, rewrite }, caller) => {
  const { sql, session, at } = caller;
  // Users who cannot see the current prices would replace them blindly.
  if (!session.permissions.has('SiteMoney')) throw new ApiError('forbidden');
  const site = await lockEditableSite(sql, session, sid);
  if (version !== undefined && version !== site.version) throw new ApiError('siteHasChanged');
  const before = await readSitePrices(sql, sid);
  const after = list.toSorted((left, right) => (left.validFrom < right.validFrom ? -1 : 1));
  const from = firstChangedDay(before, after);
  if (from === null) return { sid, version: site.version };
  const today = localDay(at.getTime(), site.timezone);
  const past = rewrite ? null : await firstDayWithFigures(sql, sid, from, today);
  if (past !== null) throw new ApiError('pastPrices', { from: past, to: addDays(today, -1) });

  await sql`update sites set version = ${site.version + 1} where sid = ${sid}`;
  await writeSitePrices(sql, sid, after);
  const hoursFrom = after.find(({ kind }) => kind === 'timeOfUse')?.validFrom ?? null;
  if (hoursFrom !== null) await storeHours(sql, { ...site, sid }, hoursFrom, at);
  await lockSites(sql, [sid]);
  await writeDayPricesFrom(sql, sid, from);
  caller.noteAudit({ before: { version: site.version, list: before }, after: { list: after, rewrite } });
  return { sid, version: site.version + 1 };
};

/** Returns the first day from `from` and before today with energy or flows, null if there is none. */
async function firstDayWithFigures(sql: Transaction, sid: string, from: Day, today: Day): Promise<Day | null> {
  const rows = await sql<{ day: Day | null }[]>`
    select min(day) as day from site_days where sid = ${sid} and day >= ${from} and day < ${today}
    union all select min(day) from site_flows where sid = ${sid} and day >= ${from} and day < ${today}`;
  const days = rows.flatMap(({ day }) => day ?? []).sort();
  return days[0] ?? null;
}
