// configuration/ota/link: URL of a firmware file, whole or in ranges, while the session lasts and has access.
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
  const { statusCode, headers: responseHeaders, rawPayload } = await app.inject({ url: `/${path}`, headers });
  return { status: statusCode, headers: responseHeaders, bytes: rawPayload };
};
const requestLink = async () => {
  const user = await makeUser(sql, { companyId });
  const token = await signedIn(user.id);
  return { user, token, ...(await ask('configuration/ota/link', { id }, { token })) };
};

test('serves the whole file and ranges across chunks, and nothing beyond its end', async () => {
  const { path, fileName } = await requestLink();
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

test('returns not found for a guessed, foreign or expired URL, and when session or file no longer exist', async () => {
  const { path, token, user } = await requestLink();
  const wrong = (text: string) => fetched(text).then(({ status }) => status);
  expect(await wrong(path.replace('firmware', 'document'))).toBe(404);
  expect(await wrong(path.replace(`/${id}/`, `/${id + 1}/`))).toBe(404);
  expect(await wrong(`${path.slice(0, -9)}${path.at(-9) === 'A' ? 'B' : 'A'}${path.slice(-8)}`)).toBe(404);
  // The next letter encodes the same bytes, but is not how the URL was written.
  expect(await wrong(`${path.slice(0, -1)}${String.fromCharCode(path.charCodeAt(path.length - 1) + 1)}`)).toBe(404);
  clock.forward(601);
  expect(await wrong(path)).toBe(404);
  const renewed = await ask('configuration/ota/link', { id }, { token });
  expect(await wrong(renewed.path)).toBe(200);
  await sql`update firmware set published_at = null where id = ${id}`;
  expect(await wrong(renewed.path)).toBe(404);
  await sql`update firmware set published_at = now() where id = ${id}`;
  await ask('account/loginOut', {}, { token });
  expect(await wrong(renewed.path)).toBe(404);
  expect(user.id).toBeGreaterThan(0);
});
