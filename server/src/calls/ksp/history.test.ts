// ksp/history: the same response as device/history, for hybrid inverters and all-in-one systems only.
import { expect, test } from 'vitest';
import { createReportingPlant } from '../../../test/reportingPlant.ts';

const { asked, call, clock, device, expectRefusals, tell, token } = await createReportingPlant();
clock.set('2026-06-15T10:00:00Z');

test('returns a page of samples, newest first, like device/history', async () => {
  const own = await device('Hybrid inverter');
  await tell(own.sn, 'hybrid', [
    ['2026-06-15T09:00:00Z', { powerW: 900, gridPowerW: -200 }],
    ['2026-06-15T09:05:00Z', { powerW: 900, gridPowerW: -200 }],
  ]);
  const body = { ...own, start: '2026-06-15', page: { size: 1, num: 0 } };
  const page = await asked('ksp/history', body);
  expect(page).toMatchObject({ total: 2, list: [{ iso: '2026-06-15T11:05:00+02:00' }] });
  expect(page).toEqual(await asked('device/history', body));
});

test('refuses other kinds of devices, reversed days and ranges that are too long', async () => {
  await expectRefusals('ksp/history', 'Hybrid inverter', { start: '2026-06-15' });
  const own = await device('Hybrid inverter');
  expect(await call('ksp/history', { ...own, start: '2026-06-15', end: '2026-06-14' }, { token })).toMatchObject({
    code: 1017,
  });
  expect(await call('ksp/history', { ...own, start: '2025-01-15', end: '2026-06-14' }, { token })).toMatchObject({
    code: 1016,
  });
});
