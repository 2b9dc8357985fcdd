// Lists events of a plant's devices, the newest first; or of all accessible plants, open ones first.

import type { ParsedRequest, Response } from '@heliograph/contract/calls.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { ALERT_STATES, EVENT_CODES, type EventCode, isDeviceCode, levelOf } from '@heliograph/contract/events.ts';
import { accessibleDevice } from '../../access/accessibleDevice.ts';
import { accessibleSite } from '../../access/accessibleSite.ts';
import { accessibleSites, editableSites } from '../../access/accessibleSites.ts';
import { companiesOf } from '../../access/branch.ts';
import { peopleById } from '../../access/namedPeople.ts';
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

interface EventsContext extends CallContext {
  /** Number of documents per product, by model code, that the session may read. */
  documents: ReadonlyMap<number, number>;
}

export async function deviceEvents(request: Request, call: EventsContext): Promise<Answer> {
  const { start_date: start, end_date: end } = request.filters;
  if (start && end && end < start) throw new ApiError('timeReversed');
  const requestedSn = request.sn ?? request.gatewaySn;
  const sid = request.sid ?? (requestedSn ? (await accessibleDevice(call, { sn: requestedSn })).sid : undefined);
  return sid === undefined ? await ofAll(request, call) : await ofPlant({ ...request, sid }, call);
}

const codesOf = ({ level, code }: Request['filters']): EventCode[] | null =>
  level || code ? EVENT_CODES.filter((each) => (!level || levelOf(each) === level) && (!code || each === code)) : null;

async function ofPlant(
  { sid, sn, gatewaySn, filters, sort, page }: Request & { sid: string },
  call: EventsContext,
): Promise<Answer> {
  const { sql } = call;
  const { state, start_date: start, end_date: end } = filters;
  const site = await accessibleSite(call, sid);
  if (sn) await accessibleDevice(call, { sid, sn });
  const codes = codesOf(filters);
  const gatewaySns = gatewaySn && [gatewaySn, ...(await childrenOf(call, { sid, gatewaySn }))];
  const isOfScope = allOf(sql, [
    sql`e.sid = ${sid}`,
    sn && sql`e.sn = ${sn}`,
    gatewaySns && sql`e.sn = any (${gatewaySns}::text[])`,
  ]);
  const matching = sql`
    from events e where ${isOfScope} and ${allOf(sql, [
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
  // One table per statement: a cluster's coordinator crashed on the page joined with names.
  const [rows, [all], [open]] = await Promise.all([
    sql<Row[]>`
      select e.sid, e.sn, e.code, e.opened_at, e.closed_at, e.detail, ${eventState(sql)} as state, e.note, e.acknowledged_at, e.acknowledged_by
      ${matching} order by ${order} ${limitOffset(sql, page)}`,
    sql<{ total: number }[]>`select count(*)::int as total ${matching}`,
    sql<
      { open: number }[]
    >`select count(*)::int as open from events e where ${isOfScope} and ${isInState(sql, 'open')}`,
  ]);
  return {
    list: await rowsOf(rows, [site], call),
    total: all!.total,
    open: open!.open,
    mayAcknowledge: mayAcknowledge(site, call),
  };
}

const MAX_COUNT = 10_000;
/** Days of closed events that are searched when no days are requested. */
const CLOSED_DAYS = 31;

async function ofAll({ filters, page }: Request, call: EventsContext): Promise<Answer> {
  const { sql, session, at } = call;
  const { state, keywords, start_date: start, end_date: end } = filters;
  const companyId = filters.company ?? null;
  if (companyId !== null && !(await companiesOf(call, { only: companyId })).length)
    throw new ApiError('companyNotFound');
  if (!seesDevices(session)) return { list: [], total: 0, open: 0, mayAcknowledge: false };
  const states = state ? [state] : ALERT_STATES;
  const lastDays = addDays(end ?? at.toISOString().slice(0, 10), -CLOSED_DAYS);
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
    list: await rowsOf(rows, plants, call),
    // Beyond the last page no row contains the total.
    total: rows[0]?.total ?? (page.num === 0 ? 0 : await totalOf(filters, states, from, call)),
    open: open?.total ?? 0,
    mayAcknowledge: plants.some((plant) => mayAcknowledge(plant, call)),
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

async function rowsOf(rows: readonly Row[], plants: readonly Plant[], call: EventsContext): Promise<Answer['list']> {
  const { sql, language, at, documents } = call;
  const plantOf = new Map(plants.map((plant) => [plant.sid, plant]));
  const [devices, people] = await Promise.all([
    sql<{ sid: string; sn: string; alias: string; model: number; modelName: string }[]>`
      select d.sid, d.sn, d.alias, p.model, p.name as model_name from devices d join products p on p.id = d.product_id
      where d.sid = any (${[...plantOf.keys()]}::text[]) and d.sn = any (${[...new Set(rows.map((row) => row.sn))]}::text[])`,
    peopleById(
      sql,
      rows.map(({ acknowledgedBy }) => acknowledgedBy),
    ),
  ]);
  const deviceOf = new Map(devices.map((device) => [`${device.sid} ${device.sn}`, device]));
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
        documentedProduct: device && isDeviceCode(code) && documents.has(device.model) ? device.modelName : '',
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
        acknowledgedBy: people.get(acknowledgedBy ?? 0)?.name ?? '',
        acknowledgedIso: isoOf(acknowledgedAt, timezone),
        mayAcknowledge: mayAcknowledge(plant, call),
      },
    ];
  });
}

/** Returns the devices of a gateway; throws if the session may not access it. */
async function childrenOf(
  call: CallContext,
  { sid, gatewaySn }: { sid: string; gatewaySn: string },
): Promise<string[]> {
  await accessibleDevice(call, { sid, sn: gatewaySn });
  const children = await call.sql<{ sn: string }[]>`
    select sn from devices where sid = ${sid} and gateway_sn = ${gatewaySn} and removed_at is null`;
  return children.map(({ sn }) => sn);
}
