// ksp/recordTime: times when complete sets of a hybrid's settings were read, with their values.
import { expect, test } from 'vitest';
import { BATTERY_SET, BATTERY_VALUES } from '../../../test/batterySets.ts';
import { createReportingPlant } from '../../../test/reportingPlant.ts';

const { asked, call, device, sid, sql, token } = await createReportingPlant();

test('returns complete sets, newest first', async () => {
  const { sn } = await device('Hybrid inverter');
  const insert = (minute: number, action: string, state: string, readBack: object) => sql`
    insert into commands (sid, id, gateway_sn, sn, action, parameters, read_back, state, step, asked_at, ended_at, valid_s, expires_at)
    values (${sid}, gen_random_uuid(), ${sn}, ${sn}, ${action}, '{}', ${JSON.stringify(readBack)}::text::jsonb, ${state}, 'read',
      ${new Date(Date.UTC(2026, 5, 15, 8, minute))}, ${new Date(Date.UTC(2026, 5, 15, 8, minute, 5))}, 600, '2099-01-01')`;
  await insert(1, 'read', 'readBack', { ...BATTERY_VALUES, batteryMode: 1 });
  await insert(2, 'write', 'failed', BATTERY_VALUES);
  await insert(3, 'read', 'readBack', { batteryMode: 3 });
  await insert(4, 'write', 'readBack', { ...BATTERY_VALUES, overVoltageV: 253 });
  const { list, total } = await asked('ksp/recordTime', { sid, sn });
  expect(total).toBe(2);
  expect(list.map(({ iso, isChange, settings }) => ({ iso, isChange, settings }))).toEqual([
    { iso: '2026-06-15T10:04:05+02:00', isChange: true, settings: BATTERY_SET },
    { iso: '2026-06-15T10:01:05+02:00', isChange: false, settings: { ...BATTERY_SET, mode: 'ownUse' } },
  ]);
  const second = await asked('ksp/recordTime', { sid, sn, page: { size: 1, num: 1 } });
  expect(second).toEqual({ list: [list[1]], total: 2 });
});

test('refuses other kinds of devices and inaccessible plants', async () => {
  const battery = await device('Battery');
  expect(await call('ksp/recordTime', battery, { token })).toMatchObject({ code: 1400, data: {} });
  const elsewhere = { ...battery, sid: 'DE_20261121_k7Qm4x' };
  expect(await call('ksp/recordTime', elsewhere, { token })).toMatchObject({ code: 1005, data: {} });
});
