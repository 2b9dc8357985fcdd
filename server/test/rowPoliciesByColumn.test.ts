// Attacks on row policies by table and column: by a call without a user, by a call without a change, and on plants other than the one being changed.
import { expect, test } from 'vitest';
import { hashToken, readSession } from '../src/access/session.ts';
import type { Session } from '../src/context.ts';
import { beginChange } from '../src/platform/database/rlsSettings.ts';
import { fillOtherTables, fillSiteTables, fillUserTables } from './everyTable.ts';
import { makeCompany, makeDevice, makeSite, makeUser } from './factories.ts';
import { inCall, reached } from './rolledBack.ts';
import { testServer } from './testServer.ts';

const { sql, signedIn, clock } = await testServer();

const tables = (
  await sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      -- Parts are reached through their table alone (keys.test.ts).
      and not c.relispartition order by 1`
).map(({ name }) => name);
const columns = Map.groupBy(
  await sql<{ table: string; name: string; isOwn: boolean; isGranted: boolean }[]>`
    select c.relname as table, a.attname as name, a.attidentity = '' as is_own,
      has_column_privilege('heliograph_call', c.oid, a.attnum, 'update') as is_granted
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relname in ${sql(tables)} and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      -- What the database makes of others nobody writes.
      and a.attgenerated = ''
    order by 1, a.attnum`,
  ({ table }) => table,
);
/** Columns that calls may change; policies need not guard others. */
const grantedOf = (table: string) => columns.get(table)!.filter(({ isGranted }) => isGranted);
const columnsOf = (table: string): string[] => columns.get(table)!.map(({ name }) => name);
/** Tables of a plant, by the column with its id. */
const plantOf = (table: string): string | undefined =>
  ['sid', 'about_sid'].find((name) => columnsOf(table).includes(name));
/** Tables of a user, by the column with the id. */
const userOf = (table: string): string | undefined =>
  table === 'users' ? 'id' : ['user_id'].find((name) => columnsOf(table).includes(name));

const companyId = await makeCompany(sql);
const sids: string[] = [];
const people: { who: string; id: number; session: Session }[] = [];
for (const who of ['administrator', 'installer', 'owner'] as const) {
  const { id } = await makeUser(sql, { role: who, ...(who === 'installer' ? { companyId } : {}) });
  const session = (await readSession(sql, hashToken(await signedIn(id)), clock.now()))!;
  people.push({ who, id, session });
}
const [, installer, owner] = people;
/** Users of the branch and the owner, and a stranger. */
for (const given of [{ companyId, ownerId: owner!.id }, {}]) {
  const device = await makeDevice(sql, { sid: await makeSite(sql, given) });
  await fillSiteTables(sql, device);
  sids.push(device.sid);
  const { id } = given.ownerId ? installer! : await makeUser(sql);
  await fillUserTables(sql, { userId: id, ...device });
}
const [mine, other] = sids as [string, string];
await fillOtherTables(sql);

/** Statement that writes the same value, or a new one for a generated column. */
const changing = (table: string, { name, isOwn }: { name: string; isOwn: boolean }, where = ''): string =>
  `update ${table} set "${name}" = ${isOwn ? `"${name}"` : 'default'} ${where}`;

/** Statement that copies an existing row, in the columns that calls may insert. */
async function copyOf(table: string, where = ''): Promise<string> {
  const granted = await sql<{ name: string }[]>`
    select column_name as name from information_schema.column_privileges
    where table_schema = 'public' and table_name = ${table} and grantee = 'heliograph_call' and privilege_type = 'INSERT'`;
  const filled = columns
    .get(table)!
    .filter(({ name, isOwn }) => isOwn && (granted.length === 0 || granted.some((one) => one.name === name)));
  const [row] = await sql.unsafe(`select to_jsonb(t)::text as row from ${table} t ${where} limit 1`);
  const json = String(row?.row ?? '{}').replaceAll("'", "''");
  const list = filled.map(({ name }) => `"${name}"`).join(', ');
  return `insert into ${table} (${list}) select ${list} from jsonb_populate_record(null::public.${table}, '${json}')`;
}

test('every table has a row, so that the following tests are meaningful', async () => {
  const empty = await Promise.all(
    tables.map(async (table) => ((await sql`select from ${sql(table)} limit 1`).length === 0 ? [table] : [])),
  );
  expect(empty.flat()).toEqual([]);
  const ofPlants = tables.filter((table) => plantOf(table) !== undefined);
  expect(ofPlants.length).toBeGreaterThan(30);
  for (const table of ofPlants.filter((one) => one !== 'idempotency_keys'))
    for (const sid of sids)
      expect(
        await sql`select from ${sql(table)} where ${sql(plantOf(table)!)} = ${sid}`,
        `${table} ${sid}`,
      ).not.toEqual([]);
});

test.each(tables)('a call without a user reaches no column of %s', async (table) => {
  const insert = await copyOf(table);
  await inCall(sql, null, async (tx) => {
    expect(await reached(tx, `select count(*) from ${table}`), 'seen').toBe(0);
    for (const column of columns.get(table)!) {
      expect(await reached(tx, `select count("${column.name}") from ${table}`), `${column.name} seen`).toBe(0);
      expect(await reached(tx, changing(table, column)), `${column.name} changed`).toBe(0);
    }
    expect(await reached(tx, `delete from ${table}`), 'deleted').toBe(0);
    expect(await reached(tx, insert), 'made').toBe(0);
  });
});

test.each(tables)(
  'a call without a change writes nothing of a plant, of other users and of shared rows in %s',
  async (table) => {
    for (const { who, id, session } of people) {
      const user = userOf(table);
      // Users may write their own rows.
      const ofOthers = user ? `where ${user} is distinct from ${id}` : '';
      const insert = await copyOf(table, ofOthers);
      await inCall(sql, session, async (tx) => {
        for (const column of grantedOf(table))
          expect(await reached(tx, changing(table, column, ofOthers)), `${who} ${column.name}`).toBe(0);
        expect(await reached(tx, `delete from ${table} ${ofOthers}`), `${who} deleted`).toBe(0);
        expect(await reached(tx, insert), `${who} made`).toBe(0);
      });
    }
  },
);

test.each(tables.filter((table) => plantOf(table) !== undefined))(
  'a change of one plant affects no other in %s and moves nothing there',
  async (table) => {
    const sid = plantOf(table)!;
    const insert = await copyOf(table, `where ${sid} = '${other}'`);
    for (const { who, session } of people) {
      await inCall(sql, session, async (tx) => {
        await beginChange(tx, mine);
        for (const column of grantedOf(table)) {
          const text = changing(table, column, `where ${sid} = '${other}'`);
          expect(await reached(tx, text), `${who} ${column.name}`).toBe(0);
        }
        expect(await reached(tx, `delete from ${table} where ${sid} = '${other}'`), `${who} deleted`).toBe(0);
        // Idempotency keys belong to the user, whatever their calls are about, and a serial number is created without a plant.
        if (userOf(table) === undefined && insert.split(' select ')[0]!.includes(`"${sid}"`))
          expect(await reached(tx, insert), `${who} made`).toBe(0);
        const taken = `update ${table} set ${sid} = '${other}' where ${sid} = '${mine}'`;
        expect(await reached(tx, taken), `${who} moved there`).toBe(0);
      });
    }
  },
);

test('functions that run as their owner return nothing to a call without a user', async () => {
  const sites = await sql<{ sid: string }[]>`select sid from sites`;
  const allSids = sites.map(({ sid }) => sid).join();
  const ids = people.map(({ id }) => id).join();
  const emails = people.map(({ session }) => session.email);
  // The last day of a month with days.
  const [{ today } = { today: '' }] = await sql<{ today: string }[]>`
    select (date_trunc('month', max(day)) + interval '1 month')::date - 1 as today from site_days`;
  const known: Record<string, string> = {
    accept_join_request: `select count(*) from accept_join_request(1, '7FFFFFF0', now()) done where done`,
    account_languages: `select count(*) from account_languages('{${emails}}')`,
    answer_claim_request: `select count(*) from answer_claim_request('00000000-0000-4000-8000-000000000000', '7FFFFFF8', true, '2026-06-15') done where done`,
    audit_seen_by: `select count(*) from unnest(audit_seen_by(${installer!.id}, null)) id`,
    audited_accounts_with: `select count(*) from audited_accounts_with('%example%')`,
    branch_numbers: `select count(*) from branch_numbers()`,
    brand_of_company: `select count(brand_of_company(${companyId}))`,
    brand_of_mail: `select count(brand_of_mail('${emails[1]}', '${allSids.split(',')[0]}'))`,
    claim_requests_to_answer: `select count(*) from claim_requests_to_answer('2026-06-15', 100, 0)`,
    company_chain: `select count(*) from unnest(company_chain(${companyId})) id`,
    company_names: `select count(*) from company_names('{1,${companyId}}')`,
    contested_numbers: `select count(*) from contested_numbers()`,
    control_actor: `select count(*) from control_actor(${installer!.id}, ${companyId}, true)`,
    decide_ownership_claim: `select count(*) from decide_ownership_claim('${allSids.split(',')[0]}', '00000000-0000-4000-8000-000000000000', true, '', now()) done where done`,
    device_viewers: `select count(*) from device_viewers('{${ids}}')`,
    enter_numbers: `select count(*) from enter_numbers('{7FFFFFF1}', '{1}', null, now())`,
    forget_number: `select count(*) from forget_number('7FFFFFF0', 10)`,
    found_documents: `select count(*) from found_documents('{test}'::tsquery[])`,
    found_panels: `select count(*) from found_panels('', '', false, false, 100, 0, 1000)`,
    give_up_numbers: `select count(*) from give_up_numbers('{7FFFFFF0}')`,
    installer_with: `select count(*) from installer_with('${emails[1]}', '{${companyId}}', 1)`,
    invited_installer_account: `select count(invited_installer_account('${emails[1]}'))`,
    join_requests_to_decide: `select count(*) from join_requests_to_decide('2026-06-15', null, null, 100, 0)`,
    mark_counted: `select count(*) from mark_counted('DE_20260101_none') marks where marks > 0`,
    my_offers: `select count(*) from my_offers('2026-06-15')`,
    named_accounts: `select count(*) from named_accounts('{${emails}}', ${companyId})`,
    named_people: `select count(*) from named_people('{${ids}}')`,
    open_ownership_claims: `select count(*) from open_ownership_claims('7FFFFFF8') o where o.total > 0`,
    operators_company: `select count(operators_company())`,
    own_energy: `select count(total_money) from own_energy('{${allSids}}', '{Europe/Berlin}', '{${today}}')`,
    own_inputs: `select count(*) from own_inputs('{${allSids}}')`,
    own_month: `select count(wh) from own_month('{${allSids}}', '{Europe/Berlin}', '{${today}}', '1970-01-01', '9999-12-31') wh`,
    own_sites: 'select count(*) from own_sites()',
    ownership_claims_to_decide: `select count(*) from ownership_claims_to_decide(null, 100, 0)`,
    ownership_proof: `select count(*) from ownership_claims c, ownership_proof(c.id, 0, false)`,
    plant_accounts_with: `select count(*) from plant_accounts_with('%example%')`,
    plant_people: `select count(*) from plant_people('{${allSids}}')`,
    plant_viewers: `select count(*) from plant_viewers('${mine}', '{${emails}}')`,
    product_uses: `select count(*) from product_uses((select id from products where name = 'BDM-400'))`,
    restrict_number: `select count(*) from restrict_number('7FFFFFF0', now(), 'test')`,
    seen_battery_flows: `select count(*) from seen_battery_flows('{${allSids}}')`,
    seen_days: `select count(*) from seen_days('{${allSids}}', '1970-01-01', '9999-12-31')`,
    seen_events: `select count(*) from seen_events('{open,acknowledged,closed}', null, '', '{Europe/Berlin}', '{1970-01-01}', '{}', null, 100, 100, 0)`,
    seen_updates: `select count(*) from seen_updates(array(select sid from devices), array(select sn from devices))`,
    service_contacts: `select count(*) from service_contacts(${installer!.id}, ${companyId})`,
    service_people: `select count(*) from service_people(${companyId})`,
    works_elsewhere: `select count(*) from works_elsewhere(${installer!.id}) is_outside where is_outside`,
  };
  const there = await sql<{ name: string }[]>`
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1`;
  expect(there.map(({ name }) => name)).toEqual(Object.keys(known));
  await inCall(sql, null, async (tx) => {
    for (const [name, text] of Object.entries(known)) expect(await reached(tx, text), name).toBe(0);
  });
  // They return rows to a call with a user.
  await inCall(sql, people[0]!.session, async (tx) => {
    for (const name of [
      'account_languages',
      'audit_seen_by',
      'brand_of_company',
      'brand_of_mail',
      'company_chain',
      'company_names',
      'control_actor',
      'device_viewers',
      'found_documents',
      'found_panels',
      'installer_with',
      'named_accounts',
      'named_people',
      'operators_company',
      'plant_accounts_with',
      'plant_people',
      'plant_viewers',
      'seen_events',
      'service_contacts',
      'service_people',
    ])
      expect(await reached(tx, known[name]!), name).toBeGreaterThan(0);
  });
});
