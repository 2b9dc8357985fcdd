// configuration/ota/del: deletes a version with its file.
import { expect, test } from 'vitest';
import { makeUser } from '../../../../test/factories.ts';
import { makeFirmware } from '../../../../test/firmware.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();

test('deletes a version with its chunks, once', async () => {
  const token = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
  const id = await makeFirmware(sql);
  await ask('configuration/ota/del', { id }, { token });
  expect(await sql`select from firmware_pieces where firmware_id = ${id}`).toEqual([]);
  expect((await call('configuration/ota/del', { id }, { token })).code).toBe(1570);
});
