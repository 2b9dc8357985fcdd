// product/sn/info: product and functions, as public API clients read them.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const owner = await makeUser(sql, { role: 'owner' });
const token = await signedIn(owner.id);

test('returns numbers of accessible plants with their product, and others as unknown', async () => {
  const sid = await makeSite(sql, { ownerId: owner.id });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-2250' });
  const shared = await makeDevice(sql, { sid: await makeSite(sql, { sharedWith: [owner.id] }), product: 'BDM-400' });
  const foreign = await makeDevice(sql);
  const response = await ask('product/sn/info', { sn: [sn.toLowerCase(), shared.sn, foreign.sn, 'NOBODY'] }, { token });
  expect(response.list).toEqual([
    { sn, model: 2250, modelName: 'BDM-2250', funcList: [], is_exist: true },
    { sn: shared.sn, model: 400, modelName: 'BDM-400', funcList: [], is_exist: true },
    { sn: foreign.sn, model: 0, modelName: '', funcList: [], is_exist: false },
    { sn: 'NOBODY', model: 0, modelName: '', funcList: [], is_exist: false },
  ]);
  expect(JSON.stringify(response)).not.toContain(sid);
});

test('returns the functions of a number’s product by their API names', async () => {
  const functions = [
    {
      func_id: 1,
      func_name: 'Restart',
      signal_mqtt: 'restart',
      signal_bluetooth: '',
      signal_at: 'AT+RST',
      signal_ap: '',
    },
  ];
  await sql`update products set functions = ${JSON.stringify(functions)}::text::jsonb where name = 'BDM-800'`;
  const { sn } = await makeDevice(sql, { sid: await makeSite(sql, { ownerId: owner.id }), product: 'BDM-800' });
  expect((await ask('product/sn/info', { sn: [sn] }, { token })).list[0]!.funcList).toEqual(functions);
});

test('returns a number in no plant only to users who may add it to one', async () => {
  await sql`
    insert into serial_numbers (sn, product_id) select 'AB00F4EE', id from products where name = 'BDM-400'
    union all select 'AB00F4EF', null`;
  const request = { sn: ['AB00F4EE', 'AB00F4EF', 'AB00F4F0'] };
  const existing = async (as: string) =>
    (await ask('product/sn/info', request, { token: as })).list.map(({ is_exist, model }) => [is_exist, model]);
  expect(await existing(token)).toEqual([
    [true, 400],
    [true, 0],
    [false, 0],
  ]);
  await sql`insert into roles (code, name, scope) values ('looker', 'Looker', 'branch')`;
  const installer = await makeUser(sql, { role: 'installer' });
  await sql`update memberships set role_id = (select id from roles where code = 'looker') where user_id = ${installer.id}`;
  const unknown = [false, 0];
  expect(await existing(await signedIn(installer.id))).toEqual([unknown, unknown, unknown]);
});

test('limits looking up numbers', async () => {
  const sn = Array.from({ length: 500 }, (_, n) => `NUMBER${n}`);
  let code = 200;
  for (let n = 0; n < 8 && code === 200; n++) code = (await call('product/sn/info', { sn }, { token })).code;
  expect(code).toBe(1000);
});
