// configuration/ota/edit, del: published, withdrawn, deleted; by one editor at a time.
import { expect, test } from 'vitest';
import { makeUser } from '../../../../test/factories.ts';
import { makeFirmware } from '../../../../test/firmware.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, clock, sql, signedIn } = await testServer();
const token = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
const edit = (id: number, more: object) =>
  call(
    'configuration/ota/edit',
    { id, description: 'Better', isForced: false, isPublished: true, revision: 1, ...more },
    { token },
  );
const detail = async (id: number) => (await ask('configuration/ota/detail', { id }, { token })).firmware;

test('publishes and withdraws a version, and refuses the second of two editors', async () => {
  const id = await makeFirmware(sql, { isPublished: false });
  expect((await edit(id, { isForced: true })).code).toBe(200);
  expect(await detail(id)).toMatchObject({
    description: 'Better',
    isForced: true,
    isPublished: true,
    publishedIso: clock.now().toISOString(),
    revision: 2,
  });
  expect((await edit(id, {})).code).toBe(1573);
  const both = await Promise.all([edit(id, { revision: 2 }), edit(id, { revision: 2, isPublished: false })]);
  expect(both.map(({ code }) => code).sort()).toEqual([1573, 200].sort());
  expect((await edit(id, { revision: 3, isPublished: false })).code).toBe(200);
  expect(await detail(id)).toMatchObject({ state: 'draft', publishedIso: null });
});

test('refuses to publish an incomplete version, and refuses a missing one', async () => {
  const id = await makeFirmware(sql, { versionName: '2', isPublished: false });
  await sql`update firmware set sha256 = null, received = 0 where id = ${id}`;
  expect((await edit(id, {})).code).toBe(1574);
  expect((await edit(id, { isPublished: false })).code).toBe(200);
  expect((await edit(999_999, {})).code).toBe(1570);
});
