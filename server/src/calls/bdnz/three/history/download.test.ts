// bdnz/three/history/download: the same response as device/history/download, for meters only.
import { expect, test } from 'vitest';
import { createReportingPlant } from '../../../../../test/reportingPlant.ts';

const { call, clock, device, expectRefusals, tell, token } = await createReportingPlant();
clock.set('2026-06-15T10:00:00Z');

test('returns the same file as device/history/download', async () => {
  const own = await device('Meter');
  await tell(own.sn, 'meter', [['2026-06-15T09:00:00Z', { powerW: -900, l1VoltageV: 231 }]]);
  const body = { ...own, start: '2026-06-14', end: '2026-06-15' };
  const { data } = await call('bdnz/three/history/download', body, { token });
  expect(data).toMatchObject({ name: `${own.sn}_2026-06-14_2026-06-15.csv`, type: 'text/csv; charset=utf-8' });
  expect(String(data.content).split('\r\n')[0]).toContain('Voltage L1 (V)');
  expect(data).toEqual((await call('device/history/download', body, { token })).data);
});

test('refuses other kinds of devices and reversed days', async () => {
  await expectRefusals('bdnz/three/history/download', 'Meter', { start: '2026-06-15' });
  const own = await device('Meter');
  expect(
    await call('bdnz/three/history/download', { ...own, start: '2026-06-15', end: '2026-06-14' }, { token }),
  ).toMatchObject({
    code: 1017,
  });
});
