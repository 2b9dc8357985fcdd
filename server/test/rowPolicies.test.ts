// The database does not trust the process: a call that did not set its user reads and writes nothing, and row policies repeat the rules of visibleSites.ts.
import { expect, test } from 'vitest';
import { updateAccessIndex } from '../src/access/accessIndex.ts';
import { accessibleSites, editableSites } from '../src/access/accessibleSites.ts';
import { hashToken, readSession } from '../src/access/session.ts';
import type { Session } from '../src/context.ts';
import { todayByZone } from '../src/platform/calendar/timeBuckets.ts';
import { textArray } from '../src/platform/database/arrays.ts';
import type { Transaction } from '../src/platform/database/connect.ts';
import {
  AS_CALL,
  asProcess,
  beginChange,
  setRlsNumbers,
  setRlsSite,
  setRlsUser,
} from '../src/platform/database/rlsSettings.ts';
import { fillSiteTables } from './everyTable.ts';
import { makeCompany, makeDevice, makeSite, makeUser, type RoleCode } from './factories.ts';
import { inCall as inCallOn, reached } from './rolledBack.ts';
import { testServer } from './testServer.ts';

const server = await testServer();
const { sql, signedIn, clock } = server;
const inCall = <T>(session: Session | null, work: (tx: Transaction) => Promise<T>) => inCallOn(sql, session, work);

/** Data in which every user has something, with every kind of row of a plant. */
const company = await makeCompany(sql);
const below = await makeCompany(sql, { parentId: company });
const people: { id: number; token: string; session: Session }[] = [];
for (const [role, companyId] of [
  ['administrator'],
  ['manager'],
  ['distributor', company],
  ['installer', below],
  ['installer'],
  ['owner'],
  ['owner'],
  ['dealer'],
] as [RoleCode, number?][]) {
  const { id } = await makeUser(sql, { role, ...(companyId === undefined ? {} : { companyId }) });
  people.push({ id, token: await signedIn(id), session: {} as Session });
}
const ids = people.map(({ id }) => id);
const nth = <T>(list: readonly T[], n: number): T => list[n % list.length]!;
const sids: string[] = [];
for (let n = 0; n < 24; n++) {
  const sid = await makeSite(sql, {
    companyId: n % 4 === 0 ? company : n % 4 === 1 ? below : await makeCompany(sql),
    ownerId: n % 3 === 0 ? nth(ids, n) : null,
    installerId: n % 5 === 0 ? nth(ids, n * 3 + 1) : null,
    sharedWith: n % 2 === 0 ? [nth(ids, n + 2), nth(ids, n + 5)] : [],
  });
  sids.push(sid);
  const { sn } = await makeDevice(sql, { sid });
  await fillSiteTables(sql, { sid, sn });
}

// Branches are known once their companies exist.
for (const person of people) person.session = (await readSession(sql, hashToken(person.token), clock.now()))!;

test('settings of a finished transaction do not affect the next one', async () => {
  const admin = people[0]!.session;
  const connection = await sql.reserve();
  try {
    await connection.unsafe(`begin; ${AS_CALL}`);
    setRlsUser(connection as unknown as Transaction, admin);
    await beginChange(connection as unknown as Transaction, sids[0]!);
    await connection.unsafe('commit');
    await connection.unsafe('begin; set local role heliograph_call');
    for (const table of ['sites', 'devices', 'device_days', 'users', 'sessions', 'serial_numbers', 'raw_reports'])
      expect(await connection`select from ${sql(table)}`, table).toHaveLength(0);
  } finally {
    await connection.unsafe('rollback');
    connection.release();
  }
});

/** Columns named like a secret that calls may read, with the reason. */
const READ_ALL_THE_SAME: Record<string, string> = {
  'audit_log.api_token': 'what somebody named the token, not the token',
  'idempotency_keys.body_hash': 'of a request that its sender knows; tells whether another one came with the same key',
};

test('calls cannot read a column that is named like a secret', async () => {
  const named = await sql<{ name: string; isRead: boolean }[]>`
    select c.relname || '.' || a.attname as name, has_column_privilege('heliograph_call', c.oid, a.attnum, 'select') as is_read
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attname ~ '(secret|token|password|seed|hash)'
    order by c.relname || '.' || a.attname collate "C"`;
  for (const column of ['users.password_hash', 'sessions.token_hash', 'sessions.masked_secret'])
    expect(named).toContainEqual({ name: column, isRead: false });
  expect(named.filter(({ isRead }) => isRead).map(({ name }) => name)).toEqual(Object.keys(READ_ALL_THE_SAME));
});

