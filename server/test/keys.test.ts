// Tables of a site have row policies and keys that begin with the site, so that they can be distributed (docs/operate/scale.md).
import { afterAll, expect, test } from 'vitest';
import { ACCOUNT_TABLES } from '../src/accounts/deletion/deleteAccount.ts';
import { readSettingsPerRow, readSettingsPerStatement } from '../src/platform/database/rowPolicies.ts';
import { onOneDatabase } from './cluster.ts';
import { freshDatabase } from './database.ts';

const { sql, drop } = await freshDatabase();
afterAll(drop);

const ASKED_BY_STATEMENT =
  /\( SELECT (current_setting\('heliograph\.\w+'::text, true\)|texteq\(current_setting\('heliograph\.scope'::text, true\), 'all'::text\)) AS \w+\)/g;

/** Tables keyed by serial number: the registry that maps numbers to sites, and devices that report before they have a site. */
const KEYED_OTHERWISE = ['serial_numbers', 'gateways'];

interface Table {
  name: string;
  isPart: boolean;
  hasPolicies: boolean;
}
const tables = await sql<Table[]>`
  select c.relname as name, c.relispartition as is_part, c.relrowsecurity as has_policies from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`;
const withSite = (
  await sql<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'sid' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`
).map(({ name }) => name);
const keyed = withSite.filter((name) => !KEYED_OTHERWISE.includes(name));

type Command = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';
const granted = await sql<{ name: string; command: Command }[]>`
  select distinct table_name as name, privilege_type as command from information_schema.column_privileges
  where grantee in ('heliograph_call', 'PUBLIC') and table_schema = 'public' and table_name not like 'citus\\_%'
  union
  select table_name, privilege_type from information_schema.table_privileges
  where grantee in ('heliograph_call', 'PUBLIC') and table_schema = 'public' and table_name not like 'citus\\_%' order by 1, 2`;
const policies = await sql<{ name: string; command: Command; text: string }[]>`
  select tablename as name, cmd as command, coalesce(qual, '') || ' ' || coalesce(with_check, '') as text
  from pg_policies where schemaname = 'public' order by 1, 2`;

test('tables with a site exist and include those of telemetry', () => {
  expect(keyed).toEqual(
    expect.arrayContaining(['sites', 'device_days', 'device_live', 'hot_samples', 'sample_blocks']),
  );
});

test('every unique key of a table with a site begins with the site', async () => {
  const keys = await sql<{ name: string; first: string }[]>`
    select distinct c.relname as name, a.attname as first
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relname in ${sql(keyed)} order by 1`;
  expect(keys).toEqual(keyed.map((name) => ({ name, first: 'sid' })));
});

test('foreign keys reference only the same site or tables shared by all sites', async () => {
  const keys = await sql<{ name: string; to: string }[]>`
    select distinct f.conrelid::regclass::text as name, f.confrelid::regclass::text as to
    from pg_constraint f where f.contype = 'f' and f.conrelid::regclass::text in ${sql(keyed)}`;
  expect(keys.filter(({ to }) => withSite.includes(to) && to !== 'sites')).toEqual([]);
});

test('row policies protect every table with a site and every table that calls access', () => {
  const watched = new Set([...withSite, ...granted.map(({ name }) => name)]);
  expect(tables.filter(({ name, hasPolicies }) => watched.has(name) && !hasPolicies)).toEqual([]);
});

test('every grant to calls is limited by a policy, and no policy exists without a grant', () => {
  const commands = (rows: readonly { name: string; command: Command }[]) =>
    rows.map(({ name, command }) => ({ name, command }));
  // One of several policies suffices for a row.
  const limited = new Map(commands(policies).map((one) => [`${one.name} ${one.command}`, one]));
  expect([...limited.values()]).toEqual(commands(granted));
});

onOneDatabase('each shard is a part there, and none is made by us')(
  'partitions are accessible only through their table',
  () => {
    const parts = new Set(tables.filter(({ isPart }) => isPart).map(({ name }) => name));
    expect(parts.size).toBeGreaterThan(0);
    expect(granted.filter(({ name }) => parts.has(name))).toEqual([]);
  },
);

test('policies use only settings and the row’s own columns, because other subqueries cannot be distributed', () => {
  const others = policies.map(({ name, text }) => ({ name, text: text.replaceAll(ASKED_BY_STATEMENT, '') }));
  expect(others.filter(({ text }) => /\bselect\b/i.test(text))).toEqual([]);
});

onOneDatabase('a cluster refuses any subquery in a policy')(
  'policies for reading evaluate each setting once per statement, and can be rewritten to evaluate it per row for a cluster',
  async () => {
    const forReading = policies.filter(({ command }) => command === 'SELECT');
    const asksByRow = ({ text }: { text: string }) =>
      text.replaceAll(ASKED_BY_STATEMENT, '').includes('current_setting');
    expect(forReading.filter(asksByRow)).toEqual([]);
    const other = await freshDatabase();
    const texts = async () =>
      (
        await other.sql<{ text: string }[]>`
        select tablename || ' ' || qual as text from pg_policies where schemaname = 'public' and cmd = 'SELECT' order by 1`
      ).map(({ text }) => text);
    const before = await texts();
    await other.sql.begin(async (tx) => await readSettingsPerRow(tx));
    const byRow = await texts();
    expect(byRow).toEqual(before.map((text) => text.replaceAll(ASKED_BY_STATEMENT, '$1')));
    expect(byRow.filter((text) => /\bselect\b/i.test(text))).toEqual([]);
    await readSettingsPerStatement(other.sql);
    expect(await texts()).toEqual(before);
    // Policies of an earlier version are rewritten.
    await other.sql.unsafe(
      `alter policy seen on sites using (texteq((select current_setting('heliograph.scope', true)), 'all')
        or (nullif((select current_setting('heliograph.user_id', true)), ''))::int = any (seen_by)
        or sid = (select current_setting('heliograph.site', true)))`,
    );
    await readSettingsPerStatement(other.sql);
    const [policy] = (await texts()).filter((text) => text.startsWith('sites '));
    expect(policy).toContain(
      "( SELECT texteq(current_setting('heliograph.scope'::text, true), 'all'::text) AS texteq)",
    );
    expect(policy).not.toContain('texteq((');
    await other.drop();
  },
);

test('a policy tests for unrestricted access with a function, because the planner estimates a comparison at one row in two hundred', () => {
  expect(policies.filter(({ text }) => /heliograph\.scope/.test(text) && !/texteq\(/.test(text))).toEqual([]);
  expect(policies.filter(({ text }) => /heliograph\.scope'[^)]*\) =/.test(text))).toEqual([]);
  expect(policies.filter(({ text }) => /texteq\(/.test(text)).length).toBeGreaterThan(15);
});

test('a policy of a table with a site tests the site or who sees it', () => {
  expect(policies.filter(({ name, text }) => withSite.includes(name) && !/\b(sid|seen_by)\b/.test(text))).toEqual([]);
});

test('a new table grants nothing to calls', async () => {
  await sql`create table brand_new (sid text primary key, n int generated always as identity)`;
  const rights = await sql`
    select privilege_type from information_schema.table_privileges where grantee = 'heliograph_call' and table_name = 'brand_new'
    union all
    select privilege_type from information_schema.column_privileges where grantee = 'heliograph_call' and table_name = 'brand_new'`;
  expect(rights).toEqual([]);
  const [grant] = await sql`select has_sequence_privilege('heliograph_call', 'brand_new_n_seq', 'usage') as used`;
  expect(grant!.used).toBe(false);
});

test('no table with a site has a trigger, because the changing call updates what depends on it', async () => {
  const triggers = await sql`
    select c.relname, t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relname in ${sql(keyed)}`;
  expect(triggers).toEqual([]);
});

test('calls may not create objects in the database', async () => {
  const [grant] = await sql`
    select has_schema_privilege('heliograph_call', 'public', 'create') as tables,
      (select rolsuper or rolcreaterole or rolcreatedb or rolbypassrls from pg_roles where rolname = 'heliograph_call') as more`;
  expect(grant).toEqual({ tables: false, more: false });
});

test('functions that run as their owner have a fixed search path', async () => {
  const loose = await sql`
    select p.proname from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef
      and not coalesce(array_to_string(p.proconfig, ','), '') like 'search_path=%'`;
  expect(loose).toEqual([]);
  const open = await sql`
    select p.proname from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosecdef and has_function_privilege('public', p.oid, 'execute')`;
  expect(open).toEqual([]);
});

onOneDatabase('these keys are left out there')(
  'rows deleted with an account by a foreign key are also deleted by name',
  async () => {
    const keys = await sql<{ name: string }[]>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confdeltype = 'c' and confrelid = 'users'::regclass and conrelid <> 'memberships'::regclass`;
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter(({ name }) => !ACCOUNT_TABLES.some((table) => table === name))).toEqual([]);
  },
);
