// dashboard/user/summary: number of accounts of a branch, by role, country and time of creation.

import { roleNameIn } from '../../../companies/roles/roleName.ts';
import { addedWithin, dashboardPeriods, firstDayOf } from '../../../fleet/additions.ts';
import { countKey } from '../../../fleet/contributions.ts';
import { countriesOf } from '../../../fleet/countries.ts';
import { countedAt, fleetCounts } from '../../../fleet/counts.ts';
import type { Handler } from '../../../platform/handler.ts';
import { zoneNamed } from '../../../platform/places/rules/countries.ts';

export const dashboardUserSummary: Handler<'dashboard/user/summary'> = async ({ timezone }, caller) => {
  const { sql, session, language, at } = caller;
  const periods = dashboardPeriods(at, zoneNamed(timezone) ?? 'UTC');
  if (session.scope === 'own') return { total: null, isCounted: true, roles: [], countries: [], days: [], weeks: [] };
  const [counts, daily, roles, passedAt] = await Promise.all([
    fleetCounts(caller, ['users', 'role', 'userCountry']),
    fleetCounts(caller, ['userDay'], { from: firstDayOf(periods) }),
    sql<
      { id: number; code: string; name: string }[]
    >`select id, case when company_id is null then code else '' end as code, name from roles order by id`,
    countedAt(sql, 'users'),
  ]);
  const usersWithin = (from: string, to: string) => addedWithin(daily, 'userDay', from, to, periods.today);
  return {
    total: counts.get(countKey('users')) ?? 0,
    isCounted: passedAt !== null,
    roles: roles
      .map(({ id, code, name }) => ({
        groupId: id,
        code,
        name: roleNameIn(language, code, name),
        count: counts.get(countKey('role', id)) ?? 0,
      }))
      .filter(({ count }) => count > 0)
      .sort((one, other) => other.count - one.count),
    countries: countriesOf(counts, 'userCountry', language),
    days: periods.days.map((day) => ({ day, users: usersWithin(day, day) })),
    weeks: periods.weeks.map(({ from, to }) => ({ from, to, users: usersWithin(from, to) })),
  };
};
