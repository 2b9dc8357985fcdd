// device/list: the devices of all plants that the session can access.

import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { SEVERITY } from '@heliograph/contract/events.ts';
import type { ReportKind } from '@heliograph/contract/report.ts';
import { STATUS } from '@heliograph/contract/statuses.ts';
import { accessibleRows, accessibleSites } from '../../access/accessibleSites.ts';
import type { Session } from '../../context.ts';
import { deviceRows } from '../../devices/list/deviceRows.ts';
import { type Kind, kindsCalled, reportKindOf } from '../../families/kinds.ts';
import { isLive } from '../../live/liveness.ts';
import { deviceStatus, deviceStatusFilter, isOfflineDevice } from '../../live/siteStatus.ts';
import { createdDays, modelFilter, siteFilters, siteText } from '../../plants/list/siteFilters.ts';
import { joinZones } from '../../platform/calendar/timeBuckets.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';
import { allOf, contains, limitOffset, orderBy, startsWith } from '../../platform/database/paging.ts';
import type { Handler } from '../../platform/handler.ts';
import { problemsOfPlants, worstByDevice } from '../../problems/openProblems.ts';
import { isCounted } from '../../problems/updateProblems.ts';

/** Filters that need no plant columns. */
const OF_DEVICES: ReadonlySet<string> = new Set(['sid', 'sn', 'model', 'kind', 'via']);
/** Filters that need no device columns. */
const OF_PLANTS: ReadonlySet<string> = new Set([
  ...['site_name', 'user_email', 'installer_email', 'country_code', 'street', 'is_commission'],
  ...['created_start_date', 'created_end_date'],
]);

/** Pages beyond this one are queried like those of other sort orders. */
const MAX_PAGES_IN_PARTS = 10;
/** Number of removed devices among the rows read that needs no second query. */
const REMOVED_MARGIN = 20;

type Sort = ParsedRequest<'device/list'>['sort'][number]['field'];
interface Key {
  sid: string;
  sn: string;
}

export const deviceList: Handler<'device/list'> = async ({ filters, sort, page }, caller) => {
  const { sql, session, at } = caller;
  const { model, status, kind, firmware, has_firmware } = filters;
  const zones = zonesOf(sql, filters, at);
  const sorting: typeof sort = sort.length > 0 ? sort : [{ field: 'problems', descending: false }];
  const sortsBy = new Set(sorting.map(({ field }) => field));
  const ofSites = sql`${accessibleSites(sql, session)} and ${siteFilters(sql, session, filters, at)}`;
  const where = deviceConditions(sql, session, filters, at);
  // Over all devices each join costs as much as the rest, so only the joins that are needed are made.
  const products = sql`join products p on p.id = d.product_id`;
  const live = sql`left join device_live l using (sid, sn)`;
  const worst = sql`left join (
    select p.sid, p.sn, max(p.level) as level from problems p where ${isCounted(sql)} group by p.sid, p.sn) w using (sid, sn)`;
  const filtersLive = Boolean(status || firmware || has_firmware);
  const needsLive = filtersLive || sortsBy.has('problems') || sortsBy.has('now') || sortsBy.has('lastUpdate');
  const usedFilters = Object.entries(filters).flatMap(([name, given]) => (given === undefined ? [] : name));
  const filtersPlants = filtersLive || usedFilters.some((name) => !OF_DEVICES.has(name));
  const filtersDevices = usedFilters.some((name) => !OF_PLANTS.has(name));
  // Queried beforehand, as they are few: for a subquery the planner would estimate far fewer rows than there are.
  const ofProducts =
    kind || model ? sql`and d.product_id = any (${await productsOf(sql, { kind, model })}::int[])` : sql``;
  const byName = sql`s.name_order, d.sid, d.sn`;
  const keysOf = (joined: Fragment, which: Fragment, order: Fragment, part: Fragment) => sql<Key[]>`
    select d.sid, d.sn from devices d join sites s using (sid) ${joined} ${zones}
    where ${ofSites} and ${where} ${ofProducts} and ${which} order by ${order} ${part}`;
  const firstKeys: FirstKeys = async (part, count) =>
    await keysOf(sql`join device_live l using (sid, sn)`, part, byName, sql`limit ${count}`).plannedEachTime();
  const firstKeysOfAll: FirstKeys = async (part, count) =>
    await firstLiveKeys(sql, sql`${zones} where ${ofSites} and ${part}`, count);
  const sortsByProblemsOnly =
    sorting.length === 1 && sorting.every(({ field, descending }) => field === 'problems' && !descending);
  const isInParts = !status && sortsByProblemsOnly && page.num < MAX_PAGES_IN_PARTS;
  const queryWhole = () =>
    keysOf(
      sql`${status || sortsBy.has('model') ? products : sql``} ${needsLive ? live : sql``} ${sortsBy.has('problems') ? worst : sql``}`,
      sql`true`,
      orderBy(sql, sorting, orders(sql, at), byName),
      limitOffset(sql, page),
    );
  const [keys, counts] = await Promise.all([
    isInParts ? keysByProblem(sql, page, at, filtersDevices ? firstKeys : firstKeysOfAll) : queryWhole(),
    sql<ProductCount[]>`
      select k.id, k.kind, k.model, k.name, n.devices from (
        select d.product_id, count(*)::int as devices from devices d ${filtersPlants ? sql`join sites s using (sid)` : sql``}
          ${filtersLive ? sql`${products} ${live}` : sql``} ${zones}
        where ${filtersPlants ? ofSites : accessibleRows(sql, session, sql`d.seen_by`)} and ${where} group by d.product_id
      ) n join products k on k.id = n.product_id order by k.name_order, k.id`,
  ]);
  const sids = [...new Set(keys.map(({ sid }) => sid))];
  const rows = await deviceRows(
    sql,
    sids,
    sql`(d.sid, d.sn) in (select * from unnest(${keys.map((key) => key.sid)}::text[], ${keys.map((key) => key.sn)}::text[]))`,
    caller,
  );
  const problems = await problemsOfPlants(sql, sids, { language: caller.language });
  const worstOf = worstByDevice([...problems.values()].flat());
  const byKey = new Map(rows.map((row) => [`${row.sid} ${row.sn}`, { ...row, problem: worstOf.get(row.sn) ?? null }]));
  const productIdsOfModel = new Set(model ? await productsOf(sql, { model }) : counts.map(({ id }) => id));
  return {
    list: keys.flatMap((key) => byKey.get(`${key.sid} ${key.sn}`) ?? []),
    ...summarizeCounts(counts, productIdsOfModel, kind),
  };
};

