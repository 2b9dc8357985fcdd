// configuration/ota/list, detail: published versions for users with the page, drafts for administrators only.
import { expect, test } from 'vitest';
import { makeCompany, makeUser } from '../../../../test/factories.ts';
import { makeFirmware } from '../../../../test/firmware.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const admin = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
const installer = await signedIn((await makeUser(sql, { role: 'installer', companyId: await makeCompany(sql) })).id);
const one = await makeFirmware(sql, { versionName: '1.0.0' });
const two = await makeFirmware(sql, { versionName: '1.1.0', isForced: true });
const draft = await makeFirmware(sql, { versionName: '1.2.0', isPublished: false });
const ofModules = await makeFirmware(sql, { versionName: '7', model: 800 });

const ids = async (token: string, filters: object = {}, more: object = {}) =>
  (await ask('configuration/ota/list', { filters, ...more }, { token })).list.map(({ id }) => id);

test('lists the versions visible to the user, filtered, sorted and paged', async () => {
  expect(await ids(installer)).toEqual([ofModules, two, one]);
  expect(await ids(admin)).toEqual([ofModules, draft, two, one]);
  expect(await ids(admin, { model: '10000' })).toEqual([draft, two, one]);
  expect(await ids(admin, { keywords: 'bdm-8' })).toEqual([ofModules]);
  expect(await ids(admin, { keywords: '%' })).toEqual([]);
  expect(await ids(admin, { state: 'draft' })).toEqual([draft]);
  expect(await ids(installer, { state: 'draft' })).toEqual([]);
  const sort = [{ field: 'version', descending: false }];
  expect(await ids(admin, {}, { sort, page: { size: 2, num: 1 } })).toEqual([draft, ofModules]);
  const { list, total } = await ask('configuration/ota/list', {}, { token: installer });
  expect(total).toBe(3);
  expect(list[1]).toMatchObject({
    versionName: '1.1.0',
    modelName: 'HG-1',
    state: 'published',
    isForced: true,
    received: 1000,
    rights: { update: false },
  });
});

test('treats an unpublished version like a missing one', async () => {
  expect((await call('configuration/ota/detail', { id: draft }, { token: installer })).code).toBe(1570);
  expect((await call('configuration/ota/list/sn', { id: draft }, { token: installer })).code).toBe(1570);
  expect((await call('configuration/ota/link', { id: draft }, { token: installer })).code).toBe(1570);
  expect((await ask('configuration/ota/detail', { id: two }, { token: installer })).firmware.addedBy).toBe('');
});
