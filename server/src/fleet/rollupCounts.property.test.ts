// Dashboard sums equal a full count after any changes in any order, marked or not.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../test/factories.ts';
import { runs } from '../../test/sampling.ts';
import { testServer } from '../../test/testServer.ts';
import { updateAccessIndex } from '../access/accessIndex.ts';
import { countKey } from './contributions.ts';
import { rollupCounts } from './rollupCounts.ts';

const server = await testServer();
const { sql, context } = server;

const top = await makeUser(sql, { role: 'distributor' });
const companies = [top.companyId];
for (let n = 0; n < 4; n++) companies.push(await makeCompany(sql, { parentId: companies[n >> 1]! }));
const sids: string[] = [];
const sns: { sid: string; sn: string }[] = [];
const users: number[] = [];

type Change = (pick: number, other: number) => Promise<unknown>;
const of = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];
const COUNTRIES = ['DE', 'AT', 'FR'];

const changes: Record<string, Change> = {
  site: async (pick, other) => {
    const createdAt = new Date(Date.parse('2026-06-01T00:00:00Z') + pick * 3_600_000);
    const given = { companyId: of(companies, pick)!, countryCode: of(COUNTRIES, other)!, powerMaxW: 100.1 * other };
    sids.push(await makeSite(sql, { ...given, createdAt }));
  },
  device: async (pick, other) => {
    const sid = of(sids, pick);
    if (sid) sns.push(await makeDevice(sql, { sid, product: of(['BDM-400', 'BDM-800', 'Meter'], other)! }));
  },
  release: async (pick) => {
    const device = of(sns, pick);
    if (device) await sql`update devices set removed_at = now() where sid = ${device.sid} and sn = ${device.sn}`;
  },
  firmware: async (pick, other) => {
    const device = of(sns, pick);
    if (device)
      await sql`update device_live set firmware = ${`1.${other % 3}`}, version = version + 1 where sid = ${device.sid} and sn = ${device.sn}`;
  },
  panel: async (pick, other) => {
    const device = of(sns, pick);
    if (device)
      await sql`
        insert into modules (sid, sn, input) select sid, sn, ${(other % 4) + 1} from devices
        where sid = ${device.sid} and sn = ${device.sn} on conflict do nothing`;
  },
  move: async (pick, other) => {
    const sid = of(sids, pick);
    if (!sid) return;
    await sql`update sites set company_id = ${of(companies, other)!}, power_max_w = ${other * 10.25} where sid = ${sid}`;
    await sql.begin((tx) => updateAccessIndex(tx, [sid]));
  },
  remove: async (pick) => {
    const sid = of(sids, pick);
    if (!sid) return;
    await sql`delete from sites where sid = ${sid}`;
    sids.splice(sids.indexOf(sid), 1);
    for (const device of sns.filter((one) => one.sid === sid)) sns.splice(sns.indexOf(device), 1);
  },
  user: async (pick, other) => {
    const role = of(['installer', 'owner', 'dealer'] as const, other)!;
    users.push((await makeUser(sql, { role, companyId: of(companies, pick)! })).id);
  },
  joins: async (pick, other) => {
    const user = of(users, pick);
    if (user)
      await sql`
        insert into memberships (user_id, company_id, role_id) select ${user}, ${of(companies, other)!}, id from roles where code = 'dealer'
        on conflict do nothing`;
  },
  country: async (pick, other) => {
    const user = of(users, pick);
    if (user) await sql`update users set country_code = ${of(COUNTRIES, other)!} where id = ${user}`;
  },
  leaves: async (pick) => {
    const user = of(users, pick);
    if (!user) return;
    await sql`delete from users where id = ${user}`;
    users.splice(users.indexOf(user), 1);
  },
  fold: () => rollupCounts(context),
};

