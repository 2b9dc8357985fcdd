// Generated from the contract: whom a plant is shared with, in any role and with every permission, looks at it and changes nothing.
import type { Call } from '@heliograph/contract/call.ts';
import { calls, type Path } from '@heliograph/contract/calls.ts';
import { REFUSALS } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser, type RoleCode } from './factories.ts';
import { testServer } from './testServer.ts';

const { call, sql, signedIn } = await testServer();

/** A guest that may press everything: only the plant can refuse it. */
await sql`insert into role_menus (role_id, menu_id) select r.id, m.id from roles r, menus m on conflict do nothing`;
const roles = (await sql<{ code: RoleCode }[]>`select code from roles where scope <> 'all' order by code`).map(
  ({ code }) => code,
);
const guest = async (role: RoleCode) => {
  const { id, email } = await makeUser(sql, { role, companyId: await makeCompany(sql) });
  return { id, email, token: await signedIn(id) };
};
const guests: Record<string, Awaited<ReturnType<typeof guest>>> = {};
for (const role of roles) guests[`a guest in the role ${role}`] = await guest(role);
/** Named by an edit, of a company outside the branch: sees the plant, and is no more than a guest of it. */
const foreignInstaller = await guest('installer');
const lookers = { ...guests, 'an installer of another company': foreignInstaller };

const owner = await makeUser(sql, { role: 'owner' });
const ownerToken = await signedIn(owner.id);
const sid = await makeSite(sql, {
  ownerId: owner.id,
  installerId: foreignInstaller.id,
  sharedWith: Object.values(guests).map(({ id }) => id),
});
const { sn } = await makeDevice(sql, { sid });
await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, 'silence', to_timestamp(0))`;

const NEW_PLANT = {
  siteName: 'Mine',
  countryCode: 'DE',
  latitude: 47,
  longitude: 9,
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  electricityPrice: 0.3,
  powerMax: 400,
};
/** Bodies of calls that ask for more than the plant or the device; several for a call that changes several things. */
const BODIES: Partial<Record<Path, (email: string) => object[]>> = {
  'site/createFast': () => [{ ...NEW_PLANT, sn: [sn] }],
  'site/updateFast': (email) => [
    { sid, siteName: 'Mine' },
    { sid, userEmail: email },
    { sid, shareWith: [email] },
    { sid, installerEmail: email },
    { sid, removeSn: [sn] },
    { sid, sn: [{ sn: '7ABCDEF0', model: 400 }] },
    { sid, latitude: 48 },
  ],
  'device/alerts/acknowledge': () => [{ sid, alerts: [{ sn, code: 'silence', startMs: 0 }] }],
  'site/statistics/echarts': () => [{ sid, types: 1 }],
  'site/statistics/date': () => [{ sid, types: 1 }],
  'device/statistics/echarts': () => [{ sid, sn, types: 1 }],
  'device/statistics/date': () => [{ sid, sn, types: 1 }],
  'device/playback': () => [{ sid, sn, start: '2026-06-15' }],
  'device/history': () => [{ sid, sn, start: '2026-06-15' }],
  'device/history/download': () => [{ sid, sn, start: '2026-06-15' }],
  'product/sn': () => [{ sn: [sn] }],
  'product/sn/info': () => [{ sn: [sn] }],
  'common/getHardwareValid': () => [{ sn: [sn] }],
};
const bodiesOf = (path: Path, email: string): object[] => BODIES[path]?.(email) ?? [{ sid, sn }];

/** A request that can name a plant or a device. */
const names = ({ request }: Call): boolean => {
  const { shape = {} } = request as unknown as { shape?: object };
  return 'sid' in shape || 'sn' in shape;
};
const naming = Object.entries(calls as Record<string, Call>).filter(([, one]) => one.access !== 'public' && names(one));
const pathsOf = (changes: boolean) => naming.filter(([, one]) => one.changes === changes).map(([path]) => path as Path);

test('every call that names a plant or a device has a body here that it can read', () => {
  const unread = naming.flatMap(([path, { request }]) =>
    bodiesOf(path as Path, owner.email)
      .filter((body) => !request.safeParse(body).success)
      .map(() => path),
  );
  expect(unread).toEqual([]);
});

const tables = (
  await sql<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'sid'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`
).map(({ name }) => name);

/** Everything that is stored of the plant, and where its device's number belongs. */
async function state(): Promise<unknown> {
  const rows = await Promise.all(
    tables.map((table) => sql`select to_jsonb(t)::text as row from ${sql(table)} t where sid = ${sid} order by 1`),
  );
  const number = await sql`select * from serial_numbers where sn = ${sn}`;
  return [tables, rows, number];
}

for (const [who, { email, token }] of Object.entries(lookers)) {
  test.each(pathsOf(true))(`${who} is refused %s, and nothing has changed`, async (path) => {
    const before = await state();
    for (const body of bodiesOf(path, email)) {
      const answer = await call(path, body as never, { token });
      // Her number is as unknown as any: first its product is asked for.
      const expected = path === 'site/createFast' ? REFUSALS.noSuchProduct : REFUSALS.siteReadOnly;
      expect(answer, JSON.stringify(body)).toMatchObject({ status: 200, code: expected, data: {} });
    }
    expect(await state()).toEqual(before);
  });

  test.each(pathsOf(false))(`${who} is answered by %s`, async (path) => {
    for (const body of bodiesOf(path, email))
      expect(await call(path, body as never, { token })).toMatchObject({ code: 200 });
  });

  test(`${who} is told that nothing may be done`, async () => {
    const nothing = { update: false, delete: false, addDevices: false, removeDevices: false };
    expect((await call('site/detail', { sid }, { token })).data.rights).toEqual(nothing);
    const { data } = await call('site/listWithSN', {}, { token });
    expect(data.list.map((row) => [row.sid, row.rights])).toEqual([[sid, nothing]]);
    expect((await call('device/list', {}, { token })).data.list.map((row) => row.sn)).toEqual([sn]);
    expect((await call('overview/overview', {}, { token })).data).toMatchObject({ siteCount: 1, deviceCount: 1 });
  });
}

test('the owner may do all of it', async () => {
  expect((await call('site/detail', { sid }, { token: ownerToken })).data.rights).toEqual({
    update: true,
    delete: true,
    addDevices: true,
    removeDevices: true,
  });
  for (const path of pathsOf(true).filter((one) => one !== 'site/createFast' && one !== 'site/delete')) {
    for (const body of bodiesOf(path, owner.email)) {
      // An owner has no branch: the installer is chosen among the people of the plant's company.
      if ('installerEmail' in body) continue;
      expect(await call(path, body as never, { token: ownerToken }), JSON.stringify(body)).toMatchObject({ code: 200 });
    }
  }
  expect(await call('site/delete', { sid }, { token: ownerToken })).toMatchObject({ code: 200 });
});