test('no call reads a password or a token, or writes memberships, sessions, roles and restrictions', async () => {
  for (const { session } of people) {
    await inCall(session, async (tx) => {
      for (const text of [
        'select count(password_hash) from users',
        'select count(token_hash) from sessions',
        'select count(secret) from report_recipients',
        'select count(text_part) from mails',
        'select count(stop_url) from mails',
        "update users set password_hash = '-'",
        "update users set email = 'other@example.com'",
        'update users set frozen_at = null',
        'update memberships set is_company_owner = true',
        'insert into memberships (user_id, company_id, role_id) select user_id, company_id, role_id from memberships limit 1',
        'update sessions set user_id = user_id',
        'update roles set scope = scope',
        'insert into role_menus select role_id, menu_id from role_menus limit 1',
        "insert into companies (kind, name) values ('installer', 'Mine')",
        'update serial_numbers set restricted_at = null',
        "insert into settings values ('setup', '1')",
        'delete from audit_log',
        'update audit_log set user_id = user_id',
      ])
        expect(await reached(tx, text), text).toBe(0);
      expect(await reached(tx, 'select count(id) from sessions')).toBe(1);
      expect(await reached(tx, "select count(name) from settings where name <> 'samplesKeptFrom'")).toBe(0);
    });
  }
});

test('row policies and visibleSites agree for every session, also on dependent rows', async () => {
  for (const { session } of people) {
    const expected = await sql<{ sid: string }[]>`
      select s.sid from sites s where ${accessibleSites(sql, session)} order by 1`;
    await inCall(session, async (tx) => {
      for (const table of ['sites', 'site_live', 'devices', 'device_live'])
        expect(await tx`select sid from ${tx(table)} order by 1`, `${session.roleCode} ${table}`).toEqual(expected);
    });
  }
  const counts = await Promise.all(
    people.map(({ session }) =>
      sql`select from sites s where ${accessibleSites(sql, session)}`.then((rows) => rows.length),
    ),
  );
  // The rule makes a difference with this data.
  expect(new Set(counts).size).toBeGreaterThan(3);
});

test('row policies and changeableSites agree: the branch and the owner may change, delete and lock a plant', async () => {
  for (const { session } of people) {
    const expected = new Set(
      (await sql<{ sid: string }[]>`select s.sid from sites s where ${editableSites(sql, session)}`).map(
        ({ sid }) => sid,
      ),
    );
    for (const sid of sids) {
      await inCall(session, async (tx) => {
        const locked = await tx`select from sites where sid = ${sid} for no key update`;
        expect(locked.length, `${session.roleCode} ${sid}`).toBe(expected.has(sid) ? 1 : 0);
        // Even if the process is wrong about what may be changed.
        await beginChange(tx, sid);
        const changes = await tx.savepoint((part) => part`delete from sites where sid = ${sid}`);
        expect(changes.count).toBe(expected.has(sid) ? 1 : 0);
      });
    }
  }
});

test('a change of one plant affects no other, not even by an administrator', async () => {
  const [mine, other] = sids as [string, string];
  await inCall(people[0]!.session, async (tx) => {
    await beginChange(tx, mine);
    for (const text of [
      `update sites set name = 'x' where sid = '${other}'`,
      `delete from sites where sid = '${other}'`,
      `update devices set alias = 'x' where sid = '${other}'`,
      `update device_days set energy_wh = 0 where sid = '${other}'`,
      `delete from hot_samples where sid = '${other}'`,
      `update serial_numbers set sid = '${mine}' where sid = '${other}'`,
      `update site_prices set price = 0 where sid = '${other}'`,
      `insert into site_prices (sid, valid_from, price) values ('${other}', '2020-01-01', 0)`,
    ])
      expect(await reached(tx, text), text).toBe(0);
    expect(await reached(tx, `update devices set alias = 'x' where sid = '${mine}'`)).toBe(1);
  });
});

test('days, samples, prices and events can be read only of the requested plant', async () => {
  const [installer] = people.filter(({ session }) => session.companyId === below);
  const mine = sids[1]!;
  const histories = [
    'site_prices',
    'site_days',
    'device_days',
    'events',
    'hot_samples',
    'sample_blocks',
    'damaged_blocks',
  ];
  await inCall(installer!.session, async (tx) => {
    for (const table of histories) expect(await tx`select sid from ${tx(table)}`, table).toEqual([]);
    setRlsSite(tx, mine);
    for (const table of histories) {
      const visible = await tx<{ sid: string }[]>`select distinct sid from ${tx(table)}`;
      expect(visible, table).toEqual([{ sid: mine }]);
    }
    // Serial numbers are listed by branch.
    const numbers = await tx<{ sid: string }[]>`select sid from serial_numbers where sid is not null order by sid`;
    expect(numbers.map(({ sid }) => sid)).toEqual(sids.filter((_, n) => n % 4 === 1).toSorted());
  });
});