type Filters = ParsedRequest<'device/list'>['filters'];

/** Joins the time zones of plants once per filter that compares with the plants' days. */
function zonesOf(sql: Transaction, filters: Filters, at: Date): Fragment {
  const created = createdDays(filters);
  const ofPlants = created.firstDay || created.lastDay ? joinZones(sql, { at, ...created }) : sql``;
  // A device may have been added on another day than its plant.
  const added = { firstDay: filters.added_start_date, lastDay: filters.added_end_date };
  return added.firstDay || added.lastDay ? sql`${ofPlants} ${joinZones(sql, { at, ...added }, sql`added`)}` : ofPlants;
}

/** Conditions on device columns only. */
function deviceConditions(sql: Transaction, session: Session, filters: Filters, at: Date): Fragment {
  const { keywords, sid, sn, status, firmware, has_firmware, via } = filters;
  return sql`d.removed_at is null and ${allOf(sql, [
    keywords &&
      sql`(${startsWith(sql, sql`d.sn`, keywords)} or ${contains(sql, sql`d.alias`, keywords)} or ${siteText(sql, session, keywords)})`,
    sid && sql`d.sid = ${sid}`,
    sn && startsWith(sql, sql`d.sn`, sn),
    via && (via === 'gateway' ? sql`d.gateway_sn <> ''` : sql`d.gateway_sn = ''`),
    firmware && sql`l.firmware = ${firmware}`,
    has_firmware && sql`(coalesce(l.firmware, '') <> '') = ${has_firmware === '1'}`,
    filters.added_start_date && sql`d.created_at >= added.begin_at`,
    filters.added_end_date && sql`d.created_at < added.end_at`,
    status && deviceStatusFilter(sql, status, at),
  ])}`;
}

/** Returns the first keys with one kind of problem, ordered by name. */
type FirstKeys = (part: Fragment, count: number) => Promise<Key[]>;

/**
 * Reads only live rows in the order of their plants' names, as far as the page goes: for a join with devices on two columns
 * the planner estimates so few rows that it would sort all of them. Removed devices are filtered out afterwards.
 */
