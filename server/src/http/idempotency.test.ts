// Idempotency keys: a repeated change is answered only to a session that may still ask; malformed keys are refused.
import { expect, test } from 'vitest';
import { makeCompany, makeSite, makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const plant = {
  siteName: 'Roof',
  countryCode: 'DE',
  city: 'Konstanz',
  latitude: 47.66,
  longitude: 9.18,
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  powerMax: 800,
  electricityPrice: 0.3,
} as const;

let keys = 0;
const newKey = () => ({ 'idempotency-key': `key ${++keys}` });

/** An installer who has renamed a plant; `again` repeats the request with its key. */
async function renamed() {
  const companyId = await makeCompany(sql);
  const { id } = await makeUser(sql, { companyId });
  const sid = await makeSite(sql, { companyId });
  const options = { token: await signedIn(id), headers: newKey() };
  const again = () => call('site/updateFast', { sid, siteName: 'Renamed' }, options);
  expect((await again()).code).toBe(200);
  return { id, companyId, sid, options, again };
}

test('a repeated change is done once and answered twice', async () => {
  const { sid, again } = await renamed();
  expect(await again()).toMatchObject({ code: 200, data: { sid, version: 2 } });
  expect(await sql`select version from sites where sid = ${sid}`).toEqual([{ version: 2 }]);
});

test('a repeat is refused when the user no longer sees the plant', async () => {
  const { sid, again } = await renamed();
  await sql`update sites set company_id = ${await makeCompany(sql)} where sid = ${sid}`;
  expect(await again()).toMatchObject({ code: 1005, data: {} });
});

test('a repeated creation is refused when the plant has moved to another company', async () => {
  const { id } = await makeUser(sql);
  const options = { token: await signedIn(id), headers: newKey() };
  const { sid } = await ask('site/createFast', plant, options);
  expect((await call('site/createFast', plant, options)).data).toMatchObject({ sid });
  await sql`update sites set company_id = ${await makeCompany(sql)} where sid = ${sid}`;
  expect((await call('site/createFast', plant, options)).code).toBe(1005);
});

test('a repeat is refused when the permission is lost, even when another one allows the call', async () => {
  const { id, again } = await renamed();
  const [role] = await sql<{ id: number }[]>`
    insert into roles (code, name, scope) values ('adder', 'Adder', 'branch') returning id`;
  await sql`
    insert into role_menus (role_id, menu_id)
    select r.id, m.id from roles r, menus m where r.code = 'adder' and m.name in ('PvPlant', 'DeviceRegister')`;
  await sql`update memberships set role_id = ${role!.id} where user_id = ${id}`;
  await sql`update sessions set role_id = ${role!.id} where user_id = ${id}`;
  await sql`select pg_notify('heliograph_sessions', ${String(id)})`;
  await expect.poll(async () => (await again()).code).toBe(403);
});

test('a key is not valid in another company', async () => {
  const { id, again } = await renamed();
  const companyId = await makeCompany(sql);
  await sql`
    insert into memberships (user_id, company_id, role_id) select ${id}, ${companyId}, role_id from memberships where user_id = ${id}`;
  await sql`update sessions set company_id = ${companyId} where user_id = ${id}`;
  await sql`select pg_notify('heliograph_sessions', ${String(id)})`;
  await expect.poll(async () => (await again()).code).toBe(1018);
});

test('a repeated deletion is answered as done', async () => {
  const { sid, options } = await renamed();
  const headers = newKey();
  for (let n = 0; n < 2; n++)
    expect(await call('site/delete', { sid }, { ...options, headers })).toMatchObject({ code: 200, data: {} });
});

test('two users may use the same key', async () => {
  const { options } = await renamed();
  const other = await makeUser(sql);
  const mine = { city: 'Basel' };
  const headers = newKey();
  await ask('account/update', mine, { ...options, headers });
  await ask('account/update', mine, { token: await signedIn(other.id), headers });
  expect(await sql`select city from users where id = ${other.id}`).toEqual([{ city: 'Basel' }]);
});

test.each(['x'.repeat(101), 'x'.repeat(8000), 'a\tb'])(
  'a key that is too long or has control characters is refused',
  async (key) => {
    const { options } = await renamed();
    const answer = await call('account/update', { city: 'Chur' }, { ...options, headers: { 'idempotency-key': key } });
    expect(answer).toMatchObject({ status: 200, code: 400, msg: expect.stringContaining('idempotency-key') });
    const longest = { 'idempotency-key': 'x'.repeat(100) };
    expect((await call('account/update', { city: 'Chur' }, { ...options, headers: longest })).code).toBe(200);
  },
);

test('a stored response cannot be read without the token, as it may hold a password', async () => {
  const { id, sid } = await renamed();
  const [row] = await sql<{ answer: unknown }[]>`select answer from idempotency_keys where user_id = ${id}`;
  expect(row!.answer).toMatch(/^[A-Za-z0-9+/]{40,}=*$/);
  const text = Buffer.from(row!.answer as string, 'base64').toString('latin1');
  expect(text).not.toContain(sid);
  expect(text).not.toContain('version');
});
