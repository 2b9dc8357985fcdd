// Gateway reports through the collector: one commit for several reports, a faulty one refused alone, limits in rows.
import { expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../test/factories.ts';
import { bdm400, readingOf, reportServer } from '../../test/reportServer.ts';
import type { Reading } from '../families/family.ts';
import { type GatewayRow, readingOfRow } from '../families/rows.ts';
import { readSamples } from '../samples/samples.ts';
import { createBatchCollector } from './batchCollector.ts';
import { replayReports } from './unclaimed/replayReports.ts';

const { sql, context } = await reportServer();
const AT = Date.parse('2026-06-14T10:00:00Z');

const rowOf = (sn: string, n: number, overrides: Partial<GatewayRow> = {}): Reading =>
  readingOfRow({
    gateway: 'GATEWAY1',
    sn,
    at: new Date(AT + n * 60_000),
    quantities: { powerW: 100 + n, counterWh: 500 + n * 2, input1VoltageV: 33.5 },
    ...overrides,
  });

async function storedOf(sid: string, sn: string) {
  const { atMs, values } = await readSamples(sql, { sid, sn, fromMs: 0, toMs: 4e12 }, ['powerW', 'counterWh']);
  return Array.from(atMs, (ms, index) => [(ms - AT) / 60_000, values.powerW![index], values.counterWh![index]]);
}

test('stores each row of a report under its device and returns an outcome for each in order', async () => {
  const collector = createBatchCollector(context);
  const sid = await makeSite(sql);
  const [first, second] = [await makeDevice(sql, { sid }), await makeDevice(sql, { sid })];
  const rows = [
    rowOf(first.sn, 0, { mode: 6 }),
    rowOf(second.sn, 0, { statusBits: 0x20 }),
    rowOf('0DDBA110', 0),
    rowOf(first.sn, 1),
    rowOf(first.sn, 1),
  ];
  const outcomes = await collector.collectRows(rows);
  expect(outcomes).toMatchObject(['stored', 'stored', 'unknown', 'stored', 'repeated'].map((kind) => ({ kind })));
  expect(await storedOf(sid, first.sn)).toEqual([
    [0, 100, 500],
    [1, 101, 502],
  ]);
  expect(await sql`select sn, source, samples, energy_wh from device_days where sid = ${sid} order by sn`).toEqual(
    [
      { sn: first.sn, source: 'counted', samples: 2, energyWh: 502 },
      { sn: second.sn, source: 'counted', samples: 1, energyWh: 500 },
    ].sort((left, right) => (left.sn < right.sn ? -1 : 1)),
  );
  expect(await sql`select sn, code from events where sid = ${sid} and code <> 'silence'`).toEqual([
    { sn: second.sn, code: '0020' },
  ]);
  expect(await collector.collectRows([])).toEqual([]);
  await collector.close();
});

test('stores rows of an unclaimed serial number and replays them once it is registered', async () => {
  const collector = createBatchCollector(context);
  const sn = '0DDBA111';
  await collector.collectRows([rowOf(sn, 0, { statusBits: 0x20, mode: 6 }), rowOf(sn, 1)]);
  await collector.close();
  const { sid } = await makeDevice(sql, { sn });
  expect(await sql.begin((tx) => replayReports(tx, context, sn))).toBe(2);
  expect(await storedOf(sid, sn)).toEqual([
    [0, 100, 500],
    [1, 101, 502],
  ]);
  expect(await sql`select code, closed_at from events where sid = ${sid} and code <> 'silence'`).toEqual([
    { code: '0020', closedAt: new Date(AT + 60_000) },
  ]);
  expect(await sql`select source from device_days where sid = ${sid}`).toEqual([{ source: 'counted' }]);
});

test('a report with a row that the database rejects is not stored at all, without affecting other reports', async () => {
  const collector = createBatchCollector(context);
  const devices: Awaited<ReturnType<typeof makeDevice>>[] = [];
  for (let n = 0; n < 8; n++) devices.push(await makeDevice(sql));
  const answers = await Promise.all(
    devices.map(({ sn }, index) =>
      collector.collectRows([
        rowOf(sn, 0, { gateway: `GATEWAY${index}` }),
        // PostgreSQL rejects this character in text.
        ...(index === 5 ? [rowOf('\0', 0)] : []),
      ]),
    ),
  );
  await collector.close();
  for (const [index, { sid, sn }] of devices.entries()) {
    expect(answers[index]).toMatchObject(index === 5 ? { kind: 'busy' } : [{ kind: 'stored' }]);
    expect(await storedOf(sid, sn)).toHaveLength(index === 5 ? 0 : 1);
  }
});

test('stores every row once for many gateways that report at the same time', async () => {
  const collector = createBatchCollector(context);
  const sid = await makeSite(sql);
  const devices = await Promise.all(Array.from({ length: 60 }, () => makeDevice(sql, { sid })));
  const answers: ReturnType<typeof collector.collectRows>[] = [];
  for (let n = 0; n < 100; n++) {
    for (let gateway = 0; gateway < 6; gateway++) {
      const own = devices.slice(gateway * 10, gateway * 10 + 10);
      answers.push(collector.collectRows(own.map(({ sn }) => rowOf(sn, n, { gateway: `MANY${gateway}` }))));
    }
  }
  expect(collector.depth()).toBe(6_000);
  const outcomes = (await Promise.all(answers)).flat();
  expect(outcomes.every(({ kind }) => kind === 'stored')).toBe(true);
  expect(collector.depth()).toBe(0);
  await collector.close();
  const days = await sql`select samples, energy_wh from device_days where sid = ${sid}`;
  expect(days).toEqual(devices.map(() => ({ samples: 100, energyWh: 698 })));
  const [live] = await sql`select total_wh, reporting from site_live where sid = ${sid}`;
  expect(live!.totalWh).toBeCloseTo(60 * 698, 4);
});

test('answers busy and stores nothing while too many rows wait, and writes the accepted rows on close', async () => {
  const collector = createBatchCollector(context);
  const { sid, sn } = await makeDevice(sql);
  const other = await makeDevice(sql);
  const long = Array.from({ length: 40_000 }, (_, n) => rowOf('0DDBA112', n % 3));
  const first = collector.collectRows([...long.slice(1), rowOf(sn, 0)]);
  expect(await collector.collectRows([rowOf(other.sn, 0)])).toEqual({ kind: 'busy' });
  expect(await collector.collect(readingOf(bdm400(other.sn), AT))).toEqual({ kind: 'busy' });
  const closed = collector.close();
  expect(await collector.collectRows([rowOf(other.sn, 0)])).toEqual({ kind: 'busy' });
  expect((await first) as unknown[]).toHaveLength(40_000);
  await closed;
  expect(await storedOf(sid, sn)).toHaveLength(1);
  expect(await storedOf(other.sid, other.sn)).toHaveLength(0);
});
