// configuration/documentation/edit: changes the description of a document, which is then found by the new one.
import { expect, test } from 'vitest';
import { makeCompany, makeDocument, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const companyId = await makeCompany(sql);
const token = await signedIn((await makeUser(sql, { role: 'manager', companyId })).id);
const FIELDS = {
  title: 'Renamed <b>=1+1',
  version: '2',
  languages: ['de'] as never,
  models: [400] as never,
  revision: 1,
};

test('finds a renamed document by its new name only, and refuses an edit of an older revision', async () => {
  const id = await makeDocument(sql, { companyId, title: 'Formerly' });
  await ask('configuration/documentation/edit', { id, ...FIELDS }, { token });
  const titlesFor = async (keywords: string) =>
    (await ask('configuration/documentation/list', { filters: { keywords } }, { token })).total;
  expect(await titlesFor('renamed')).toBe(1);
  expect(await titlesFor('formerly')).toBe(0);
  expect((await call('configuration/documentation/edit', { id, ...FIELDS }, { token })).code).toBe(1517);
});

test('refuses documents that are inaccessible or missing and unknown products, and changes nothing', async () => {
  const [mine, portal, other] = await Promise.all([
    makeDocument(sql, { companyId }),
    makeDocument(sql),
    makeDocument(sql, { companyId: await makeCompany(sql) }),
  ]);
  const code = async (id: number, more: object = {}) =>
    (await call('configuration/documentation/edit', { id, ...FIELDS, ...more }, { token })).code;
  expect(await code(portal)).toBe(1518);
  expect(await code(other)).toBe(1514);
  expect(await code(999_999)).toBe(1514);
  expect(await code(mine, { models: [999_999] })).toBe(1007);
  expect(
    await sql`select from documents where id in (${mine}, ${portal}, ${other}) and title <> 'Manual'`,
  ).toHaveLength(0);
});
