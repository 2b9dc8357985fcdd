// configuration/ota/link: the file of a firmware at its address, whole or in ranges, while the session lasts and may read it.
import { FIRMWARE_CHUNK_BYTES } from '@heliograph/contract/firmware.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeUser } from '../../../../test/factories.ts';
import { firmwareFile, makeFirmware } from '../../../../test/firmware.ts';
import { testServer } from '../../../../test/testServer.ts';

const { app, ask, clock, sql, signedIn } = await testServer();
const file = firmwareFile(FIRMWARE_CHUNK_BYTES + 300);
const id = await makeFirmware(sql, { file });
const companyId = await makeCompany(sql);
const fetched = async (path: string, headers: Record<string, string> = {}) => {
  const { statusCode, headers: told, rawPayload } = await app.inject({ url: `/${path}`, headers });
  return { status: statusCode, headers: told, bytes: rawPayload };
};
const asked = async () => {
  const user = await makeUser(sql, { companyId });
  const token = await signedIn(user.id);
  return { user, token, ...(await ask('configuration/ota/link', { id }, { token })) };
};

test('whole, in ranges across pieces, and not at all beyond its end', async () => {
  const { path, fileName } = await asked();
  expect(fileName).toBe('9.0.0.bin');
  const all = await fetched(path);
  expect(all.status).toBe(200);
  expect(all.bytes.equals(file)).toBe(true);
  expect(all.headers).toMatchObject({ 'content-type': 'application/octet-stream', 'accept-ranges': 'bytes' });
  const start = FIRMWARE_CHUNK_BYTES - 10;
  const some = await fetched(path, { range: `bytes=${start}-${start + 19}` });
  expect([some.status, some.headers['content-range']]).toEqual([206, `bytes ${start}-${start + 19}/${file.length}`]);
  expect(some.bytes.equals(file.slice(start, start + 20))).toBe(true);
  expect((await fetched(path, { range: `bytes=${file.length}-` })).status).toBe(416);
});

test('an address that is guessed, of another kind or over, or whose session or file is gone, is as one that never was', async () => {
  const { path, token, user } = await asked();
  const wrong = (text: string) => fetched(text).then(({ status }) => status);
  expect(await wrong(path.replace('firmware', 'document'))).toBe(404);
  expect(await wrong(path.replace(`/${id}/`, `/${id + 1}/`))).toBe(404);
  expect(await wrong(`${path.slice(0, -9)}${path.at(-9) === 'A' ? 'B' : 'A'}${path.slice(-8)}`)).toBe(404);
  // The letter after the last one stands for the same bytes, but is not how the address was written.
  expect(await wrong(`${path.slice(0, -1)}${String.fromCharCode(path.charCodeAt(path.length - 1) + 1)}`)).toBe(404);
  clock.forward(601);
  expect(await wrong(path)).toBe(404);
  const fresh = await ask('configuration/ota/link', { id }, { token });
  expect(await wrong(fresh.path)).toBe(200);
  await sql`update firmware set published_at = null where id = ${id}`;
  expect(await wrong(fresh.path)).toBe(404);
  await sql`update firmware set published_at = now() where id = ${id}`;
  await ask('account/loginOut', {}, { token });
  expect(await wrong(fresh.path)).toBe(404);
  expect(user.id).toBeGreaterThan(0);
});
