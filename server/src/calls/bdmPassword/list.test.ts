// bdmPassword/list: the user's own records, all for administrators; no link to a deleted plant.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { sql, ask, signedIn, clock } = await testServer({ BDM_PASSWORD_SECRETS: `0:${'5a'.repeat(32)}` });
const [mine, theirs] = [await makeUser(sql), await makeUser(sql)];
const admin = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
const token = await signedIn(mine.id);
const sid = await makeSite(sql, { companyId: mine.companyId, name: 'Barn' });
const first = await makeDevice(sql, { sid });
const second = await makeDevice(sql, { sid });
await ask('bdmPassword/generate', { sn: [first.sn, second.sn], purpose: 'Grid profile', minutes: 15 }, { token });
clock.forward(60);
const far = await makeDevice(sql, { sid: await makeSite(sql, { companyId: theirs.companyId }) });
await ask(
  'bdmPassword/generate',
  { sn: [far.sn], purpose: 'Wi-Fi of 50%', minutes: 1440 },
  { token: await signedIn(theirs.id) },
);

test('lists the user’s own records, and all for an administrator, newest first', async () => {
  const own = await ask('bdmPassword/list', { sort: [{ field: 'sn' }] }, { token });
  const [low, high] = [first.sn, second.sn].toSorted();
  expect(own).toMatchObject({ total: 2, isSetUp: true, list: [{ sn: low }, { sn: high }] });
  expect(own.list[0]).toMatchObject({ sid, siteName: 'Barn', userEmail: mine.email, purpose: 'Grid profile' });
  const all = await ask('bdmPassword/list', {}, { token: admin });
  expect(all.total).toBe(3);
  expect(all.list[0]).toMatchObject({ sn: far.sn, userEmail: theirs.email });
});

test.each([
  ['the beginning of a number', () => first.sn.slice(0, 7), 1],
  ['a part of a purpose, as plain text', () => '50%', 1],
  ['a part of an email address', () => theirs.email.slice(0, 6), 1],
  ['a word that occurs nowhere', () => 'roof', 0],
])('finds records by %s', async (_, word, total) => {
  const request = { filters: { keywords: word() } };
  const { list } = await ask('bdmPassword/list', request, { token: admin });
  expect(list.length).toBeGreaterThanOrEqual(total);
  if (total === 0) expect(list).toEqual([]);
  else expect(list.every((row) => `${row.sn} ${row.purpose} ${row.userEmail}`.includes(word()))).toBe(true);
});

test('pages, and keeps the record after the plant is deleted', async () => {
  const page = await ask('bdmPassword/list', { page: { size: 1, num: 1 } }, { token: admin });
  expect(page).toMatchObject({ total: 3, list: [{}] });
  expect(page.list).toHaveLength(1);
  await ask('site/delete', { sid }, { token });
  const { list } = await ask('bdmPassword/list', {}, { token });
  expect(list.map((row) => [row.sid, row.siteName])).toEqual([
    ['', ''],
    ['', ''],
  ]);
});
