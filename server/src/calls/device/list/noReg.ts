// device/list/noReg: devices that send reports but belong to no plant.
import type { Response } from '@heliograph/contract/calls.ts';
import { STATUS } from '@heliograph/contract/statuses.ts';
import type { CallContext } from '../../../context.ts';
import { shownNumbers } from '../../../devices/serialNumbers/serialNumbers.ts';
import { parseRaw, profileOf } from '../../../families/families.ts';
import { lastUpdateTexts, statusTexts } from '../../../live/rowTexts.ts';
import { isFresh } from '../../../live/rules/freshness.ts';
import { isoOf, wireTime } from '../../../platform/calendar/times.ts';
import { textArray } from '../../../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../../../platform/database/connect.ts';
import { allOf, limitOffset, orderBy, startsWith } from '../../../platform/database/paging.ts';
import { setRlsNumbers } from '../../../platform/database/rlsSettings.ts';
import type { Handler } from '../../../platform/handler.ts';
import { countLookups } from '../../../platform/limits/rateLimits.ts';
import { wattsOf } from '../../../platform/texts/numbers.ts';

/** Used because devices of no plant have no time zone of their own. */
const ZONE = 'UTC';

/**
 * Nobody owns these devices yet, so only administrators may browse them; others find a device by its full serial number, as printed on it.
 */
export const deviceListNoReg: Handler<'device/list/noReg'> = async (request, caller) => {
  const { context, sql, session } = caller;
  const { filters, sort, page } = request;
  const words = [filters.keywords, filters.sn].filter((word) => word !== undefined);
  const conditions: Fragment[] = words.map((word) =>
    session.scope === 'all' ? startsWith(sql, sql`n.sn`, word) : sql`n.sn = ${word.toUpperCase()}`,
  );
  const searchTerms = filters.gateway === undefined ? words : [...words, filters.gateway];
  if (filters.gateway !== undefined) conditions.push(sql`n.gateway_sn = ${filters.gateway.toUpperCase()}`);
  if (session.scope !== 'all') {
    if (searchTerms.length === 0 || filters.restricted === 'only')
      return { list: [], total: 0, told: 0, restricted: 0 };
    await countLookups(context, session, searchTerms.length);
    if (filters.gateway !== undefined) return await childrenOf(caller, filters.gateway.toUpperCase(), words, page);
    conditions.push((await shownNumbers(sql, session)).isShown);
  }
  // A search, or a filter by gateway, covers all of them.
  const isRestricted = filters.restricted === 'only';
  const isUnfiltered = searchTerms.length === 0 && !isRestricted;
  const hidesChildren = isUnfiltered && filters.children === 'folded';
  const columns = { sn: sql`n.sn`, firstSeen: sql`n.first_seen_at`, lastUpdate: sql`n.last_seen_at` };
  const order = orderBy(sql, sort, columns, sql`n.last_seen_at desc nulls last, n.sn`);
  const isListed = isRestricted ? isRestrictedOfNoPlant(sql) : isWaiting(sql, 'n');
  // Keys first: details are read for the devices of the page only, not for all before it.
  const [keys, [count], [restricted]] = await Promise.all([
    sql<{ sn: string }[]>`
      select n.sn from serial_numbers n
      where ${isListed} and ${allOf(sql, hidesChildren ? [...conditions, sql`not ${isReportedByWaiting(sql)}`] : conditions)}
      order by ${order} ${limitOffset(sql, page)}`,
    sql<{ matching: number; reported: number }[]>`
      select count(*)::int as matching, ${isUnfiltered ? sql`count(*) filter (where ${isReportedByWaiting(sql)})::int` : sql`0`} as reported
      from serial_numbers n where ${isListed} and ${allOf(sql, conditions)}`,
    session.scope === 'all'
      ? sql<
          { total: number }[]
        >`select count(*)::int as total from serial_numbers n where ${isRestrictedOfNoPlant(sql)}`
      : [],
  ]);
  const rows = await readNumbers(
    sql,
    keys.map(({ sn }) => sn),
  );
  const announced = await announcedByGateways(sql, rows);
  const list = rows.map((row) => {
    const announcement = announcedOf(row) ?? announced.get(`${row.gatewaySn} ${row.sn}`) ?? null;
    // Others see how many devices it announced, not how many of them exist elsewhere.
    const children = session.scope === 'all' ? row.children : row.announcedChildren;
    return presentNumber({ ...row, children }, announcement, caller);
  });
  const { matching, reported } = count!;
  return {
    list,
    total: hidesChildren ? matching - reported : matching,
    told: reported,
    restricted: restricted?.total ?? 0,
  };
};