async function firstLiveKeys(sql: Transaction, restricted: Fragment, count: number): Promise<Key[]> {
  const present: Key[] = [];
  for (let from = 0, size = count + REMOVED_MARGIN; ; from += size, size *= 4) {
    const rows = await sql<(Key & { isPresent: boolean })[]>`
      select k.sid, k.sn, d.removed_at is null as is_present from (
        select l.sid, l.sn, s.name_order as name from device_live l join sites s using (sid) ${restricted}
        order by s.name_order, l.sid, l.sn limit ${size} offset ${from}
      ) k join devices d on d.sid = k.sid and d.sn = k.sn order by k.name, k.sid, k.sn`.plannedEachTime();
    for (const { sid, sn, isPresent } of rows) if (isPresent) present.push({ sid, sn });
    if (present.length >= count || rows.length < size) return present.slice(0, count);
  }
}

/**
 * Reads devices with counted problems first, then those in alert and offline. They are about a tenth of a fleet and have
 * indexes; the rest can be read in the order of names, so no query scans the whole fleet. Every device has a live row.
 */
async function keysByProblem(
  sql: Transaction,
  page: ParsedRequest<'device/list'>['page'],
  at: Date,
  firstKeys: FirstKeys,
): Promise<Key[]> {
  const isAlert = sql`l.status = ${STATUS.alert}`;
  const isOffline = isOfflineDevice(sql, at);
  const hasProblem = sql`exists (select from problems p where p.sid = l.sid and p.sn = l.sn and ${isCounted(sql)})`;
  const hasFault = sql`exists (select from problems p where p.sid = l.sid and p.sn = l.sn and p.level = ${SEVERITY.fault})`;
  const parts = [
    hasFault,
    sql`${hasProblem} and not ${hasFault}`,
    sql`${isAlert} and not ${hasProblem}`,
    sql`l.status <> 0 and ${isOffline} and not ${hasProblem}`,
    sql`not (${isAlert} or ${isOffline} or ${hasProblem})`,
  ];
  const keysBySn = new Map<string, Key>();
  let skip = page.size * page.num;
  for (const part of parts) {
    const missing = page.size - keysBySn.size;
    if (missing === 0) break;
    const keys = await firstKeys(part, skip + missing);
    // A device that reported between two queries is in both results.
    for (const key of keys.slice(skip)) if (!keysBySn.has(key.sn)) keysBySn.set(key.sn, key);
    skip = Math.max(0, skip - keys.length);
  }
  return [...keysBySn.values()];
}

interface ProductCount {
  id: number;
  kind: Kind;
  model: number;
  name: string;
  devices: number;
}

/** Counts devices by kind, and in total for the kind if given; lists the models. */
function summarizeCounts(
  counts: readonly ProductCount[],
  productIdsOfModel: ReadonlySet<number>,
  kind: ReportKind | undefined,
) {
  const products = counts.map((product) => ({ ...product, kind: reportKindOf(product.kind) }));
  const kinds: Partial<Record<ReportKind, number>> = {};
  for (const product of products)
    if (productIdsOfModel.has(product.id)) kinds[product.kind] = (kinds[product.kind] ?? 0) + product.devices;
  const total = kind ? (kinds[kind] ?? 0) : Object.values(kinds).reduce((sum, devices) => sum + devices, 0);
  const models = products
    .filter((product) => !kind || product.kind === kind)
    .map(({ model, name }) => ({ model, modelName: name }));
  return { total, kinds, models };
}

/** IDs of products of a kind, of a model, or of both. */
async function productsOf(
  sql: Transaction,
  { kind, model }: { kind?: ReportKind | undefined; model?: string | undefined },
): Promise<number[]> {
  const products = await sql<{ id: number }[]>`
    select p.id from products p
    where ${allOf(sql, [kind && sql`p.kind = any (${kindsCalled(kind)})`, model && modelFilter(sql, model)])}`;
  return products.map(({ id }) => id);
}

function orders(sql: Transaction, at: Date): Record<Sort, Fragment> {
  return {
    problems: sql`case w.level when ${SEVERITY.fault} then 0 when ${SEVERITY.warning} then 1
      else case ${deviceStatus(sql, at)} when ${STATUS.alert} then 2 when ${STATUS.offline} then 3 else 4 end end`,
    sn: sql`d.sn`,
    siteName: sql`s.name_order`,
    model: sql`p.name`,
    now: sql`case when ${isLive(sql, at)} then coalesce(l.power_w, l.flow_w) end`,
    lastUpdate: sql`l.at`,
    createdAt: sql`d.created_at`,
  };
}
