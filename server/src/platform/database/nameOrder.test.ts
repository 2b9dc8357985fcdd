// Lists sort names as people expect it: accents and case do not count, and numbers count by their value.
import { expect, test } from 'vitest';
import { makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const NAMES = [
  '1. Scheune',
  'Ärztehaus',
  'Arztpraxis',
  'École',
  'haus 2',
  'Haus 10',
  'Łąka',
  'Straßburg',
  'Zürich',
  '北京',
];

const { ask, sql, signedIn } = await testServer();
const { id, companyId } = await makeUser(sql, { role: 'manager' });
for (const name of NAMES.toReversed()) {
  await makeSite(sql, { companyId, name });
  await makeUser(sql, { companyId, name });
}
const token = await signedIn(id);
const page = { size: 100, num: 0 };

test('plants', async () => {
  const { list } = await ask('site/listWithSN', { sort: [{ field: 'siteName' }], page }, { token });
  expect(list.map(({ siteName }) => siteName)).toEqual(NAMES);
});

test('people', async () => {
  const { list } = await ask('user/list', { sort: [{ field: 'name' }], page }, { token });
  expect(list.map(({ contactPerson }) => contactPerson).filter((name) => NAMES.includes(name))).toEqual(NAMES);
});

test('orders long numbers, ligatures and full-width letters', async () => {
  const rows = await sql<{ name: string }[]>`
    select name from unnest(array['Œuvre', 'Oeste', 'Øst', 'ｱ', 'ア', 'Nr. 12345678901', 'Nr. 2']) name order by name_order(name) collate "C", name collate "C"`;
  expect(rows.map(({ name }) => name)).toEqual(['Nr. 2', 'Nr. 12345678901', 'Oeste', 'Œuvre', 'Øst', 'ア', 'ｱ']);
});
