// What was noted of a plant's devices, the newest first; or of all plants that one sees, what goes on first.

import type { ParsedRequest, Response } from '@heliograph/contract/calls.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { ALERT_STATES, EVENT_CODES, type EventCode, levelOf } from '@heliograph/contract/events.ts';
import { accessibleDevice } from '../../access/accessibleDevice.ts';
import { accessibleSite } from '../../access/accessibleSite.ts';
import { accessibleSites, editableSites } from '../../access/accessibleSites.ts';
import { companiesOf } from '../../access/branch.ts';
import { seesDevices } from '../../access/pageModules.ts';
import type { CallContext } from '../../context.ts';
import { eventTexts } from '../../families/eventTexts.ts';
import { addDays, dayBounds } from '../../platform/calendar/rules/localDays.ts';
import { isoOf, wireSeconds } from '../../platform/calendar/times.ts';
import { allOf, limitOffset, orderBy } from '../../platform/database/paging.ts';
import { type AccessibleEvent, accessibleEvents } from './accessibleEvents.ts';
import { type AlertState, eventState, isInState } from './eventState.ts';

type Answer = Response<'device/alerts'>;
type Request = ParsedRequest<'device/alerts'>;

type Row = Omit<AccessibleEvent, 'total'>;

interface Plant {
  sid: string;
  name: string;
  timezone: string;
  changeable: boolean;
}

export async function deviceEvents(request: Request, caller: CallContext): Promise<Answer> {
  const { start_date: start, end_date: end } = request.filters;
  if (start && end && end < start) throw new Refusal('timeReversed');
  const named = request.sn ?? request.gatewaySn;
  const sid = request.sid ?? (named ? (await accessibleDevice(caller, { sn: named })).sid : undefined);
  return sid === undefined ? await ofAll(request, caller) : await ofPlant({ ...request, sid }, caller);
}

const codesOf = ({ level, code }: Request['filters']): EventCode[] | null =>
  level || code ? EVENT_CODES.filter((each) => (!level || levelOf(each) === level) && (!code || each === code)) : null;

async function ofPlant(
  { sid, sn, gatewaySn, filters, sort, page }: Request & { sid: string },
  caller: CallContext,
): Promise<Answer> {
  const { sql } = caller;
  const { state, start_date: start, end_date: end } = filters;
  const site = await accessibleSite(caller, sid);
  if (sn) await accessibleDevice(caller, { sid, sn });
  const codes = codesOf(filters);
  const ofGateway = gatewaySn && [gatewaySn, ...(await childrenOf(caller, { sid, gatewaySn }))];
  const ofWhat = allOf(sql, [
    sql`e.sid = ${sid}`,
    sn && sql`e.sn = ${sn}`,
    ofGateway && sql`e.sn = any (${ofGateway}::text[])`,
  ]);
  const found = sql`
    from events e where ${ofWhat} and ${allOf(sql, [
      state && isInState(sql, state),
      codes !== null && sql`e.code = any (${codes}::text[])`,
      start && sql`coalesce(e.closed_at, 'infinity') >= ${new Date(dayBounds(start, site.timezone).startMs)}`,
      end && sql`e.opened_at < ${new Date(dayBounds(end, site.timezone).endMs)}`,
    ])}`;
  const order = orderBy(
    sql,
    sort,
    { start: sql`e.opened_at`, sn: sql`e.sn`, code: sql`e.code` },
    sql`e.opened_at desc, e.sn, e.code`,
  );
  // Statements of one table each: a cluster's coordinator did not survive the page joined with names.
  const [rows, [all], [open]] = await Promise.all([
    sql<Row[]>`
      select e.sid, e.sn, e.code, e.opened_at, e.closed_at, e.detail, ${eventState(sql)} as state, e.note, e.acknowledged_at, e.acknowledged_by
      ${found} order by ${order} ${limitOffset(sql, page)}`,
    sql<{ total: number }[]>`select count(*)::int as total ${found}`,
    sql<{ open: number }[]>`select count(*)::int as open from events e where ${ofWhat} and ${isInState(sql, 'open')}`,
  ]);
  return {
    list: await rowsOf(rows, [site], caller),
    total: all!.total,
    open: open!.open,
    mayAcknowledge: mayAcknowledge(site, caller),
  };
}

const MAX_COUNT = 10_000;
/** Ended ones of more days are looked through when days are asked for. */
const ENDED_DAYS = 31;

