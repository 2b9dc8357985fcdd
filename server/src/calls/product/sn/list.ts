// product/sn/list: serial numbers with their product, place and time of activation, and restriction.

import type { ParsedRequest, Response } from '@heliograph/contract/calls.ts';
import { MAX_COUNTED_NUMBERS } from '@heliograph/contract/limits.ts';
import { accessibleSites, editableSites } from '../../../access/accessibleSites.ts';
import { namedCompanies, peopleById } from '../../../access/namedPeople.ts';
import { seesDevices } from '../../../access/pageModules.ts';
import { accessibleCompanies } from '../../../companies/roles/roles.ts';
import type { Session } from '../../../context.ts';
import { textArray } from '../../../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../../../platform/database/connect.ts';
import { allOf, limitOffset, orderBy } from '../../../platform/database/paging.ts';
import type { Handler } from '../../../platform/handler.ts';

type Row = Response<'product/sn/list'>['list'][number];
/** Characters of the common prefix of a batch. */
const PREFIX_LENGTH = 4;

export const productSnList: Handler<'product/sn/list'> = async ({ filters, sort, page }, { sql, session }) => {
  if (!seesDevices(session) || session.scope === 'own') return { list: [], total: 0, hasMore: false };
  const condition = allOf(sql, [isListed(sql, session), ...(await conditionsOf(sql, filters))]);
  const columns = { sn: sql`n.sn`, activatedAt: sql`n.activated_at`, restrictedAt: sql`n.restricted_at` };
  // Keys first: details are read for the numbers of the page only, not for all before it.
  const [keys, [count]] = await Promise.all([
    sql<{ sn: string }[]>`
      select n.sn from serial_numbers n where ${condition} order by ${orderBy(sql, sort.length > 0 ? sort : [{ field: 'sn', descending: false }], columns, sql`n.sn`)}
      ${limitOffset(sql, page)}`,
    sql<{ total: number }[]>`
      select count(*)::int as total from (select from serial_numbers n where ${condition} limit ${MAX_COUNTED_NUMBERS + 1}) c`.execute(),
  ]);
  const total = count?.total ?? 0;
  const companies = await accessibleCompanies({ sql, session });
  const rows = await numbersOf(
    sql,
    keys.map(({ sn }) => sn),
    companies,
  );
  const sites = await sitesOf(sql, session, rows);
  const activated = rows.filter(({ sid }) => sid !== null && sites.has(sid));
  const people = await peopleById(
    sql,
    activated.map(({ activatedBy }) => activatedBy),
  );
  const list = rows.map((row) => ({
    ...rowOf(row, row.sid === null ? undefined : sites.get(row.sid), session),
    activatedBy: (activated.includes(row) && people.get(row.activatedBy ?? 0)?.email) || '',
  }));
  return { list, total: Math.min(total, MAX_COUNTED_NUMBERS), hasMore: total > MAX_COUNTED_NUMBERS };
};

/** Administrators see all numbers; others those of their branch's plants and of their company's stock. */
function isListed(sql: Transaction, { scope }: Session): Fragment {
  return scope === 'all' ? sql`true` : sql`n.sn in (select branch_numbers())`;
}

async function conditionsOf(
  sql: Transaction,
  { keywords, model, activated, restricted }: ParsedRequest<'product/sn/list'>['filters'],
): Promise<(Fragment | undefined)[]> {
  return [
    keywords ? beginsWith(sql, keywords.toUpperCase()) : undefined,
    model ? sql`n.product_id = ${await idOf(sql, model)}` : undefined,
    activated && (activated === 'yes' ? sql`n.sid is not null` : sql`n.sid is null`),
    restricted && (restricted === 'yes' ? sql`n.restricted_at is not null` : sql`n.restricted_at is null`),
  ];
}

/** A range condition, so that the index is used; no character of a number sorts after `~`. */
const beginsWith = (sql: Transaction, beginning: string): Fragment =>
  sql`n.sn collate "C" >= ${beginning} and n.sn collate "C" < ${`${beginning}~`}`;

/** Returns the product ID, or 0 if there is no such product. */
async function idOf(sql: Transaction, model: string): Promise<number> {
  const [product] = await sql<{ id: number }[]>`select id from products where model::text = ${model}`;
  return product?.id ?? 0;
}

interface NumberRow {
  sn: string;
  sid: string | null;
  model: number;
  modelName: string;
  stockOf: string;
  stockCompany: number | null;
  activatedAt: Date | null;
  activatedBy: number | null;
  restrictedAt: Date | null;
  restrictedReason: string;
  lastSeenAt: Date | null;
}

/** Reads the numbers in the given order; the selling company is included only if the user can access it. */
async function numbersOf(
  sql: Transaction,
  sns: readonly string[],
  companies: readonly number[] | undefined,
): Promise<NumberRow[]> {
  if (sns.length === 0) return [];
  const rows = await sql<NumberRow[]>`
    select n.sn, n.sid, coalesce(p.model, 0) as model, coalesce(p.name, '') as model_name, coalesce(c.name, '') as stock_of,
      n.stock_of as stock_company, n.activated_at, n.activated_by, n.restricted_at, n.restricted_reason, n.last_seen_at
    from serial_numbers n left join products p on p.id = n.product_id left join ${namedCompanies(sql, companies)} c on c.id = n.stock_of
    where n.sn in (select unnest(${textArray(sns)}::text::text[]))`;
  const bySn = new Map(rows.map((row) => [row.sn, row]));
  return sns.flatMap((sn) => bySn.get(sn) ?? []);
}

interface AccessibleSite {
  sid: string;
  name: string;
  isChangeable: boolean;
}

async function sitesOf(
  sql: Transaction,
  session: Session,
  rows: readonly NumberRow[],
): Promise<Map<string, AccessibleSite>> {
  const sids = [...new Set(rows.flatMap(({ sid }) => sid ?? []))];
  if (sids.length === 0) return new Map();
  const sites = await sql<AccessibleSite[]>`
    select s.sid, s.name, ${editableSites(sql, session)} as is_changeable from sites s
    where s.sid in (select unnest(${textArray(sids)}::text::text[])) and ${accessibleSites(sql, session)}`;
  return new Map(sites.map((site) => [site.sid, site]));
}

function rowOf(
  row: NumberRow,
  site: AccessibleSite | undefined,
  { scope, companyId, permissions }: Session,
): Omit<Row, 'activatedBy'> {
  const isActivated = row.sid !== null;
  // Sold and activated by others: the seller learns only that it was activated, and when.
  const isForeign = isActivated && site === undefined;
  const isMine = scope === 'all' || row.stockCompany === companyId;
  return {
    sn: row.sn,
    topFewSN: row.sn.slice(0, PREFIX_LENGTH),
    model: row.model,
    modelName: row.modelName,
    stockOf: row.stockOf,
    isActivated,
    activatedIso: isActivated ? (row.activatedAt?.toISOString() ?? null) : null,
    sid: site?.sid ?? '',
    siteName: site?.name ?? '',
    isBlack: row.restrictedAt !== null,
    restrictedIso: row.restrictedAt?.toISOString() ?? null,
    restrictedReason: isForeign ? '' : row.restrictedReason,
    lastSeenIso: isForeign ? null : (row.lastSeenAt?.toISOString() ?? null),
    rights: {
      restrict: permissions.has('DeviceRestrict') && (scope === 'all' || site?.isChangeable === true),
      remove:
        permissions.has('SnImport') &&
        isMine &&
        !isActivated &&
        row.restrictedAt === null &&
        (row.model !== 0 || row.stockCompany !== null),
    },
  };
}
