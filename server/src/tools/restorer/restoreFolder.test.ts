// An export that is brought back: after deleting, every sample, day and figure is as it was; in both formats, twice, with odd values.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../../test/factories.ts';
import { reportServer } from '../../../test/reportServer.ts';
import { deleteSamples, readHistory } from '../../samples/samples.ts';
import { takeDayTotals } from '../../telemetry/dayTotals.ts';
import { recountSite } from '../../telemetry/siteTotals.ts';
import { takeHistory } from '../../telemetry/takeHistory.ts';
import { exportSite } from '../exporter/exportSite.ts';
import type { Format } from '../exporter/tables.ts';
import { restoreFolder } from './restoreFolder.ts';
import { summaryOf } from './summary.ts';

const { sql, context, clock } = await reportServer();
const folder = mkdtempSync(join(tmpdir(), 'restore-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const newFolder = () => join(folder, String(count++));
beforeEach(() => clock.set('2026-11-21T00:00:00Z'));

interface Told {
  at: number;
  statusBits?: number;
  mode?: number;
  imported?: boolean;
  quantities: Quantities;
}

async function tell(sn: string, told: readonly Told[]): Promise<void> {
  const names = [...new Set(told.flatMap(({ quantities }) => Object.keys(quantities) as (keyof Quantities)[]))];
  const columns = {
    atMs: Float64Array.from(told, ({ at }) => at),
    statusBits: Int32Array.from(told, ({ statusBits }) => statusBits ?? 0),
    mode: Int16Array.from(told, ({ mode }) => mode ?? 6),
    imported: Uint8Array.from(told, ({ imported }) => Number(imported ?? false)),
    values: Object.fromEntries(
      names.map((name) => [name, Float64Array.from(told, ({ quantities }) => quantities[name] ?? Number.NaN)]),
    ),
  };
  expect(await takeHistory(context, [{ sn, columns }])).toMatchObject({ stored: told.length, unknown: [] });
}

/** Everything that must be the same afterwards. */
async function stateOf(sid: string) {
  const devices = await sql<{ sn: string }[]>`select sn from devices where sid = ${sid} order by sn`;
  const samples: unknown[] = [];
  for (const { sn } of devices) {
    for await (const piece of readHistory(sql, { sid, sn, fromMs: 0, toMs: 2e12 })) {
      for (const [index, atMs] of piece.atMs.entries()) {
        const values = Object.entries(piece.values).flatMap(([name, column]) =>
          Number.isNaN(column[index]!) ? [] : [[name, column[index]]],
        );
        samples.push([sn, atMs, piece.statusBits[index], piece.mode[index], piece.imported[index], values.sort()]);
      }
    }
  }
  return {
    samples,
    days: await sql`
      select sn, day, energy_wh, integrated_wh, source, covered_s, peak_w, peak_at, first_at, last_at, samples
      from device_days where sid = ${sid} order by sn, day`,
    // What the next report goes on from; of days before it may be forgotten.
    carries: await sql`
      select distinct on (sn) sn, carry from device_days where sid = ${sid} and carry is not null order by sn, day desc`,
    siteDays: await sql`
      select day, energy_wh, source, round(covered_s::numeric, 3) as covered_s, devices from site_days where sid = ${sid} order by day`,
    live: await sql`
      select sn, at, quantities, status_bits, mode, day, today_wh, total_wh from device_live where sid = ${sid} order by sn`,
    events:
      await sql`select sn, code, opened_at, closed_at from events where sid = ${sid} and code <> 'silence' order by 1, 2, 3`,
  };
}

/** As when a plant is deleted and made again with the same devices. */
async function forget(sid: string): Promise<void> {
  await sql.begin(async (begun) => {
    const tx = begun as Parameters<typeof recountSite>[0];
    await deleteSamples(tx, sid);
    await tx`delete from device_days where sid = ${sid}`;
    await tx`delete from events where sid = ${sid}`;
    await tx`
      with gone as (delete from device_live where sid = ${sid} returning sid, sn)
      select count(*) from gone`;
    await tx`insert into device_live (sid, sn) select sid, sn from devices where sid = ${sid}`;
    await recountSite(tx, sid);
  });
}

const minute = 60_000;
/** Sun of a simple kind, so that every day has a morning, a peak and a counter that ends where it should. */
function sunnyDays(fromIso: string, days: number, stepMs: number): Told[] {
  const fromMs = Date.parse(fromIso);
  const told: Told[] = [];
  for (let at = fromMs; at < fromMs + days * 86_400_000; at += stepMs) {
    const hour = ((at / 3_600_000) % 24) + 1;
    const light = Math.sin(((hour - 6) / 12) * Math.PI);
    if (hour < 6 || hour > 18) continue;
    const powerW = Math.fround(Math.max(0, light) * 387.3);
    told.push({
      // jitter: devices are never on time
      at: at + ((at / 1000) % 7) * 311,
      quantities: {
        powerW,
        counterWh: Math.round((1 - Math.cos(((hour - 6) / 12) * Math.PI)) * 7390) / 5,
        temperatureC: Math.fround(12.5 - light),
        frequencyHz: Math.fround(50.01),
      },
    });
  }
  return told;
}

describe.each<Format>(['csv', 'parquet'])('as %s', (format) => {
  test('odd values, days of 23 and 25 hours, imported totals and gaps come back as they were; twice changes nothing', async () => {
    const sid = await makeSite(sql, { timezone: 'Europe/Berlin' });
    const first = await makeDevice(sql, { sid });
    const second = await makeDevice(sql, { sid, product: 'BDM-2250' });
    // the clock goes forward on 29 March 2026, back on 25 October 2026
    await tell(first.sn, sunnyDays('2026-03-27T00:00:00Z', 5, 5 * minute));
    await tell(first.sn, [
      { at: Date.parse('2026-10-24T22:00:00.000Z'), statusBits: 1, quantities: {} },
      { at: Date.parse('2026-10-25T00:59:59.999Z'), statusBits: -2147483648, mode: -1, quantities: { powerW: 0 } },
      { at: Date.parse('2026-10-25T01:00:00.001Z'), statusBits: 2147483647, mode: 255, quantities: { powerW: null } },
      { at: Date.parse('2026-10-25T01:00:01.001Z'), quantities: { powerW: Math.fround(1e-30), temperatureC: -40 } },
      { at: Date.parse('2026-10-25T22:59:59.999Z'), imported: true, quantities: { powerW: Math.fround(999_999.9) } },
      { at: Date.parse('2026-10-25T23:00:00.000Z'), quantities: { counterWh: 9_999_999.123456789 } },
    ]);
    await tell(second.sn, [
      { at: 1_780_000_000_000, quantities: { powerW: 12, input4VoltageV: Math.fround(33.3), input1CounterWh: 0 } },
      { at: 1_780_000_001_000, quantities: { powerW: 0.125, counterWh: 0.1 + 0.2 } },
    ]);
    await takeDayTotals(context, [
      { sn: second.sn, day: '2025-12-31', energyWh: 1234.567891, peakW: 2000.5 },
      { sn: second.sn, day: '2026-01-01', energyWh: 0 },
      // this day has samples: they say better
      { sn: first.sn, day: '2026-03-28', energyWh: 1 },
    ]);
    const before = await stateOf(sid);
    expect(before.samples.length).toBeGreaterThan(700);

    const out = newFolder();
    const exported = await exportSite(context, { sid, sn: null, from: null, to: null, format, folder: out });
    expect(exported).toMatchObject({
      from: '2025-12-31',
      to: '2026-10-26',
      devices: 2,
      samples: before.samples.length,
    });
    expect(exported.days).toBe(before.days.length);
    await forget(sid);
    expect((await stateOf(sid)).samples).toEqual([]);

    const restored = await restoreFolder(context, out);
    expect(restored).toMatchObject({
      samples: { stored: before.samples.length, known: 0 },
      days: { added: 2, different: 0, equal: before.days.length - 2 },
      unknown: [],
      refused: [],
    });
    expect(await stateOf(sid)).toEqual(before);

    const again = await restoreFolder(context, out);
    expect(again).toMatchObject({
      samples: { stored: 0, known: before.samples.length },
      days: { added: 0, different: 0, equal: before.days.length },
    });
    expect(await stateOf(sid)).toEqual(before);
    expect(summaryOf(again).join('\n')).toContain('0 brought back');
    const audited = await sql`select action from audit_log where object = ${sid} order by id`;
    expect(audited.map(({ action }) => action)).toEqual(['site.export', 'site.restore', 'site.restore']);
  });

  test('days whose samples are gone come back as totals', async () => {
    const sid = await makeSite(sql);
    const { sn } = await makeDevice(sql, { sid });
    await tell(sn, sunnyDays('2026-05-01T00:00:00Z', 3, 15 * minute));
    await sql.begin((tx) => deleteSamples(tx as Parameters<typeof recountSite>[0], sid));
    const energies = () => sql`select day, energy_wh, peak_w from device_days where sid = ${sid} order by day`;
    const before = [...(await energies())];
    const out = newFolder();
    await exportSite(context, { sid, sn, from: null, to: null, format, folder: out });
    await forget(sid);
    expect((await restoreFolder(context, out)).days).toMatchObject({ added: 3, different: 0 });
    expect([...(await energies())]).toEqual(before);
  });

  test('a part of the days and one of the devices', async () => {
    const sid = await makeSite(sql);
    const { sn } = await makeDevice(sql, { sid });
    const other = await makeDevice(sql, { sid });
    for (const device of [sn, other.sn]) await tell(device, sunnyDays('2026-05-01T00:00:00Z', 4, 15 * minute));
    const out = newFolder();
    const order = { sid, sn, from: '2026-05-02', to: '2026-05-03', format, folder: out };
    const exported = await exportSite(context, order);
    expect(exported).toMatchObject({ devices: 1, days: 2 });
    const all = await sql<
      { samples: number }[]
    >`select samples from device_days where sid = ${sid} and sn = ${sn} and day between ${order.from} and ${order.to}`;
    expect(exported.samples).toBe(all.reduce((sum, { samples }) => sum + samples, 0));
  });

  test('serial numbers of no plant are told, the others come back', async () => {
    const sid = await makeSite(sql);
    const { sn } = await makeDevice(sql, { sid });
    const sold = await makeDevice(sql, { sid });
    for (const device of [sn, sold.sn]) await tell(device, sunnyDays('2026-05-01T00:00:00Z', 2, 15 * minute));
    const out = newFolder();
    await exportSite(context, { sid, sn: null, from: null, to: null, format, folder: out });
    await forget(sid);
    await sql`update serial_numbers set sid = null where sn = ${sold.sn}`;
    const restored = await restoreFolder(context, out);
    expect(restored.unknown).toEqual([sold.sn]);
    expect(restored.days).toMatchObject({ equal: 2, added: 0, different: 0 });
    expect(summaryOf(restored).join('\n')).toContain(sold.sn);

    // Now it is in another plant: its history goes there.
    const elsewhere = await makeSite(sql);
    await makeDevice(sql, { sid: elsewhere, sn: sold.sn });
    expect((await restoreFolder(context, out)).days).toMatchObject({ equal: 4 });
    expect((await sql`select from device_days where sid = ${elsewhere} and sn = ${sold.sn}`).length).toBe(2);
  });
});

describe('a file that a person has had in hands', () => {
  const written = async (edit: (lines: string[]) => string[]) => {
    const sid = await makeSite(sql);
    const { sn } = await makeDevice(sql, { sid });
    await tell(sn, sunnyDays('2026-05-01T00:00:00Z', 1, 15 * minute));
    const out = newFolder();
    const exported = await exportSite(context, { sid, sn: null, from: null, to: null, format: 'csv', folder: out });
    await forget(sid);
    const path = join(out, 'samples.csv');
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    writeFileSync(path, edit(lines).join('\r\n'));
    return { out, sn, sid, samples: exported.samples };
  };

  test('bad rows are told with their lines and left out', async () => {
    const edited = await written(([head, ...rows]) => {
      const cells = (row: number, column: string, value: string) => {
        const fields = rows[row]!.split(',');
        fields[head!.split(',').indexOf(column)] = value;
        rows[row] = fields.join(',');
      };
      cells(0, 'at', 'yesterday');
      cells(1, 'powerW', '1,5');
      cells(2, 'powerW', 'many');
      cells(3, 'mode', '40000');
      cells(4, 'sn', '');
      cells(5, 'imported', 'perhaps');
      cells(6, 'at', '2099-01-01T00:00:00.000Z');
      cells(7, 'statusBits', '1.5');
      cells(8, 'powerW', '" 1"');
      return [`\uFEFF${head}`, ...rows];
    });
    const restored = await restoreFolder(context, edited.out);
    expect(restored.refused.map(({ reason, lines }) => [lines[0], reason]).sort()).toEqual(
      [
        [10, '"powerW" is no number'],
        [2, '"at" is no instant'],
        [3, 'it has not the 27 columns of the first line'],
        [5, '"mode" is outside -32768 to 32767'],
        [6, '"sn" is missing'],
        [7, '"imported" is no flag'],
        [8, '"at" is before 1990 or in the future'],
        [9, '"statusBits" is no whole number'],
      ]
        .map(([line, reason]) => (line === 10 ? [4, reason] : [line, reason]))
        .sort(),
    );
    expect(restored.samples.stored).toBe(edited.samples - 9);
    expect(summaryOf(restored).join('\n')).toMatch(/samples.csv: 2 refused, "powerW" is no number \(line 4, 10\)/);
  });

  test('rows in any order, some of them twice, in columns of another order', async () => {
    const edited = await written((lines) => {
      const [head, ...rows] = lines.map((line) => line.split(',').reverse().join(','));
      return [head!, ...rows.slice(3).reverse(), ...rows.slice(0, 6)];
    });
    const restored = await restoreFolder(context, edited.out);
    expect(restored).toMatchObject({
      refused: [],
      samples: { stored: edited.samples },
      days: { equal: 1, different: 0 },
    });
  });

  test.each<[string, (lines: string[]) => string[], RegExp]>([
    ['no header', ([, ...rows]) => rows, /no column "sn"/],
    ['a column of something else', ([head, ...rows]) => [`${head},moonW`, ...rows], /column "moonW"/],
    ['empty', () => [], /is empty/],
    ['one endless line', () => ['x'.repeat(400_000)], /line 1 has no end/],
  ])('%s is refused as a whole', async (_, edit, message) => {
    const { out, sid } = await written(edit);
    await expect(restoreFolder(context, out)).rejects.toThrow(message);
    expect((await stateOf(sid)).samples).toEqual([]);
  });

  test('half an export, none, two in one folder, and a Parquet file that is none', async () => {
    const { out } = await written((lines) => lines);
    rmSync(join(out, 'days.csv'));
    await expect(restoreFolder(context, out)).rejects.toThrow(/no whole export/);
    await expect(restoreFolder(context, join(folder, 'nowhere'))).rejects.toThrow(/no folder/);
    for (const table of ['samples', 'days']) writeFileSync(join(out, `${table}.parquet`), 'PAR1PAR1PAR1PAR1');
    await expect(restoreFolder(context, out)).rejects.toThrow(/can't be read as Parquet/);
    writeFileSync(join(out, 'days.csv'), '');
    await expect(restoreFolder(context, out)).rejects.toThrow(/two exports/);
  });
});