test('energies are summed only over the user’s plants, whatever is requested', async () => {
  const { zones, days } = todayByZone(clock.now());
  const sum = (tx: Transaction) => tx<{ yearWh: number | null }[]>`
    select sum(year_wh) as year_wh from own_energy(${textArray(sids)}::text::text[], ${zones}::text::text[], ${days}::text::date[])`;
  let compared = 0;
  for (const { id, session } of people) {
    const [expected] = await sql<{ wh: number | null }[]>`
      select sum(d.energy_wh) as wh from site_days d join sites s using (sid)
      where (s.owner_id = ${id} or s.installer_id = ${id} or ${id} = any (s.shared_with)) and d.day >= date_trunc('year', ${clock.now()}::timestamptz)`;
    const [row] = await inCall(session, sum);
    expect(row!.yearWh).toBe(expected!.wh);
    if (expected!.wh) compared++;
  }
  expect(compared).toBeGreaterThan(1);
  const [nobody] = await inCall(null, sum);
  expect(nobody!.yearWh).toBe(null);
});

test('the access index of a plant follows every change', async () => {
  const [sid] = sids as [string];
  const wrong = () => sql`
    select s.sid, t.kind from sites s
    join (
      select 'live' as kind, sid, seen_by from site_live union all select 'device', sid, seen_by from devices
      union all select 'device live', sid, seen_by from device_live
    ) t using (sid) where t.seen_by <> s.seen_by`;
  const token = await signedIn(ids[0]!);
  const [one, two] = [await makeUser(sql), await makeUser(sql)];
  const seenBy = async () =>
    (await sql<{ seenBy: number[] }[]>`select seen_by from sites where sid = ${sid}`)[0]!.seenBy;
  for (const [change, expected] of [
    [{ userEmail: one.email }, one.id],
    [{ userEmail: '', shareWith: [two.email] }, two.id],
    [{ shareWith: [], installerEmail: one.email }, one.id],
    [{ sn: [{ sn: '7ABC0001', model: 400 }] }, one.id],
  ] as const) {
    await server.ask('site/updateFast', { sid, ...change } as never, { token });
    expect(await seenBy()).toContain(expected);
    expect(await wrong()).toEqual([]);
  }
  expect(await seenBy()).not.toContain(two.id);
  // A company that moves in the tree keeps its plants.
  const elsewhere = await makeCompany(sql);
  await sql`update companies set parent_id = ${elsewhere} where id = ${company}`;
  await sql.begin((tx) => updateAccessIndex(tx, sids));
  expect(await seenBy()).toContain(-elsewhere);
  expect(await wrong()).toEqual([]);
});

test('a call reads and withholds the stored reports of the numbers that it names, and of no others', async () => {
  for (const sn of ['7FFFFF01', '7FFFFF02', '7FFFFF-3'])
    await sql`insert into raw_reports (sn, received_at, path, body) values (${sn}, now(), '/i.php', '\\x00')`;
  await sql`insert into raw_reports (sn, received_at, path, body, reason) values (null, now(), '/i.php', '\\x00', 'short')`;
  for (const { session } of people) {
    await inCall(session, async (tx) => {
      const seen = async () =>
        (await tx<{ sn: string | null }[]>`select sn from raw_reports order by sn collate "C"`).map(({ sn }) => sn);
      const all = ['7FFFFF-3', '7FFFFF01', '7FFFFF02', null];
      expect(await seen(), session.roleCode).toEqual(session.scope === 'all' ? all : []);
      setRlsNumbers(tx, ['7FFFFF01', '7FFFFF-3']);
      expect(await seen(), session.roleCode).toEqual(session.scope === 'all' ? all : ['7FFFFF-3', '7FFFFF01']);
      setRlsNumbers(tx, []);
      await beginChange(tx, sids[0]!);
      expect(await seen(), session.roleCode).toEqual(session.scope === 'all' ? all : []);
      for (const text of [
        "update raw_reports set reason = 'test'",
        'delete from raw_reports',
        "insert into raw_reports (sn, received_at, path, body) values ('7FFFFF04', now(), '/i.php', '')",
      ])
        expect(await reached(tx, text), text).toBe(0);
    });
  }
});

test('the process may use its own role within a call and returns to the role of calls', async () => {
  const { session, id } = people[3]!;
  await inCall(session, async (tx) => {
    const [hash] = await asProcess(tx, () => tx`select password_hash from users where id = ${id}`);
    expect(hash).toEqual({ passwordHash: '-' });
    expect(await reached(tx, 'select count(password_hash) from users')).toBe(0);
  });
});

test('a value in a setting cannot end its literal', async () => {
  await inCall(people[0]!.session, async (tx) => {
    for (const sid of ["x'; reset role; --", '', 'a b', 'ä'.repeat(3), 'x'.repeat(65)]) {
      expect(() => setRlsSite(tx, sid)).toThrow('letters, digits');
      await expect(beginChange(tx, sid)).rejects.toThrow('letters, digits');
      expect(() => setRlsNumbers(tx, ['7FFFFF01', sid])).toThrow('letters, digits');
    }
    const wrong = { ...people[0]!.session, scope: "all'; --" as 'all' };
    expect(() => setRlsUser(tx, wrong)).toThrow('without a scope');
  });
});
