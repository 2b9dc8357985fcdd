// Shares of each plant and account in the sums of a dashboard, counted here both for the job that stores the sums and for requests about single plants.
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { type Input, modulesOf } from '../installation/rules/orientation.ts';
import { localDay } from '../platform/calendar/rules/localDays.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';

type Db = Sql | Transaction;

/**
 * `siteDay`, `deviceDay`: days on which plants and devices were added, by the plant's own calendar. `userDay`: by the UTC
 * calendar, as an account has none. `milliwatts`: peak power of the modules as an integer, so that sums do not drift.
 */
const OF_SITES = [
  'sites',
  'milliwatts',
  'panels',
  'product',
  'onGateway',
  'firmware',
  'country',
  'siteDay',
  'deviceDay',
] as const;
const OF_USERS = ['users', 'role', 'userCountry', 'userDay'] as const;
export type CountName = (typeof OF_SITES)[number] | (typeof OF_USERS)[number];

export const isOfSites = (what: CountName): boolean => OF_SITES.some((one) => one === what);

/** Counts by `countKey`. */
export type Counts = Map<string, number>;

export const countKey = (what: CountName, key: string | number = ''): string => `${what} ${key}`;

/** Splits a `countKey` at its first space: a key may contain spaces, `what` does not. */
export function partsOfKey(text: string): { what: CountName; key: string } {
  const end = text.indexOf(' ');
  return { what: text.slice(0, end) as CountName, key: text.slice(end + 1) };
}

export function addCount(counts: Counts, key: string, n: number): void {
  counts.set(key, (counts.get(key) ?? 0) + n);
}

/** Product id and firmware version; '' for an unknown version. */
const firmwareKey = (productId: number, firmware: string): string => `${productId} ${firmware}`;

export interface SiteShare {
  sid: string;
  /** Negated ids of its company and of all companies above it. */
  companies: number[];
  counts: Counts;
}

interface CountedSite {
  sid: string;
  seenBy: number[];
  timezone: string;
  countryCode: string;
  powerMaxW: number;
  createdAt: Date;
}
interface CountedDevice {
  sid: string;
  sn: string;
  productId: number;
  gatewaySn: string;
  inputs: number;
  createdAt: Date;
  firmware: string;
  quantities: Quantities;
}

/** Counts the shares of plants. `condition`: on `sites s`, for at most a few hundred plants; `modules`: the source of module settings that the caller may read. */
export async function siteShares(
  sql: Db,
  condition: Fragment,
  modules: (sids: string) => Fragment = () => sql`modules`,
): Promise<SiteShare[]> {
  const sites = await sql<CountedSite[]>`
    select s.sid, s.seen_by, s.timezone, s.country_code, s.power_max_w, s.created_at from sites s where ${condition}`;
  if (sites.length === 0) return [];
  const sids = sites.map(({ sid }) => sid);
  const [devices, settings] = await Promise.all([
    sql<CountedDevice[]>`
      select d.sid, d.sn, d.product_id, d.gateway_sn, p.inputs, d.created_at, coalesce(l.firmware, '') as firmware,
        coalesce(l.quantities, '{}') as quantities
      from devices d join products p on p.id = d.product_id left join device_live l on l.sid = d.sid and l.sn = d.sn
      where d.sid = any (${sids}) and d.removed_at is null`,
    sql<{ sid: string; sn: string; input: Input }[]>`
      select m.sid, m.sn, m.input from ${modules(textArray(sids))} m where m.sid = any (${sids})`,
  ]);
  const devicesBySid = Map.groupBy(devices, ({ sid }) => sid);
  const settingsByDevice = Map.groupBy(settings, ({ sid, sn }) => `${sid} ${sn}`);
  return sites.map((site) => {
    const counts: Counts = new Map();
    const { sid, timezone } = site;
    addCount(counts, countKey('sites'), 1);
    addCount(counts, countKey('milliwatts'), Math.round(site.powerMaxW * 1000));
    addCount(counts, countKey('country', site.countryCode), 1);
    addCount(counts, countKey('siteDay', localDay(site.createdAt.getTime(), timezone)), 1);
    for (const device of devicesBySid.get(sid) ?? []) {
      addCount(counts, countKey('product', device.productId), 1);
      if (device.gatewaySn !== '') addCount(counts, countKey('onGateway', device.productId), 1);
      addCount(counts, countKey('firmware', firmwareKey(device.productId, device.firmware)), 1);
      addCount(counts, countKey('deviceDay', localDay(device.createdAt.getTime(), timezone)), 1);
      // Counted as on the plant's pages.
      const panels = modulesOf(
        device.inputs,
        device.quantities,
        settingsByDevice.get(`${sid} ${device.sn}`) ?? [],
      ).length;
      if (panels > 0) addCount(counts, countKey('panels'), panels);
    }
    return { sid, companies: site.seenBy.filter((id) => id < 0).sort((one, other) => one - other), counts };
  });
}

export interface UserShare {
  id: number;
  /** By viewer: a role counts for every branch that contains the company in which the user has it. */
  counts: Map<number, Counts>;
}

/** Counts the shares of accounts; `above` returns the negated ids of a company and of all companies above it. */
export async function userShares(
  sql: Db,
  ids: readonly number[],
  above: (companyId: number) => readonly number[],
): Promise<UserShare[]> {
  const users = await sql<{ id: number; countryCode: string; createdAt: Date; companies: number[]; roles: number[] }[]>`
    select u.id, u.country_code, u.created_at, coalesce(m.companies, '{}') as companies, coalesce(m.roles, '{}') as roles
    from users u left join (
      select user_id, array_agg(company_id order by company_id) as companies, array_agg(role_id order by company_id) as roles
      from memberships group by user_id
    ) m on m.user_id = u.id
    where u.id in (select unnest(${ids as number[]}::int[]))`;
  return users.map(({ id, countryCode, createdAt, companies, roles }) => {
    const rolesBy = new Map<number, Set<number>>([[0, new Set(roles)]]);
    companies.forEach((companyId, place) => {
      for (const viewer of above(companyId)) {
        const known = rolesBy.get(viewer) ?? new Set<number>();
        rolesBy.set(viewer, known.add(roles[place]!));
      }
    });
    const countsOf = (roleIds: ReadonlySet<number>): Counts =>
      new Map([
        [countKey('users'), 1],
        [countKey('userCountry', countryCode), 1],
        [countKey('userDay', createdAt.toISOString().slice(0, 10)), 1],
        ...[...roleIds].map((role): [string, number] => [countKey('role', role), 1]),
      ]);
    return { id, counts: new Map([...rolesBy].map(([viewer, roleIds]) => [viewer, countsOf(roleIds)])) };
  });
}