function presentNumber(
  row: UnclaimedNumber,
  announced: Announced | null,
  { session, language, at }: Pick<CallContext, 'session' | 'language' | 'at'>,
): Answer['list'][number] {
  return {
    sn: row.sn,
    model: row.model,
    modelName: row.modelName,
    firstSeen: wireTime(row.firstSeenAt, ZONE),
    firstSeenIso: isoOf(row.firstSeenAt, ZONE),
    ...lastUpdateTexts(row.lastSeenAt, ZONE, at, language),
    frames: row.frames,
    ...powerNow(row, at),
    nowUnit: 'W',
    ...statusTexts(STATUS.notRegistered, language),
    children: row.children,
    gatewaySn: row.gatewaySn,
    announced,
    signalDbm: row.signalDbm,
    online: row.online,
    onlineSinceIso: isoOf(row.onlineChangedAt, ZONE),
    restrictedIso: isoOf(row.restrictedAt, ZONE),
    restrictedReason: row.restrictedReason,
    rights: {
      restrict: session.scope === 'all' && session.permissions.has('DeviceRestrict'),
      forget: session.scope === 'all' && session.permissions.has('DeviceForget') && row.restrictedAt === null,
    },
    WIFIVersion: '',
  };
}

/**
 * Returns what an unclaimed gateway announced, and nothing of what is known of these numbers, as that would tell
 * which of them exist elsewhere. A gateway in a plant is not enough: its devices need access to it.
 */
async function childrenOf(
  caller: CallContext,
  gatewaySn: string,
  words: readonly string[],
  { size, num }: { size: number; num: number },
): Promise<Answer> {
  const [gateway] = await caller.sql<
    { announcedAt: Date; children: (Partial<Announced> & Pick<Announced, 'kind'> & { sn: string })[] }[]
  >`
    select g.announced_at, g.children from gateways g join serial_numbers n on n.sn = g.sn
    where g.sn = ${gatewaySn} and g.sid is null and g.announced_at is not null and ${isWaiting(caller.sql, 'n')}`;
  const found = (gateway?.children ?? []).filter(({ sn }) => words.every((word) => word.toUpperCase() === sn));
  const list = found
    .slice(size * num, size * (num + 1))
    .map(({ sn, kind, model = '', hardware = '', firmware = '' }) => {
      const number = { ...UNKNOWN_NUMBER, sn, gatewaySn, firstSeenAt: gateway!.announcedAt };
      return presentNumber(number, { kind, model, hardware, firmware }, caller);
    });
  return { list, total: found.length, told: 0, restricted: 0 };
}

/** Reads the details of the numbers, in the given order. */
async function readNumbers(sql: Transaction, sns: readonly string[]): Promise<UnclaimedNumber[]> {
  if (sns.length === 0) return [];
  setRlsNumbers(sql, sns);
  const rows = await sql<UnclaimedNumber[]>`
    select n.sn, coalesce(p.model, 0) as model, coalesce(p.name, '') as model_name, p.frame_profile, n.first_seen_at, n.last_seen_at,
      n.restricted_at, n.restricted_reason,
      coalesce(n.gateway_sn, '') as gateway_sn, nullif(g.kind, '') as kind, g.model as announced_model, g.hardware, g.firmware, g.signal_dbm,
      case when g.online_changed_at is not null then g.online end as online, g.online_changed_at,
      (select count(*)::int from serial_numbers c where c.gateway_sn = n.sn and ${isWaiting(sql, 'c')}) as children,
      coalesce(jsonb_array_length(g.children), 0) as announced_children,
      (select count(*)::int from raw_reports r where r.sn = n.sn and r.reason is null) as frames,
      (select path from raw_reports r where r.sn = n.sn and r.reason is null order by received_at desc, id desc limit 1) as path,
      (select body from raw_reports r where r.sn = n.sn and r.reason is null order by received_at desc, id desc limit 1) as body
    from serial_numbers n left join products p on p.id = n.product_id left join gateways g on g.sn = n.sn and g.sid is null
    where n.sn in (select unnest(${textArray(sns)}::text::text[]))`;
  const bySn = new Map(rows.map((row) => [row.sn, row]));
  return sns.flatMap((sn) => bySn.get(sn) ?? []);
}

type Answer = Response<'device/list/noReg'>;
type Announced = NonNullable<Answer['list'][number]['announced']>;

