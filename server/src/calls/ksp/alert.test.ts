// ksp/alert: the same response as device/alerts, for hybrid inverters and all-in-one systems only.
import { expect, test } from 'vitest';
import { createReportingPlant } from '../../../test/reportingPlant.ts';

const { asked, call, clock, device, expectRefusals, sid, sql, token } = await createReportingPlant();
clock.set('2026-06-15T10:00:00Z');

test('returns the events of this device', async () => {
  const own = await device('Hybrid inverter');
  const other = await device('Hybrid inverter');
  for (const { sn } of [own, other])
    await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, '0800', '2026-06-15 08:00Z')`;
  const response = await asked('ksp/alert', own);
  expect(response).toMatchObject({ total: 1, open: 1, list: [{ sn: own.sn, code: '0800', sign: 'begins' }] });
  expect(response).toEqual(await asked('device/alerts', own));
});

test('refuses other kinds of devices, inaccessible ones and invalid filters', async () => {
  await expectRefusals('ksp/alert', 'Hybrid inverter');
  const own = await device('Hybrid inverter');
  const filters = { start_date: '2026-06-15', end_date: '2026-06-14' };
  expect(await call('ksp/alert', { ...own, filters }, { token })).toMatchObject({ code: 1017 });
  expect(await call('ksp/alert', { ...own, sid: 'DE_20260101_nothere0' }, { token })).toMatchObject({ code: 1006 });
});
