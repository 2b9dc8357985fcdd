// device/history/files/remove: deletes the user's own file with its chunks, also one in progress.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../../test/factories.ts';
import { fileOf, madeFile } from '../../../../../test/files.ts';
import { testServer } from '../../../../../test/testServer.ts';
import { makeUserFiles } from '../../../../readings/makeFiles.ts';

const server = await testServer();
const { ask, call, context, sql, signedIn } = server;
const { id: userId, companyId } = await makeUser(sql);
const token = await signedIn(userId);
const PATH = 'device/history/files/remove';

test('deletes a finished file, and one that is waiting', async () => {
  const key = await makeDevice(sql, { sid: await makeSite(sql, { companyId }) });
  const { id } = await madeFile(server, { ...key, start: '2026-06-15' }, { token });
  const other = await signedIn((await makeUser(sql, { companyId })).id);
  expect((await call(PATH, { id }, { token: other })).code).toBe(1431);
  await ask(PATH, { id }, { token });
  expect((await fileOf(server, 'device/history/files/fetch', { id }, { token })).code).toBe(1431);
  expect((await call(PATH, { id }, { token })).code).toBe(1431);
  const waiting = await ask('device/history/files/ask', { ...key, start: '2026-06-15' }, { token });
  await ask(PATH, waiting, { token });
  await makeUserFiles(context);
  expect((await ask('device/history/files', {}, { token })).total).toBe(0);
  expect(await sql`select from user_file_pieces`).toEqual([]);
});
