// device/meter/settings: the current setting and its history, for meters and batteries; other devices have none.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { sql, ask, call, signedIn } = await testServer();
const user = await makeUser(sql);
const token = await signedIn(user.id);
const sid = await makeSite(sql, { companyId: user.companyId });

test('returns a grid meter with normal polarity by default, and the current setting with the list', async () => {
  const { sn } = await makeDevice(sql, { sid, product: 'Meter' });
  expect(await ask('device/meter/settings', { sn }, { token })).toEqual({
    sid,
    sn,
    settable: 'meter',
    role: 'grid',
    reversed: false,
    batteryReversed: false,
    meterType: null,
    list: [],
  });
  await sql`
    insert into meter_settings (sid, sn, valid_from, role, reversed) values
      (${sid}, ${sn}, '2026-01-01', 'production', false), (${sid}, ${sn}, '2026-06-15', 'load', true),
      (${sid}, ${sn}, '2026-06-16', 'grid', false)`;
  expect(await ask('device/meter/settings', { sid, sn }, { token })).toMatchObject({
    role: 'load',
    reversed: true,
    list: [
      { validFrom: '2026-01-01', role: 'production', reversed: false },
      { validFrom: '2026-06-15', role: 'load', reversed: true },
      { validFrom: '2026-06-16', role: 'grid', reversed: false },
    ],
  });
});

test('returns one polarity for a battery, two for an inverter that also measures others, and none for a microinverter', async () => {
  const of = async (product: string) =>
    (await ask('device/meter/settings', { sn: (await makeDevice(sql, { sid, product })).sn }, { token })).settable;
  expect(await of('Battery')).toBe('battery');
  expect(await of('BDM-400')).toBeNull();
  expect(await of('Hybrid inverter')).toBe('inverter');
});

test('treats a device of another company as missing', async () => {
  const { sn } = await makeDevice(sql, { product: 'Meter' });
  expect(await call('device/meter/settings', { sn }, { token })).toMatchObject({ code: 1006, data: {} });
});
