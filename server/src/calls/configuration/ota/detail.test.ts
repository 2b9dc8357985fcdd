// configuration/ota/detail: one firmware version.
import { expect, test } from 'vitest';
import { makeUser } from '../../../../test/factories.ts';
import { makeFirmware } from '../../../../test/firmware.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const admin = await makeUser(sql, { role: 'administrator' });
const token = await signedIn(admin.id);

test('names the uploader to users who may edit while the account exists, and refuses a missing version', async () => {
  const id = await makeFirmware(sql);
  expect((await ask('configuration/ota/detail', { id }, { token })).firmware).toMatchObject({
    addedBy: '',
    revision: 1,
  });
  await sql`update firmware set created_by = ${admin.id} where id = ${id}`;
  expect((await ask('configuration/ota/detail', { id }, { token })).firmware.addedBy).not.toBe('');
  expect((await call('configuration/ota/detail', { id: 999_999 }, { token })).code).toBe(1570);
});