/** Counts each viewer's sums in the database without the stored ones. */
async function counted(): Promise<Map<string, number>> {
  const viewers = await sql<{ companyId: number; viewer: number }[]>`
    with recursive above (company_id, id, parent_id) as (
      select id, id, parent_id from companies
      union all
      select a.company_id, c.id, c.parent_id from above a join companies c on c.id = a.parent_id
    ) select company_id, -id as viewer from above union all select id, 0 from companies`;
  const rows = await sql<{ viewer: number; what: string; key: string; n: number }[]>`
    with viewers as (
      select unnest(${viewers.map(({ companyId }) => companyId)}::int[]) as company_id,
        unnest(${viewers.map(({ viewer }) => viewer)}::int[]) as viewer
    ),
    seen as (select v.viewer, s.* from sites s join viewers v on v.company_id = s.company_id),
    held as (
      select s.viewer, d.*, p.inputs, l.firmware, s.timezone from seen s join devices d on d.sid = s.sid join products p on p.id = d.product_id
        join device_live l on l.sid = d.sid and l.sn = d.sn
      where d.removed_at is null
    ), members as (
      select distinct v.viewer, u.id, u.country_code, u.created_at from users u
        join memberships m on m.user_id = u.id join viewers v on v.company_id = m.company_id
      union select 0, u.id, u.country_code, u.created_at from users u
    )
    select viewer, 'sites' as what, '' as key, count(*)::int as n from seen group by 1
    union all select viewer, 'milliwatts', '', sum(round(power_max_w * 1000))::bigint from seen group by 1
    union all select viewer, 'country', country_code, count(*) from seen group by 1, 3
    union all select viewer, 'siteDay', (created_at at time zone timezone)::date::text, count(*) from seen group by 1, 3
    union all select viewer, 'product', product_id::text, count(*) from held group by 1, 3
    union all select viewer, 'firmware', product_id || ' ' || firmware, count(*) from held group by 1, 3
    union all select viewer, 'deviceDay', (created_at at time zone timezone)::date::text, count(*) from held group by 1, 3
    union all select viewer, 'panels', '', count(*) from (
      select h.viewer, h.sid, h.sn, generate_series(1, h.inputs) as input from held h
      union select h.viewer, h.sid, h.sn, m.input from held h join modules m on m.sid = h.sid and m.sn = h.sn
    ) p group by 1
    union all select viewer, 'users', '', count(*) from members group by 1
    union all select viewer, 'userCountry', country_code, count(*) from members group by 1, 3
    union all select viewer, 'userDay', (created_at at time zone 'UTC')::date::text, count(*) from members group by 1, 3
    union all select viewer, 'role', role_id::text, count(distinct user_id) from memberships m join viewers v on v.company_id = m.company_id group by 1, 3`;
  return new Map(
    rows
      .filter(({ n, what }) => Number(n) !== 0 || what === 'sites')
      .map(({ viewer, what, key, n }) => [`${viewer} ${countKey(what as 'sites', key)}`, Number(n)]),
  );
}

async function stored(): Promise<Map<string, number>> {
  const rows = await sql<{ viewer: number; what: string; key: string; n: number }[]>`
    select viewer, what, key, n from fleet_counts`;
  return new Map(rows.map(({ viewer, what, key, n }) => [`${viewer} ${countKey(what as 'sites', key)}`, Number(n)]));
}

/** Repeats runs, which each walk for a short time only, until all plants have been checked once more. */
async function passThrough(): Promise<void> {
  for (let passes = 0; passes < 2; ) {
    await rollupCounts(context);
    const [walk] = await sql<{ n: number }[]>`select count(*)::int as n from fleet_walks where after <> ''`;
    if (walk!.n === 0) passes++;
  }
}

const sorted = (counts: Map<string, number>) => [...counts].sort(([one], [other]) => (one < other ? -1 : 1));

test('stored sums equal a full count after any changes in any order', async () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(changes)), fc.nat(1000), fc.nat(1000));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      for (const [name, pick, other] of steps) await changes[name]!(pick, other);
      await rollupCounts(context);
      expect(sorted(await stored())).toEqual(sorted(await counted()));
    }),
    { numRuns: runs(25) },
  );
});

test('concurrent runs count nothing twice', async () => {
  await Promise.all([rollupCounts(context), rollupCounts(context), changes.site!(3, 5), rollupCounts(context)]);
  await rollupCounts(context);
  await rollupCounts(context);
  expect(sorted(await stored())).toEqual(sorted(await counted()));
});

test('more plants than fit into one step are all counted, and deleted ones are subtracted', async () => {
  await sql`
    insert into sites (sid, name, company_id, seen_by, country_code, latitude, longitude, timezone, temperature_unit, currency, power_max_w, created_at)
    select 'DE_20260101_z' || lpad(n::text, 6, '0'), 'Plant', s.company_id, s.seen_by, 'DE', 47, 9, 'Europe/Berlin', 'Celsius', 'EUR', 1000, '2026-01-01'
    from sites s cross join generate_series(1, 1203) n where s.sid = ${sids[0] ?? (await makeSite(sql, { companyId: top.companyId }))}`;
  await passThrough();
  expect(sorted(await stored())).toEqual(sorted(await counted()));
  await sql`delete from sites where sid like 'DE_20260101_z%'`;
  await passThrough();
  expect(sorted(await stored())).toEqual(sorted(await counted()));
  expect(await sql`select from counted_sites where about_sid like 'DE_20260101_z%'`).toHaveLength(0);
});

test('calls that change a plant leave a mark, which the job removes', async () => {
  const installer = await makeUser(sql);
  const token = await server.signedIn(installer.id);
  const sid = await makeSite(sql, { companyId: installer.companyId });
  await rollupCounts(context);
  const form = { sid, version: 1, siteName: 'Renamed' };
  await server.ask('site/updateFast', form, { token });
  expect(await sql`select about_sid from count_marks where about_sid = ${sid}`).not.toHaveLength(0);
  await server.ask('site/delete', { sid }, { token });
  await rollupCounts(context);
  expect(await sql`select from count_marks`).toHaveLength(0);
  expect(sorted(await stored())).toEqual(sorted(await counted()));
});
