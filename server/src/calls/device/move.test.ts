// device/move: moves a device to another plant, a gateway with its children; history stays, passwords stay valid.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { makeDay } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';

const { sql, ask, call, signedIn } = await testServer();
const user = await makeUser(sql);
const token = await signedIn(user.id);
const plant = () => makeSite(sql, { companyId: user.companyId });

test('moves a gateway with its children and password, and keeps the days where they were measured', async () => {
  const [from, to] = [await plant(), await plant()];
  const gateway = await makeDevice(sql, { sid: from, product: 'HG-1' });
  const child = await makeDevice(sql, { sid: from });
  await sql`
    update devices set gateway_sn = ${gateway.sn}, alias = 'East', string_number = 2, tilt_deg = 35, azimuth_deg = 90, orientation = 'portrait'
    where sn = ${child.sn}`;
  await sql`insert into module_pages (sid, page, name, place) values (${from}, 1, 'Roof', 1)`;
  await sql`insert into modules (sid, sn, input, page, label) values (${from}, ${child.sn}, 1, 1, 'East 1')`;
  await makeDay(sql, { sid: from, sn: child.sn, day: '2026-06-10', energyWh: 500 });
  await ask('device/credential', { sn: gateway.sn }, { token });
  const password = () =>
    sql`select encode(credential, 'hex') as hash, credential_at from serial_numbers where sn = ${gateway.sn}`;
  const before = await password();
  const { moved } = await ask('device/move', { sid: from, sn: gateway.sn, to }, { token });
  expect(moved).toEqual([gateway.sn, child.sn]);
  expect(
    await sql`select sid, sn, gateway_sn, alias, string_number, tilt_deg, azimuth_deg, orientation from devices where removed_at is null and sn = ${child.sn}`,
  ).toEqual([
    {
      sid: to,
      sn: child.sn,
      gatewaySn: gateway.sn,
      alias: 'East',
      stringNumber: 2,
      tiltDeg: 35,
      azimuthDeg: 90,
      orientation: 'portrait',
    },
  ]);
  expect(await sql`select input, page, label from modules where sid = ${to}`).toEqual([
    { input: 1, page: null, label: 'East 1' },
  ]);
  expect(await sql`select sid from serial_numbers where sn in (${gateway.sn}, ${child.sn})`).toEqual([
    { sid: to },
    { sid: to },
  ]);
  expect(await password()).toEqual(before);
  expect(before).toMatchObject([{ hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  expect(await sql`select sid, energy_wh from device_days where sn = ${child.sn}`).toEqual([
    { sid: from, energyWh: 500 },
  ]);
  // And back to its history.
  await ask('device/move', { sid: to, sn: gateway.sn, to: from }, { token });
  expect((await ask('device/list', { filters: { sid: from } }, { token })).list.map(({ sn }) => sn)).toEqual([
    gateway.sn,
    child.sn,
  ]);
  expect((await ask('device/list', { filters: { sid: to } }, { token })).total).toBe(0);
});

test('completes two concurrent moves in opposite directions', async () => {
  const [one, two] = [await plant(), await plant()];
  const first = await makeDevice(sql, { sid: one });
  const second = await makeDevice(sql, { sid: two });
  const responses = await Promise.all([
    call('device/move', { sid: one, sn: first.sn, to: two }, { token }),
    call('device/move', { sid: two, sn: second.sn, to: one }, { token }),
  ]);
  expect(responses.map(({ code }) => code)).toEqual([200, 200]);
  expect(await sql`select sn, sid from serial_numbers where sn in (${first.sn}, ${second.sn}) order by sn`).toEqual([
    { sn: first.sn, sid: two },
    { sn: second.sn, sid: one },
  ]);
});

test('refuses moves from or to plants of others, to the same plant, and repeated ones', async () => {
  const [from, to] = [await plant(), await plant()];
  const { sn } = await makeDevice(sql, { sid: from });
  const other = await makeUser(sql);
  const theirs = await makeSite(sql, { companyId: other.companyId });
  const shared = await makeSite(sql, { companyId: other.companyId, sharedWith: [user.id] });
  const code = async (body: { sid: string; sn: string; to: string }) =>
    (await call('device/move', body, { token })).code;
  expect(await code({ sid: from, sn, to: theirs })).toBe(1005);
  expect(await code({ sid: theirs, sn, to: from })).toBe(1005);
  expect(await code({ sid: from, sn, to: shared })).toBe(1301);
  expect(await code({ sid: from, sn, to: from })).toBe(1443);
  expect(await code({ sid: to, sn, to: from })).toBe(1006);
  expect(await sql`select sid from serial_numbers where sn = ${sn}`).toEqual([{ sid: from }]);
  expect(await code({ sid: from, sn, to })).toBe(200);
  expect(await code({ sid: from, sn, to })).toBe(1006);
});
