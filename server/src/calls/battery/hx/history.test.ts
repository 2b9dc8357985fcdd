// battery/hx/history: the same response as device/history, for batteries only.
import { expect, test } from 'vitest';
import { createReportingPlant } from '../../../../test/reportingPlant.ts';

const { asked, call, clock, device, expectRefusals, tell, token } = await createReportingPlant();
clock.set('2026-06-15T10:00:00Z');

test('returns a page of samples, newest first, like device/history', async () => {
  const own = await device('Battery');
  await tell(own.sn, 'battery', [
    ['2026-06-15T09:00:00Z', { powerW: -500, socPercent: 40 }],
    ['2026-06-15T09:05:00Z', { powerW: -500, socPercent: 40 }],
  ]);
  const body = { ...own, start: '2026-06-15', page: { size: 1, num: 0 } };
  const page = await asked('battery/hx/history', body);
  expect(page).toMatchObject({ total: 2, list: [{ iso: '2026-06-15T11:05:00+02:00' }] });
  expect(page).toEqual(await asked('device/history', body));
});

test('refuses other kinds of devices, reversed days and ranges that are too long', async () => {
  await expectRefusals('battery/hx/history', 'Battery', { start: '2026-06-15' });
  const own = await device('Battery');
  expect(await call('battery/hx/history', { ...own, start: '2026-06-15', end: '2026-06-14' }, { token })).toMatchObject(
    {
      code: 1017,
    },
  );
  expect(await call('battery/hx/history', { ...own, start: '2025-01-15', end: '2026-06-14' }, { token })).toMatchObject(
    {
      code: 1016,
    },
  );
});