interface UnclaimedNumber {
  sn: string;
  model: number;
  modelName: string;
  frameProfile: string | null;
  firstSeenAt: Date;
  lastSeenAt: Date | null;
  restrictedAt: Date | null;
  restrictedReason: string;
  gatewaySn: string;
  /** As announced by itself; null: it has not announced itself. */
  kind: Announced['kind'] | null;
  announcedModel: string | null;
  hardware: string | null;
  firmware: string | null;
  signalDbm: number | null;
  online: boolean | null;
  onlineChangedAt: Date | null;
  children: number;
  announcedChildren: number;
  frames: number;
  /** The newest stored report, and the path it was sent to. */
  path: string | null;
  body: Buffer | null;
}

const UNKNOWN_NUMBER: Omit<UnclaimedNumber, 'sn' | 'gatewaySn' | 'firstSeenAt'> = {
  ...{ model: 0, modelName: '', frameProfile: null, lastSeenAt: null, restrictedAt: null, restrictedReason: '' },
  ...{ kind: null, announcedModel: null, hardware: null, firmware: null, signalDbm: null, online: null },
  ...{ onlineChangedAt: null, children: 0, announcedChildren: 0, frames: 0, path: null, body: null },
};

/** Has reported, belongs to no plant, and is not restricted. */
const isWaiting = (sql: Transaction, name: 'n' | 'g' | 'c'): Fragment => {
  const table = sql(name);
  return sql`${table}.sid is null and ${table}.first_seen_at is not null and ${table}.restricted_at is null`;
};

/** Restricted and belongs to no plant. */
const isRestrictedOfNoPlant = (sql: Transaction): Fragment =>
  sql`n.sid is null and n.restricted_at is not null and n.first_seen_at is not null`;

/**
 * Has never reported on its own from a source other than its gateway's, and that gateway is in the list. A gateway that is itself
 * reported by another one does not count: an unclaimed device may report anything, and two that report each other would both be hidden.
 */
const isReportedByWaiting = (sql: Transaction): Fragment => {
  const gateways = sql`serial_numbers g where g.gateway_sn is null and ${isWaiting(sql, 'g')}`;
  return sql`(n.gateway_sn is not null and case n.source when '' then n.gateway_sn in (select g.sn from ${gateways})
    else (n.gateway_sn, n.source) in (select g.sn, g.source from ${gateways}) end)`;
};

const announcedOf = ({ kind, announcedModel, hardware, firmware }: UnclaimedNumber): Announced | null =>
  kind && { kind, model: announcedModel ?? '', hardware: hardware ?? '', firmware: firmware ?? '' };

/** Announcements by gateways about their attached devices, keyed by both numbers; read once per gateway, as an announcement is long. */
async function announcedByGateways(
  sql: Transaction,
  rows: readonly UnclaimedNumber[],
): Promise<Map<string, Announced>> {
  const children = rows.filter(({ gatewaySn, kind }) => gatewaySn !== '' && kind === null);
  if (children.length === 0) return new Map();
  const announcements = await sql<(Announced & { sn: string; gateway: string })[]>`
    select g.sn as gateway, c.sn, c.kind, coalesce(c.model, '') as model, coalesce(c.hardware, '') as hardware, coalesce(c.firmware, '') as firmware
    from gateways g, jsonb_to_recordset(g.children) as c (sn text, kind text, model text, hardware text, firmware text)
    where g.sn in (select unnest(${textArray([...new Set(children.map(({ gatewaySn }) => gatewaySn))])}::text::text[]))
      and c.sn in (select unnest(${textArray(children.map(({ sn }) => sn))}::text::text[]))`;
  return new Map(announcements.map(({ gateway, sn, ...announced }) => [`${gateway} ${sn}`, announced]));
}

/** Current power in watts, null unless live; scaled by the product if it is set, otherwise by the product that the report looks like. */
function powerNow(
  { sn, path, body, frameProfile, lastSeenAt }: UnclaimedNumber,
  at: Date,
): { now: number | null; nowGuessedAs: string | null } {
  const none = { now: null, nowGuessedAs: null };
  if (path === null || body === null || lastSeenAt === null) return none;
  const reading = parseRaw({ path, body, address: '' }, lastSeenAt, sn);
  if ('rejected' in reading) return none;
  const { profileGuess } = reading;
  const { expectedUploadS } = profileOf(frameProfile ?? profileGuess);
  if (!isFresh({ at: reading.at, uploadEveryS: expectedUploadS }, at)) return none;
  const now = wattsOf(reading.quantities(frameProfile).powerW ?? null);
  return { now, nowGuessedAs: now === null || frameProfile !== null ? null : profileGuess };
}
