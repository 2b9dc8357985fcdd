// configuration/documentation/edit: what is said of a document changes, and is found as it is said now.
import { expect, test } from 'vitest';
import { makeCompany, makeDocument, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const companyId = await makeCompany(sql);
const token = await signedIn((await makeUser(sql, { role: 'manager', companyId })).id);
const SAID = {
  title: 'Renamed <b>=1+1',
  version: '2',
  languages: ['de'] as never,
  models: [400] as never,
  revision: 1,
};

test('a document is renamed, found by its new name and no more by the old one; who looked earlier is told', async () => {
  const id = await makeDocument(sql, { companyId, title: 'Formerly' });
  await ask('configuration/documentation/edit', { id, ...SAID }, { token });
  const found = async (keywords: string) =>
    (await ask('configuration/documentation/list', { filters: { keywords } }, { token })).total;
  expect(await found('renamed')).toBe(1);
  expect(await found('formerly')).toBe(0);
  expect((await call('configuration/documentation/edit', { id, ...SAID }, { token })).code).toBe(1517);
});

test('refuses what is not one’s own, not there, or of no product, and changes nothing', async () => {
  const [mine, portal, other] = await Promise.all([
    makeDocument(sql, { companyId }),
    makeDocument(sql),
    makeDocument(sql, { companyId: await makeCompany(sql) }),
  ]);
  const code = async (id: number, more: object = {}) =>
    (await call('configuration/documentation/edit', { id, ...SAID, ...more }, { token })).code;
  expect(await code(portal)).toBe(1518);
  expect(await code(other)).toBe(1514);
  expect(await code(999_999)).toBe(1514);
  expect(await code(mine, { models: [999_999] })).toBe(1007);
  expect(
    await sql`select from documents where id in (${mine}, ${portal}, ${other}) and title <> 'Manual'`,
  ).toHaveLength(0);
});
