// device/updateWifiVersion: stores the Wi-Fi module versions read by a program on site, for all devices or none.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const companyId = await makeCompany(sql);
const user = await makeUser(sql, { companyId });
const token = await signedIn(user.id);
const one = (await makeDevice(sql, { sid: await makeSite(sql, { companyId }) })).sn;
const two = (await makeDevice(sql, { sid: await makeSite(sql, { companyId }) })).sn;
const foreign = (await makeDevice(sql, { sid: await makeSite(sql) })).sn;
const lent = (await makeDevice(sql, { sid: await makeSite(sql, { sharedWith: [user.id] }) })).sn;
const stored = async () =>
  (await sql`select wifi_version from devices order by sn`).map(({ wifiVersion }) => wifiVersion);

test('stores versions of devices in several plants, and none if one may not be changed', async () => {
  const rows = (...sns: string[]) => ({ wifiSn: sns.map((sn, n) => ({ sn, wifiVersion: `1.${n}` })) });
  for (const [sns, code] of [
    [[one, foreign], 1006],
    [[one, 'NOBODY01'], 1006],
    [[one, lent], ERROR_CODES.siteReadOnly],
    [[one, one], 400],
    [[], 400],
  ] as const) {
    const response = await call('device/updateWifiVersion', rows(...sns), { token });
    expect(response.code, sns.join()).toBe(code);
  }
  expect(new Set(await stored())).toEqual(new Set(['']));
  expect(await ask('device/updateWifiVersion', rows(one, two), { token })).toEqual({});
  expect(await sql`select wifi_version from devices where sn in (${one}, ${two}) order by wifi_version`).toMatchObject([
    { wifiVersion: '1.0' },
    { wifiVersion: '1.1' },
  ]);
});