async function ofAll({ filters, page }: Request, caller: CallContext): Promise<Answer> {
  const { sql, session, at } = caller;
  const { state, keywords, start_date: start, end_date: end } = filters;
  const companyId = filters.company ?? null;
  if (companyId !== null && !(await companiesOf(caller, { only: companyId })).length)
    throw new Refusal('companyNotFound');
  if (!seesDevices(session)) return { list: [], total: 0, open: 0, mayAcknowledge: false };
  const states = state ? [state] : ALERT_STATES;
  const lastDays = addDays(end ?? at.toISOString().slice(0, 10), -ENDED_DAYS);
  const from = start ?? (states.includes('closed') ? lastDays : null);
  const rows = await accessibleEvents(
    sql,
    { states, codes: codesOf(filters), keywords, from, until: end ?? null, companyId },
    { ...page, countAtMost: MAX_COUNT },
  );
  const [open] = await accessibleEvents(
    sql,
    { states: ['open'], codes: null, keywords: undefined, from: null, until: null, companyId },
    { size: 1, num: 0, countAtMost: MAX_COUNT },
  );
  const plants = await sql<Plant[]>`
    select s.sid, s.name, s.timezone, ${editableSites(sql, session)} as changeable from sites s
    where s.sid = any (${[...new Set(rows.map((row) => row.sid))]}::text[]) and ${accessibleSites(sql, session)}`;
  return {
    list: await rowsOf(rows, plants, caller),
    // Beyond the last page nothing tells how many there are.
    total: rows[0]?.total ?? (page.num === 0 ? 0 : await totalOf(filters, states, from, caller)),
    open: open?.total ?? 0,
    mayAcknowledge: plants.some((plant) => mayAcknowledge(plant, caller)),
  };
}

async function totalOf(
  filters: Request['filters'],
  states: readonly AlertState[],
  from: string | null,
  { sql }: CallContext,
): Promise<number> {
  const { keywords, end_date: end, company } = filters;
  const [first] = await accessibleEvents(
    sql,
    { states, codes: codesOf(filters), keywords, from, until: end ?? null, companyId: company ?? null },
    { size: 1, num: 0, countAtMost: MAX_COUNT },
  );
  return first?.total ?? 0;
}

const mayAcknowledge = ({ changeable }: Pick<Plant, 'changeable'>, { session }: CallContext): boolean =>
  changeable && session.permissions.has('SiteUpdate');

async function rowsOf(rows: readonly Row[], plants: readonly Plant[], caller: CallContext): Promise<Answer['list']> {
  const { sql, language, at } = caller;
  const plantOf = new Map(plants.map((plant) => [plant.sid, plant]));
  const [devices, people] = await Promise.all([
    sql<{ sid: string; sn: string; alias: string; modelName: string }[]>`
      select d.sid, d.sn, d.alias, p.name as model_name from devices d join products p on p.id = d.product_id
      where d.sid = any (${[...plantOf.keys()]}::text[]) and d.sn = any (${[...new Set(rows.map((row) => row.sn))]}::text[])`,
    sql<{ id: number; name: string }[]>`
      select id, name from users where id = any (${[...new Set(rows.flatMap((row) => row.acknowledgedBy ?? []))]}::int[])`,
  ]);
  const deviceOf = new Map(devices.map((device) => [`${device.sid} ${device.sn}`, device]));
  const nameById = new Map(people.map(({ id, name }) => [id, name]));
  return rows.flatMap((row) => {
    const { sid, sn, code, openedAt, closedAt, detail, state, note, acknowledgedAt, acknowledgedBy } = row;
    const plant = plantOf.get(sid);
    if (!plant) return [];
    const { name: siteName, timezone, changeable } = plant;
    const device = deviceOf.get(`${sid} ${sn}`);
    return [
      {
        sid,
        siteName,
        timezone,
        sn,
        code,
        alias: device?.alias ?? '',
        modelName: device?.modelName ?? '',
        level: levelOf(code),
        sign: closedAt === null ? ('begins' as const) : ('ends' as const),
        ...eventTexts({ sn, code, detail: detail ?? {} }, { language, tellsSources: changeable }),
        startMs: openedAt.getTime(),
        startTime: wireSeconds(openedAt, timezone),
        startIso: isoOf(openedAt, timezone),
        endTime: wireSeconds(closedAt, timezone),
        endIso: isoOf(closedAt, timezone),
        durationS: Math.max(0, Math.round(((closedAt ?? at).getTime() - openedAt.getTime()) / 1000)),
        state,
        note,
        acknowledgedBy: nameById.get(acknowledgedBy ?? 0) ?? '',
        acknowledgedIso: isoOf(acknowledgedAt, timezone),
        mayAcknowledge: mayAcknowledge(plant, caller),
      },
    ];
  });
}

/** Refuses a gateway that the session does not see. */
async function childrenOf(
  caller: CallContext,
  { sid, gatewaySn }: { sid: string; gatewaySn: string },
): Promise<string[]> {
  await accessibleDevice(caller, { sid, sn: gatewaySn });
  const children = await caller.sql<{ sn: string }[]>`
    select sn from devices where sid = ${sid} and gateway_sn = ${gatewaySn} and removed_at is null`;
  return children.map(({ sn }) => sn);
}
