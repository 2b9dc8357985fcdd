// device/detailWifiOta: versions offered to devices' Wi-Fi modules, with their download URL.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { firmwareFile, makeFirmware } from '../../../test/firmware.ts';
import { testServer } from '../../../test/testServer.ts';

const { app, ask, call, sql, signedIn } = await testServer({ PUBLIC_URL: 'https://solar.example.com' });
const companyId = await makeCompany(sql);
const token = await signedIn((await makeUser(sql, { companyId })).id);
const { sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }), product: 'BDM-800' });
const foreign = (await makeDevice(sql, { sid: await makeSite(sql), product: 'BDM-800' })).sn;
const look = (wifiVersion: string, of = sn) =>
  ask('device/detailWifiOta', { wifiSn: [{ sn: of, wifiVersion }] }, { token });

test('offers the newest published version with a working URL, and keeps an update mandatory', async () => {
  expect(await look('1.0')).toEqual([{ sn, wifiVersion: '1.0', advice: 2, address: '' }]);
  await makeFirmware(sql, { model: 800, versionName: '1.1', isForced: true });
  const file = firmwareFile(333);
  await makeFirmware(sql, { model: 800, versionName: '1.10', file });
  await makeFirmware(sql, { model: 800, versionName: '1.11', isPublished: false });
  await makeFirmware(sql, { model: 800, versionName: '1.12', hardware: 'B' });
  await makeFirmware(sql, { model: 400, versionName: '9' });
  const [offer] = await look('1.0');
  expect(offer).toMatchObject({ sn, wifiVersion: '1.10', advice: 0 });
  expect(offer!.address).toMatch(/^https:\/\/solar\.example\.com\/files\/firmware\//);
  const { rawPayload } = await app.inject({ url: new URL(offer!.address).pathname });
  expect(rawPayload.equals(file)).toBe(true);
  expect(await look('1.2')).toMatchObject([{ wifiVersion: '1.10', advice: 1 }]);
  for (const newest of ['1.10', 'v1.10.0', '2.0', ''])
    expect(await look(newest)).toEqual([{ sn, wifiVersion: newest, advice: 2, address: '' }]);
});

test('serves the file to an owner without the firmware page, while the plant is accessible and the version published', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  const own = { token: await signedIn(owner.id) };
  const { sn: his } = await makeDevice(sql, { sid: await makeSite(sql, { ownerId: owner.id }), product: 'BDM-2250' });
  const file = firmwareFile(444);
  const id = await makeFirmware(sql, { model: 2250, versionName: '2.0', file });
  const [offer] = await ask('device/detailWifiOta', { wifiSn: [{ sn: his, wifiVersion: '1.0' }] }, own);
  expect((await call('configuration/ota/link', { id }, own)).code).toBe(403);
  const fetched = () => app.inject({ url: new URL(offer!.address).pathname });
  const { statusCode, rawPayload } = await fetched();
  expect(statusCode).toBe(200);
  expect(rawPayload.equals(file)).toBe(true);
  await sql`update firmware set published_at = null where id = ${id}`;
  expect((await fetched()).statusCode).toBe(404);
  await sql`update firmware set published_at = now() where id = ${id}`;
  expect((await fetched()).statusCode).toBe(200);
  await call('account/loginOut', {}, own);
  expect((await fetched()).statusCode).toBe(404);
});

test('treats an inaccessible device like a missing one, and refuses input that is no list', async () => {
  expect(await look('1.0', foreign)).toEqual([{ sn: foreign, wifiVersion: '1.0', advice: 2, address: '' }]);
  expect(await look('1.0', 'NOBODY01')).toEqual([{ sn: 'NOBODY01', wifiVersion: '1.0', advice: 2, address: '' }]);
  expect(await ask('device/detailWifiOta', { wifiSn: [] }, { token })).toEqual([]);
  const many = Array.from({ length: 51 }, () => ({ sn, wifiVersion: '1' }));
  expect((await call('device/detailWifiOta', { wifiSn: many }, { token })).code).toBe(400);
});
