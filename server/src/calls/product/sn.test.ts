// product/sn: product and state of serial numbers; numbers of others look like unknown ones.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser, shareSite } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const installer = await makeUser(sql);
const token = await signedIn(installer.id);
const UNKNOWN = { model: 0, modelName: '', announcedModel: 0, state: 'unknown', lastSeenIso: null };

test('returns free numbers that are reporting, and treats taken, restricted and unknown ones alike', async () => {
  const claimed = await makeDevice(sql, { product: 'BDM-800' });
  await sql`update serial_numbers set first_seen_at = now(), last_seen_at = now() where sn = ${claimed.sn}`;
  await sql`insert into serial_numbers (sn, first_seen_at, last_seen_at) values ('SEEN0001', now(), '2026-06-15T09:55:00Z')`;
  await sql`insert into serial_numbers (sn, restricted_at, restricted_reason) values ('BAD00001', now(), 'stolen')`;
  const response = await ask('product/sn', { sn: [claimed.sn, 'seen0001', 'BAD00001', '12345678'] }, { token });
  expect(response.list).toEqual([
    { sn: claimed.sn, ...UNKNOWN },
    { sn: 'SEEN0001', ...UNKNOWN, state: 'free', lastSeenIso: '2026-06-15T09:55:00.000Z' },
    { sn: 'BAD00001', ...UNKNOWN },
    { sn: '12345678', ...UNKNOWN },
  ]);
  // Those of unknown models come last.
  expect(response.products.map(({ modelName }) => modelName)).toEqual([
    ...['BDM-400', 'BDM-800', 'BDM-1200-LV', 'BDM-2250'],
    ...['HG-1', 'Microinverter', 'Inverter', 'Hybrid inverter', 'Battery', 'Meter', 'Sensor', 'OpenDTU'],
  ]);
  expect(JSON.stringify(response)).not.toMatch(/stolen|DE_/);
});

test('lists the products without a number, also after too many numbers were looked up', async () => {
  const busy = await signedIn((await makeUser(sql)).id);
  const sn = Array.from({ length: 500 }, (_, n) => (0x60000000 + n).toString(16).toUpperCase());
  while ((await call('product/sn', { sn }, { token: busy })).code !== 1000);
  const { list, products } = await ask('product/sn', { sn: [] }, { token: busy });
  expect(list).toEqual([]);
  expect(products.map(({ modelName }) => modelName)).toContain('HG-1');
});

test('shows owners of the plant that the number is theirs, and a guest nothing', async () => {
  const distributor = await makeUser(sql, { role: 'distributor' });
  const dealer = await makeUser(sql, { companyId: await makeCompany(sql, { parentId: distributor.companyId }) });
  const owner = await makeUser(sql, { role: 'owner' });
  const guest = await makeUser(sql);
  const sid = await makeSite(sql, { companyId: dealer.companyId, ownerId: owner.id });
  await shareSite(sql, sid, guest.id);
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-400' });
  const state = async (id: number) => (await ask('product/sn', { sn: [sn] }, { token: await signedIn(id) })).list[0];
  for (const { id } of [distributor, dealer, await makeUser(sql, { role: 'administrator' })])
    expect(await state(id)).toMatchObject({ state: 'yours', modelName: 'BDM-400' });
  expect(await state(guest.id)).toEqual({ sn, ...UNKNOWN });
  expect(await state(installer.id)).toEqual({ sn, ...UNKNOWN });
});

test('limits looking up numbers, by user and by company', async () => {
  const list = Array.from({ length: 500 }, (_, n) => (0x50000000 + n).toString(16).toUpperCase());
  const until = async (as: string) => {
    for (let n = 0; ; n++) if ((await call('product/sn', { sn: list }, { token: as })).code === 1000) return n;
  };
  const companyId = await makeCompany(sql);
  const answered: number[] = [];
  for (let n = 0; n < 8; n++) answered.push(await until(await signedIn((await makeUser(sql, { companyId })).id)));
  expect(answered.slice(0, 6)).toEqual(Array(6).fill(3));
  expect(answered.reduce((sum, n) => sum + n, 0)).toBe(20);
});

test('suggests the product a waiting device announced, which a claim without a product uses', async () => {
  await sql`insert into serial_numbers (sn, first_seen_at, last_seen_at) values ('EM300017', now(), now())`;
  await sql`insert into gateways (sn, kind, model) values ('EM300017', 'meter', 'EM-3')`;
  const { list, products } = await ask('product/sn', { sn: ['EM300017'] }, { token });
  const { model } = products.find(({ modelName }) => modelName === 'Meter')!;
  expect(list[0]).toMatchObject({ model: 0, announcedModel: model, state: 'free' });
  const sid = await makeSite(sql, { companyId: installer.companyId });
  await ask('site/updateFast', { sid, sn: ['EM300017'] }, { token });
  expect(await ask('device/detail', { sid, sn: 'EM300017' }, { token })).toMatchObject({ kind: 'meter' });
  // Nobody else can look up a number in a plant.
  const stranger = await signedIn((await makeUser(sql)).id);
  expect((await ask('product/sn', { sn: ['EM300017'] }, { token: stranger })).list).toEqual([
    { sn: 'EM300017', ...UNKNOWN },
  ]);
});
