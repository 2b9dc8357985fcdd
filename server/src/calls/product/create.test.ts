// product/create, product/list, product/detail: a company's product is visible to all, with everything that was entered.
import { expect, test } from 'vitest';
import { makeCompany, makeUser, PRODUCT } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const manager = await makeUser(sql, { role: 'manager', companyId: await makeCompany(sql) });
const token = await signedIn(manager.id);
const installer = await signedIn((await makeUser(sql)).id);

const overVoltage = {
  name: 'overVoltage1',
  title: 'Over voltage 1',
  group: 'voltage',
  unit: 'V',
  min: 230,
  max: 311,
  step: 0.1,
  default: 264.5,
  isProtected: true,
  isVerified: false,
} as const;
const restart = {
  func_id: 1,
  func_name: 'Restart',
  signal_mqtt: 'restart',
  signal_bluetooth: '',
  signal_at: '',
  signal_ap: '',
};

test('creates a product with functions and parameters, editable by its company and readable by an installer', async () => {
  const name = '=HYPERLINK("http://x.example")<b>SUN-5K</b>';
  const created = { ...PRODUCT, model: 20_500, name, functions: [restart], parameters: [overVoltage] };
  expect(await ask('product/create', created, { token })).toEqual({ model: 20_500 });
  const { product } = await ask('product/detail', { model: 20_500 }, { token: installer });
  expect(product).toMatchObject({
    ...created,
    version: 1,
    isUsed: false,
    functionCount: 1,
    parameterCount: 1,
    rights: { update: false, isBuiltIn: false },
  });
  const { list, total } = await ask('product/list', { filters: { keywords: 'sun-5k' } }, { token });
  expect(total).toBe(1);
  expect(list[0]).toMatchObject({ model: 20_500, name, rights: { update: true, isBuiltIn: false } });
  const mine = await ask('product/list', { filters: { origin: 'companies' } }, { token: installer });
  expect(mine.list.map(({ model }) => model)).toEqual([20_500]);
});

test('finds products by kind and model code, sorted and paged, with built-in ones read-only', async () => {
  const { list } = await ask(
    'product/list',
    { filters: { kind: 'microinverter' }, sort: [{ field: 'ratedPowerW', descending: true }] },
    { token },
  );
  expect(list.map(({ name }) => name)).toEqual(['BDM-2250', 'BDM-1200-LV', 'BDM-800', 'BDM-400', 'Microinverter']);
  expect(list.every(({ rights, companyName }) => rights.isBuiltIn && !rights.update && companyName === '')).toBe(true);
  const byCode = await ask('product/list', { filters: { keywords: '2250' }, page: { size: 1, num: 0 } }, { token });
  expect(byCode).toMatchObject({ total: 1, list: [{ name: 'BDM-2250' }] });
});

test('refuses a used code or name and unsuitable profiles or inputs, and adds nothing', async () => {
  const code = async (over: object) =>
    (await call('product/create', { ...PRODUCT, model: 20_501, name: 'New', ...over } as never, { token })).code;
  expect(await code({ model: 2250 })).toBe(1504);
  expect(await code({ name: 'bdm-2250' })).toBe(1505);
  expect(await code({ profile: 'BDM-400' })).toBe(1509);
  expect(await code({ profile: 'no such' })).toBe(1509);
  expect(await code({ kind: 'microinverter', profile: 'BDM-800', inputs: 3 })).toBe(1510);
  expect(await sql`select from products where model = 20501`).toEqual([]);
});

test('refuses invalid parameters, naming the field', async () => {
  const responseTo = async (parameter: object) =>
    await call(
      'product/create',
      { ...PRODUCT, model: 20_502, name: 'New', parameters: [{ ...overVoltage, ...parameter }] } as never,
      { token },
    );
  for (const wrong of [{ max: 200 }, { default: 400 }, { step: 0 }, { unit: 'furlong' }, { name: '<b>' }]) {
    const { code, msg } = await responseTo(wrong);
    expect(code).toBe(400);
    expect(msg).toMatch(/parameters/);
  }
  const twice = { ...PRODUCT, model: 20_502, name: 'New', parameters: [overVoltage, overVoltage] };
  expect((await call('product/create', twice, { token })).code).toBe(400);
});

test('lets only one of two concurrent requests use a code', async () => {
  const responses = await Promise.all(
    ['One', 'Two'].map((name) => call('product/create', { ...PRODUCT, model: 20_503, name }, { token })),
  );
  expect(responses.map(({ code }) => code).toSorted()).toEqual([1504, 200].toSorted());
});

test('refuses users without the right to change products, even with the page', async () => {
  expect((await call('product/create', { ...PRODUCT, model: 20_504, name: 'Mine' }, { token: installer })).code).toBe(
    403,
  );
  expect((await call('product/detail', { model: 99_999 }, { token: installer })).code).toBe(1007);
  const owner = await signedIn((await makeUser(sql, { role: 'owner' })).id);
  expect((await call('product/list', {}, { token: owner })).code).toBe(403);
});
