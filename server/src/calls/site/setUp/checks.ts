// site/setUp/checks: checks of a plant's settings against its measurements, with the compared figures.

import type { Response } from '@heliograph/contract/calls.ts';
import type { Compared } from '@heliograph/contract/setUpChecks.ts';
import { accessibleDevice } from '../../../access/accessibleDevice.ts';
import { accessibleSite } from '../../../access/accessibleSite.ts';
import { reportKindOf } from '../../../families/kinds.ts';
import { isoAt, isoOf } from '../../../platform/calendar/times.ts';
import { jobsOf } from '../../../platform/database/siteJobs.ts';
import type { Handler } from '../../../platform/handler.ts';
import { setUpChecks } from '../../../problems/setUp/setUpChecks.ts';

export const siteSetUpChecks: Handler<'site/setUp/checks'> = async ({ sid, sn }, caller) => {
  const { sql, session, at } = caller;
  const site = await accessibleSite(caller, sid);
  const { timezone, changeable } = site;
  if (sn) await accessibleDevice(caller, { sid, sn });
  const { window, list } = await setUpChecks(sql, site, at, sn ?? null);
  const jobs = await jobsOf(sql, sid);
  return {
    from: window.days[0]!.day,
    to: window.days.at(-1)!.day,
    timezone,
    list: list.map(({ kind, compared, ...row }) => ({
      ...row,
      kind: kind && reportKindOf(kind),
      compared: comparedOf(compared, timezone),
    })),
    mayTurn: changeable && session.permissions.has('SiteUpdate'),
    jobs: jobs.map(({ startedAt, ...job }) => ({ ...job, startedAtIso: isoOf(startedAt, timezone) })),
  };
};

type Row = Response<'site/setUp/checks'>['list'][number];

/** Maximum number of serial numbers in a sentence. */
const MAX_NUMBERS = 20;

function comparedOf(compared: Compared, timezone: string): Row['compared'] {
  const { fromMs, toMs, numbers = [], clock = null } = compared;
  const rounded = (value: number | undefined) => (value === undefined ? null : Math.round(value * 10) / 10);
  return {
    energyWh: rounded(compared.energyWh),
    otherWh: rounded(compared.otherWh),
    fromIso: fromMs === undefined ? null : isoAt(fromMs, timezone),
    toIso: toMs === undefined ? null : isoAt(toMs, timezone),
    sunBelowDeg: rounded(compared.sunBelowDeg),
    minutes: compared.minutes ?? null,
    count: compared.count ?? null,
    of: compared.of ?? null,
    percent: rounded(compared.percent),
    phase: compared.phase ?? null,
    otherPhase: compared.otherPhase ?? null,
    clock,
    numbers: numbers.slice(0, MAX_NUMBERS),
    moreNumbers: Math.max(0, numbers.length - MAX_NUMBERS),
  };
}
