// bdnz/three/history: what device/history answers, of meters alone.
import { expect, test } from 'vitest';
import { createReportingPlant } from '../../../../test/reportingPlant.ts';

const { asked, call, clock, device, expectRefusals, tell, token } = await createReportingPlant();
clock.set('2026-06-15T10:00:00Z');

test('a page of samples, the newest first, as device/history has it', async () => {
  const own = await device('Meter');
  await tell(own.sn, 'meter', [
    ['2026-06-15T09:00:00Z', { powerW: -900, l1VoltageV: 231 }],
    ['2026-06-15T09:05:00Z', { powerW: -900, l1VoltageV: 231 }],
  ]);
  const body = { ...own, start: '2026-06-15', page: { size: 1, num: 0 } };
  const page = await asked('bdnz/three/history', body);
  expect(page).toMatchObject({ total: 2, list: [{ iso: '2026-06-15T11:05:00+02:00' }] });
  expect(page).toEqual(await asked('device/history', body));
});

test('its refusals', async () => {
  await expectRefusals('bdnz/three/history', 'Meter', { start: '2026-06-15' });
  const own = await device('Meter');
  expect(await call('bdnz/three/history', { ...own, start: '2026-06-15', end: '2026-06-14' }, { token })).toMatchObject(
    {
      code: 1017,
    },
  );
  expect(await call('bdnz/three/history', { ...own, start: '2025-01-15', end: '2026-06-14' }, { token })).toMatchObject(
    {
      code: 1016,
    },
  );
});
