// device/voltage/download: the means behind the evidence, each with its limit; refused as the evidence is.
import { expect, test } from 'vitest';
import { deviceWorld, type Told } from '../../../../test/deviceWorld.ts';
import { makeDevice } from '../../../../test/factories.ts';

const { sql, sid, tell, device, call, asked, token, clock } = await deviceWorld();
clock.set('2026-06-15T21:59:30Z');

test('device/voltage/download has a line for each ten minutes with a value, and as many above the limit as the evidence', async () => {
  const { sn } = await device('Inverter');
  await tell(
    sn,
    'inverter',
    Array.from({ length: 24 }, (_, n): Told => {
      const at = new Date(Date.parse('2026-06-15T12:00:00+02:00') + n * 300_000).toISOString();
      return [at, { powerW: 1000, l1VoltageV: n >= 6 && n < 10 ? 254 : 236, l2VoltageV: 236, l3VoltageV: 236 }];
    }),
  );
  const body = { sid, sn, start: '2026-06-15' };
  const { content, name, type } = (await call('device/voltage/download', body, { token })).data as unknown as {
    content: string;
    name: string;
    type: string;
  };
  expect([name, type]).toEqual([`${sn}_voltage_2026-06-15.csv`, 'text/csv; charset=utf-8']);
  const [head, ...lines] = content.trim().split('\r\n');
  expect(head).toContain(
    '"Grid voltage, mean of ten minutes L1 (V)","Grid voltage, mean of ten minutes L1: limit (V)"',
  );
  expect(head).toContain('"Grid voltage, mean of ten minutes L1–L2 (V)"');
  expect(lines).toHaveLength(12);
  // What was expected stands last: an estimate.
  expect(lines[3]!.split(',').slice(0, -1)).toEqual([
    ...['2026-06-15T12:30:00+02:00', '2026-06-15 12:30:00', '', ''],
    ...['254', '253', '236', '253', '236', '253', '', '', '', '', '', '', '1', '0', '1000'],
  ]);
  const evidence = await asked('device/voltage', body);
  const above = lines.filter((line) => line.split(',').at(-4) === '1');
  expect(above).toHaveLength(evidence.lines[0]!.above);
  expect(above).toHaveLength(2);
});

test('device/voltage/download refuses days that cannot be, and devices of others', async () => {
  const { sn } = await device('Inverter');
  const code = async (more: object) =>
    (await call('device/voltage/download', { sid, sn, ...more } as never, { token })).code;
  expect(await code({ start: '2026-06-15', end: '2026-06-14' })).toBe(1017);
  expect(await code({ start: '2026-01-01', end: '2026-06-14' })).toBe(1016);
  const other = await makeDevice(sql);
  expect(await code({ ...other, start: '2026-06-15' })).toBe(1006);
});
