// Restoring an export after deletion yields every sample, day and figure as before, in both formats, repeatedly, and with unusual values.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LayoutZone } from '@heliograph/contract/entities/layout.ts';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../../test/factories.ts';
import { storedFlowDays } from '../../../test/flows.ts';
import { makeDay } from '../../../test/readings.ts';
import { reportServer } from '../../../test/reportServer.ts';
import { daysByPeriod } from '../../energy/balance/balance.ts';
import { importDayTotals } from '../../energy/days/importedDays.ts';
import { recountSite } from '../../energy/days/siteTotals.ts';
import { readDayPrices } from '../../energy/money/dayPrices.ts';
import { energyOfPeriods } from '../../energy/periods/energyOfPeriods.ts';
import { balanceOfDays, moneyOfDays } from '../../energy/rules/balance.ts';
import { readingOfRow } from '../../families/rows.ts';
import { ingestHistory } from '../../ingest/ingestHistory.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { moduleRows } from '../../installation/modules.ts';
import { runSiteJobs } from '../../jobs/siteJobs/runSiteJobs.ts';
import { enqueueJob } from '../../platform/database/siteJobs.ts';
import type { TableChunk } from '../../platform/files/table.ts';
import { readZones, writeZones } from '../../roof/layout.ts';
import { deleteSamples } from '../../samples/deletion.ts';
import { readHistory } from '../../samples/samples.ts';
import { exportSite } from '../exporter/exportSite.ts';
import type { Format } from '../exporter/tables.ts';
import { restoreFolder } from './restoreFolder.ts';
import { restorePrices } from './restoreSettings.ts';
import { summaryOf } from './summary.ts';

const { sql, context, clock } = await reportServer();
const folder = mkdtempSync(join(tmpdir(), 'restore-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const newFolder = () => join(folder, String(count++));
beforeEach(() => clock.set('2026-11-21T00:00:00Z'));

interface TestSample {
  at: number;
  statusBits?: number;
  mode?: number;
  imported?: boolean;
  quantities: Quantities;
}

async function ingest(sn: string, samples: readonly TestSample[]): Promise<void> {
  const names = [...new Set(samples.flatMap(({ quantities }) => Object.keys(quantities) as (keyof Quantities)[]))];
  const columns = {
    atMs: Float64Array.from(samples, ({ at }) => at),
    statusBits: Int32Array.from(samples, ({ statusBits }) => statusBits ?? 0),
    mode: Int16Array.from(samples, ({ mode }) => mode ?? 6),
    imported: Uint8Array.from(samples, ({ imported }) => Number(imported ?? false)),
    values: Object.fromEntries(
      names.map((name) => [name, Float64Array.from(samples, ({ quantities }) => quantities[name] ?? Number.NaN)]),
    ),
  };
  expect(await ingestHistory(context, [{ sn, columns }])).toMatchObject({ stored: samples.length, unknown: [] });
}

/** Returns everything that must be the same after a restore. */
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
    // State that the next report continues from; earlier ones may be pruned.
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

/** Deletes the history, as if the plant was deleted and created again with the same devices. */
async function deleteHistory(sid: string): Promise<void> {
  await sql.begin(async (begun) => {
    const tx = begun as Parameters<typeof recountSite>[0];
    await deleteSamples(tx, sid);
    await tx`delete from device_days where sid = ${sid}`;
    await tx`delete from device_flows where sid = ${sid}`;
    await tx`delete from site_flows where sid = ${sid}`;
    await tx`delete from events where sid = ${sid}`;
    await tx`
      with gone as (delete from device_live where sid = ${sid} returning sid, sn)
      select count(*) from gone`;
    await tx`insert into device_live (sid, sn) select sid, sn from devices where sid = ${sid}`;
    await recountSite(tx, sid, context.clock.now());
  });
}

const minute = 60_000;
/** Returns samples of a simple sun, with a morning, a peak and a consistent final counter on every day. */
function sunnyDays(fromIso: string, days: number, stepMs: number): TestSample[] {
  const fromMs = Date.parse(fromIso);
  const samples: TestSample[] = [];
  for (let at = fromMs; at < fromMs + days * 86_400_000; at += stepMs) {
    const hour = ((at / 3_600_000) % 24) + 1;
    const light = Math.sin(((hour - 6) / 12) * Math.PI);
    if (hour < 6 || hour > 18) continue;
    const powerW = Math.fround(Math.max(0, light) * 387.3);
    samples.push({
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
  return samples;
}

describe.each<Format>(['csv', 'parquet'])('as %s', (format) => {
  test('restores odd values, days of 23 and 25 hours, imported totals and gaps unchanged, and changes nothing the second time', async () => {
    const sid = await makeSite(sql, { timezone: 'Europe/Berlin' });
    const first = await makeDevice(sql, { sid });
    const second = await makeDevice(sql, { sid, product: 'BDM-2250' });
    // the clock goes forward on 29 March 2026, back on 25 October 2026
    await ingest(first.sn, sunnyDays('2026-03-27T00:00:00Z', 5, 5 * minute));
    await ingest(first.sn, [
      { at: Date.parse('2026-10-24T22:00:00.000Z'), statusBits: 1, quantities: {} },
      { at: Date.parse('2026-10-25T00:59:59.999Z'), statusBits: -2147483648, mode: -1, quantities: { powerW: 0 } },
      { at: Date.parse('2026-10-25T01:00:00.001Z'), statusBits: 2147483647, mode: 255, quantities: { powerW: null } },
      { at: Date.parse('2026-10-25T01:00:01.001Z'), quantities: { powerW: Math.fround(1e-30), temperatureC: -40 } },
      { at: Date.parse('2026-10-25T22:59:59.999Z'), imported: true, quantities: { powerW: Math.fround(999_999.9) } },
      { at: Date.parse('2026-10-25T23:00:00.000Z'), quantities: { counterWh: 9_999_999.123456789 } },
    ]);
    await ingest(second.sn, [
      { at: 1_780_000_000_000, quantities: { powerW: 12, input4VoltageV: Math.fround(33.3), input1CounterWh: 0 } },
      { at: 1_780_000_001_000, quantities: { powerW: 0.125, counterWh: 0.1 + 0.2 } },
    ]);
    await importDayTotals(context, [
      { sn: second.sn, day: '2025-12-31', energyWh: 1234.567891, peakW: 2000.5 },
      { sn: second.sn, day: '2026-01-01', energyWh: 0 },
      // this day has samples, which take precedence
      { sn: first.sn, day: '2026-03-28', energyWh: 1 },
    ]);
    // A device without production, on other days, with signs and phases.
    const meter = await makeDevice(sql, { sid, product: 'Meter' });
    await ingest(meter.sn, [
      { at: 1_770_000_000_000, quantities: { gridPowerW: -12.5, l3CurrentA: -0.1 + -0.2, l12VoltageV: 399.9 } },
      { at: 1_770_000_060_000, quantities: { gridPowerW: 12, gridExportWh: 9e9 / 7 } },
      { at: Date.parse('2026-10-26T09:00:00Z'), quantities: { l1PowerFactor: -1, gridImportWh: 0 } },
    ]);
    const hybrid = await makeDevice(sql, { sid, product: 'Hybrid inverter' });
    await ingest(hybrid.sn, [
      {
        at: 1_780_000_000_000,
        quantities: { counterWh: 5e6, counterDayWh: 12, batteryPowerW: -0.1, input16VoltageV: 612.5 },
      },
      { at: 1_780_000_060_000, quantities: { counterDayWh: 20, string32CurrentA: -0.7, batteryCycles: 1 / 3 } },
    ]);
    const before = await stateOf(sid);
    expect(before.samples.length).toBeGreaterThan(700);

    const out = newFolder();
    const exported = await exportSite(context, { sid, sn: null, from: null, to: null, format, folder: out });
    expect(exported).toMatchObject({
      from: '2025-12-31',
      to: '2026-10-26',
      devices: 4,
      samples: before.samples.length,
    });
    expect(exported.days).toBe(before.days.length);
    await deleteHistory(sid);
    expect((await stateOf(sid)).samples).toEqual([]);

    const restored = await restoreFolder(context, out);
    expect(restored).toMatchObject({
      samples: { stored: before.samples.length, known: 0 },
      days: { added: 2, different: 0, equal: before.days.length - 2 },
      unknown: [],
      refused: [],
    });
    expect(await stateOf(sid)).toEqual(before);

    const steps: { done: number; rows: number }[] = [];
    const repeated = await restoreFolder(context, out, (done, _, rows) => steps.push({ done, rows }));
    // Prices are read in between and do not count as progress.
    expect(steps.find(({ done }) => done === 100)).toEqual({ done: 100, rows: before.samples.length });
    expect(repeated).toMatchObject({
      samples: { stored: 0, known: before.samples.length },
      days: { added: 0, different: 0, equal: before.days.length },
    });
    expect(await stateOf(sid)).toEqual(before);
    expect(summaryOf(repeated).join('\n')).toContain('0 restored');
    const audited = await sql`select action from audit_log where object = ${sid} order by id`;
    expect(audited.map(({ action }) => action)).toEqual(['site.export', 'site.restore', 'site.restore']);
  });

  test('restores days whose samples are gone as totals', async () => {
    const sid = await makeSite(sql);
    const { sn } = await makeDevice(sql, { sid });
    await ingest(sn, sunnyDays('2026-05-01T00:00:00Z', 3, 15 * minute));
    await sql.begin((tx) => deleteSamples(tx as Parameters<typeof recountSite>[0], sid));
    const energies = () => sql`select day, energy_wh, peak_w from device_days where sid = ${sid} order by day`;
    const before = [...(await energies())];
    const out = newFolder();
    await exportSite(context, { sid, sn, from: null, to: null, format, folder: out });
    await deleteHistory(sid);
    expect((await restoreFolder(context, out)).days).toMatchObject({ added: 3, different: 0 });
    expect([...(await energies())]).toEqual(before);
  });

  test('restores hourly energies from samples, and from the file where samples are gone', async () => {
    const sid = await makeSite(sql);
    const { sn } = await makeDevice(sql, { sid });
    const meter = await makeDevice(sql, { sid, product: 'Meter' });
    const keepHours = async () => {
      await sql`update sites set hours_from = '2026-05-02' where sid = ${sid}`;
      await sql`update device_live set hours_from = '2026-05-02' where sid = ${sid}`;
      context.registry.forget([sn, meter.sn]);
    };
    await keepHours();
    await ingest(sn, sunnyDays('2026-05-01T00:00:00Z', 3, 15 * minute));
    const startMs = Date.parse('2026-05-01T00:00:00Z');
    const counted = (step: number) => ({ gridImportWh: 1000 + step * 31, gridExportWh: 9e5 / 7 + step });
    await ingest(
      meter.sn,
      Array.from({ length: 3 * 48 }, (_, step) => ({ at: startMs + step * 30 * minute, quantities: counted(step) })),
    );
    const hours = async () => [
      ...(await sql`select sn, day, hours from device_days where sid = ${sid} order by sn, day`),
      ...(await sql`select sn, flow, day, hours from device_flows where sid = ${sid} order by sn, flow, day`),
      ...(await sql`select day, hours from site_days where sid = ${sid} order by day`),
      ...(await sql`select day, flow, hours from site_flows where sid = ${sid} order by day, flow`),
    ];
    const before = await hours();
    expect(before.filter((row) => row.hours !== null).length).toBeGreaterThan(10);
    for (const samplesAreGone of [false, true]) {
      if (samplesAreGone) await sql.begin((tx) => deleteSamples(tx as Parameters<typeof recountSite>[0], sid));
      const out = newFolder();
      await exportSite(context, { sid, sn: null, from: null, to: null, format, folder: out });
      await deleteHistory(sid);
      await keepHours();
      expect((await restoreFolder(context, out)).refused).toEqual([]);
      expect(await hours()).toEqual(before);
    }
  });

  test('exports a part of the days of one device', async () => {
    const sid = await makeSite(sql);
    const { sn } = await makeDevice(sql, { sid });
    const other = await makeDevice(sql, { sid });
    for (const device of [sn, other.sn]) await ingest(device, sunnyDays('2026-05-01T00:00:00Z', 4, 15 * minute));
    const out = newFolder();
    const order = { sid, sn, from: '2026-05-02', to: '2026-05-03', format, folder: out };
    const exported = await exportSite(context, order);
    expect(exported).toMatchObject({ devices: 1, days: 2 });
    const all = await sql<
      { samples: number }[]
    >`select samples from device_days where sid = ${sid} and sn = ${sn} and day between ${order.from} and ${order.to}`;
    expect(exported.samples).toBe(all.reduce((sum, { samples }) => sum + samples, 0));
  });

  test('reports serial numbers of no plant and restores the others', async () => {
    const sid = await makeSite(sql);
    const { sn } = await makeDevice(sql, { sid });
    const sold = await makeDevice(sql, { sid });
    for (const device of [sn, sold.sn]) await ingest(device, sunnyDays('2026-05-01T00:00:00Z', 2, 15 * minute));
    const out = newFolder();
    await exportSite(context, { sid, sn: null, from: null, to: null, format, folder: out });
    await deleteHistory(sid);
    await sql`update serial_numbers set sid = null where sn = ${sold.sn}`;
    const restored = await restoreFolder(context, out);
    expect(restored.unknown).toEqual([sold.sn]);
    expect(restored.days).toMatchObject({ equal: 2, added: 0, different: 0 });
    expect(summaryOf(restored).join('\n')).toContain(sold.sn);

    // Once it is in another plant, its history goes there.
    const elsewhere = await makeSite(sql);
    await makeDevice(sql, { sid: elsewhere, sn: sold.sn });
    expect((await restoreFolder(context, out)).days).toMatchObject({ equal: 4 });
    expect((await sql`select from device_days where sid = ${elsewhere} and sn = ${sold.sn}`).length).toBe(2);
  });
});

describe('a file that was edited by hand', () => {
  const exportEdited = async (edit: (lines: string[]) => string[]) => {
    const sid = await makeSite(sql);
    const { sn } = await makeDevice(sql, { sid });
    await ingest(sn, sunnyDays('2026-05-01T00:00:00Z', 1, 15 * minute));
    const out = newFolder();
    const exported = await exportSite(context, { sid, sn: null, from: null, to: null, format: 'csv', folder: out });
    await deleteHistory(sid);
    const path = join(out, 'samples.csv');
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    writeFileSync(path, edit(lines).join('\r\n'));
    return { out, sn, sid, samples: exported.samples };
  };

  test('has its bad rows reported with their lines and left out', async () => {
    const edited = await exportEdited(([head, ...rows]) => {
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

  test('may have rows in any order, repeated rows, and columns in another order', async () => {
    const edited = await exportEdited((lines) => {
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
    const { out, sid } = await exportEdited(edit);
    await expect(restoreFolder(context, out)).rejects.toThrow(message);
    expect((await stateOf(sid)).samples).toEqual([]);
  });

  test('is refused as half an export, a missing folder, two exports in one folder, or an invalid Parquet file', async () => {
    const { out } = await exportEdited((lines) => lines);
    rmSync(join(out, 'days.csv'));
    await expect(restoreFolder(context, out)).rejects.toThrow(/no whole export/);
    await expect(restoreFolder(context, join(folder, 'nowhere'))).rejects.toThrow(/no folder/);
    for (const table of ['samples', 'days']) writeFileSync(join(out, `${table}.parquet`), 'PAR1PAR1PAR1PAR1');
    await expect(restoreFolder(context, out)).rejects.toThrow(/can't be read as Parquet/);
    writeFileSync(join(out, 'days.csv'), '');
    await expect(restoreFolder(context, out)).rejects.toThrow(/two exports/);
  });
});

test.each<Format>(['csv', 'parquet'])(
  'flows as %s are recomputed from samples, and restored from the file where samples are gone',
  async (format) => {
    const { sid, sn } = await makeDevice(sql, {
      sid: await makeSite(sql, { timezone: 'Europe/Berlin' }),
      product: 'Meter',
    });
    const startMs = Date.parse('2026-06-10T00:00:00+02:00');
    await ingestReports(
      context,
      Array.from({ length: 73 }, (_, hour) =>
        readingOfRow({
          gateway: 'GW',
          sn,
          at: new Date(startMs + hour * 3_600_000),
          quantities: { gridImportWh: 100 * hour, gridExportWh: 10 * hour },
        }),
      ),
    );
    // As after retention: the day without samples.
    await sql`delete from hot_samples where sid = ${sid} and at < '2026-06-10T22:00:00Z'`;
    // A day without samples has no power.
    const figures = async () => (await storedFlowDays(sql, sid)).map(({ boundW: _, ...figure }) => figure);
    const before = await figures();
    const out = join(folder, `flows-${format}`);
    await exportSite(context, { sid, sn: null, from: null, to: null, format, folder: out });
    expect(readdirSync(out).sort()).toEqual(['days', 'flows', 'prices', 'samples'].map((name) => `${name}.${format}`));
    for (const table of ['hot_samples', 'device_flows', 'site_flows'])
      await sql.unsafe(`delete from ${table} where sid = $1`, [sid]);
    await sql`update device_live set at = null, day = null, version = version + 1 where sid = ${sid}`;
    const restored = await restoreFolder(context, out);
    expect(restored.flows).toEqual({ added: 2, known: 6 });
    expect(await figures()).toEqual(before);
    const [sum] = await sql`select sum(energy_wh) as wh from site_flows where sid = ${sid} and flow = 'fromGrid'`;
    expect(sum!.wh).toBe(7200);
    expect((await restoreFolder(context, out)).flows).toEqual({ added: 0, known: 8 });
  },
);

test.each<Format>(['csv', 'parquet'])(
  'entries of modules as %s are restored with their pages, and existing entries of the plant stay',
  async (format) => {
    const { sid, sn } = await makeDevice(sql, { product: 'BDM-2250' });
    await makeDay(sql, { sid, sn, day: '2026-06-10', energyWh: 1000 });
    await sql`insert into module_pages (sid, page, name, place) values (${sid}, 1, 'West, "upper"', 2), (${sid}, 2, 'East', 1)`;
    await sql`
      insert into modules (sid, sn, input, page, label, product, peak_power_w, string_number, tilt_deg, azimuth_deg, orientation)
      values (${sid}, ${sn}, 1, 1, 'Über', 'P', 430.5, 3, 30, 270, 'landscape'), (${sid}, ${sn}, 2, 2, '', '', null, null, 0, null, null),
        (${sid}, ${sn}, 4, null, 'Alone', '', null, null, null, null, null)`;
    const stored = async () => [
      await sql`
        select m.sn, m.input, p.name, m.label, m.product, m.peak_power_w, m.string_number, m.tilt_deg, m.azimuth_deg, m.orientation
        from modules m left join module_pages p using (sid, page) where m.sid = ${sid} order by m.sn, m.input`,
      (await sql`select name from module_pages where sid = ${sid} order by place`).map(({ name }) => name),
    ];
    const before = await stored();
    const out = join(folder, `modules-${format}`);
    await exportSite(context, { sid, sn: null, from: null, to: null, format, folder: out });
    expect(readdirSync(out)).toContain(`modules.${format}`);
    await sql`delete from modules where sid = ${sid}`;
    await sql`delete from module_pages where sid = ${sid}`;
    expect((await restoreFolder(context, out)).modules).toEqual({ added: 3, known: 0 });
    expect(await stored()).toEqual(before);
    await sql`update modules set label = 'Mine' where sid = ${sid} and input = 1`;
    expect((await restoreFolder(context, out)).modules).toEqual({ added: 0, known: 3 });
    expect(await sql`select label from modules where sid = ${sid} and input = 1`).toEqual([{ label: 'Mine' }]);
  },
);

test.each<Format>(['csv', 'parquet'])(
  'a layout as %s is restored into a plant without one, and never into a plant with its own',
  async (format) => {
    const { sid, sn } = await makeDevice(sql, { product: 'BDM-2250' });
    await makeDay(sql, { sid, sn, day: '2026-06-10', energyWh: 1000 });
    const zone = { name: 'South, "upper"', x: 1.5, y: -2, rotation: 12.5, tilt: 30, azimuth: null } as const;
    const place = (input: number, column: number) => ({ sn, input, row: 2, column });
    const zones = [
      { ...zone, id: 3, orientation: 'portrait', rows: 2, columns: 4, modules: [place(1, 1), place(2, 4)] },
      { ...zone, id: 9, name: '', orientation: 'landscape', rows: 1, columns: 1, modules: [] },
    ] satisfies LayoutZone[];
    const stored = async () => readZones(sql as never, sid, await moduleRows(sql as never, sid));
    await writeZones(sql as never, sid, zones);
    await sql`insert into layouts (sid, version, changed_at, changed_by) values (${sid}, 4, now(), 1)`;
    const out = join(folder, `layout-${format}`);
    await exportSite(context, { sid, sn: null, from: null, to: null, format, folder: out });
    await sql`delete from modules where sid = ${sid}`;
    await sql`delete from zones where sid = ${sid}`;
    await sql`delete from layouts where sid = ${sid}`;
    const restored = await restoreFolder(context, out);
    expect([restored.modules, restored.settings.zones]).toEqual([{ added: 2, known: 0 }, 2]);
    expect(await stored()).toEqual(zones);
    // With a layout of its own: an empty one, or another one.
    await writeZones(sql as never, sid, []);
    await sql`delete from modules where sid = ${sid}`;
    expect((await restoreFolder(context, out)).settings.zones).toBeNull();
    expect([await stored(), await sql`select from modules where sid = ${sid}`]).toEqual([[], []]);
  },
);

test.each<Format>(['csv', 'parquet'])(
  'settings as %s restored into an empty plant yield the same energy and money of every day',
  async (format) => {
    const at = (hour: number) => new Date(Date.parse('2026-06-10T00:00:00+02:00') + hour * 3_600_000);
    clock.set(at(96).toISOString());
    const make = async (sns?: readonly string[]) => {
      const sid = await makeSite(sql, { timezone: 'Europe/Berlin', latitude: 52.5, longitude: 13.4 });
      const products = ['Inverter', 'Meter', 'Meter'];
      const made = [];
      for (const [n, product] of products.entries())
        made.push((await makeDevice(sql, { sid, product, ...(sns && { sn: sns[n]! }) })).sn);
      return { sid, sns: made };
    };
    const first = await make();
    const [inverter, grid, solar] = first.sns as [string, string, string];
    await sql`
      insert into meter_settings (sid, sn, valid_from, role, reversed) values
        (${first.sid}, ${grid}, '2026-06-11', 'grid', true), (${first.sid}, ${solar}, '2026-01-01', 'production', false)`;
    context.registry.forget(first.sns);
    await sql.begin((tx) => restorePrices(tx, pricesPiece(), first.sid, clock.now()));
    const hours = Array.from({ length: 4 * 90 }, (_, n) => n / 4);
    await ingestReports(
      context,
      hours.flatMap((hour) => [
        ...(hour < 40
          ? [
              readingOfRow({
                gateway: 'GW',
                sn: inverter,
                at: at(hour),
                quantities: { powerW: 300, counterWh: 300 * hour },
              }),
            ]
          : []),
        readingOfRow({
          gateway: 'GW',
          sn: grid,
          at: at(hour),
          quantities: { gridPowerW: 80, gridImportWh: 80 * hour, gridExportWh: 5 * hour },
        }),
        readingOfRow({
          gateway: 'GW',
          sn: solar,
          at: at(hour),
          quantities: { gridPowerW: 310, gridImportWh: 310 * hour },
        }),
      ]),
    );
    await sql`
      insert into history_removals (sid, sn, id, start_day, end_day, from_at, to_at, reason, removed_at, removed_by)
      values (${first.sid}, ${solar}, gen_random_uuid(), '2026-06-12', '2026-06-12', ${at(48)}, ${at(72)}, 'x', ${clock.now()}, 0)`;
    await enqueueJob(sql, first.sid, 'moveHistory', clock.now());
    await runSiteJobs(context);
    const figures = async (sid: string) => {
      const plant = { sid, timezone: 'Europe/Berlin', latitude: 52.5, longitude: 13.4 };
      const periods = ['10', '11', '12', '13'].map((day) => ({ from: `2026-06-${day}`, to: `2026-06-${day}` }));
      return await sql.begin(async (tx) => {
        const days = await daysByPeriod(tx, plant, periods, clock.now());
        const prices = await readDayPrices(tx, sid, { from: '2026-06-10', to: '2026-06-13' });
        return {
          made: await energyOfPeriods(tx, plant, periods, clock.now()),
          balance: days.map((ofDay) => [balanceOfDays(ofDay), moneyOfDays(ofDay, prices)]),
          settings:
            await sql`select sn, valid_from, role, reversed from meter_settings where sid = ${sid} order by 1, 2`,
        };
      });
    };
    const before = await figures(first.sid);
    expect(before.made.map(({ energyWh }) => energyWh)).not.toContain(0);
    expect(before.made[2]!.energyWh).toBeNull();
    const out = newFolder();
    await exportSite(context, { sid: first.sid, sn: null, from: null, to: null, format, folder: out });
    expect(readdirSync(out).sort()).toEqual(
      ['breaks', 'days', 'flows', 'meters', 'prices', 'samples'].map((table) => `${table}.${format}`),
    );
    await sql`delete from sites where sid = ${first.sid}`;
    for (const table of [
      'devices',
      'device_live',
      'serial_numbers',
      'meter_settings',
      'history_removals',
      'hot_samples',
    ])
      await sql.unsafe(`delete from ${table} where sid = $1`, [first.sid]);
    const second = await make(first.sns);
    context.registry.forget(first.sns);
    const restored = await restoreFolder(context, out);
    await runSiteJobs(context);
    expect(restored.settings).toEqual({ meters: 2, breaks: 1, prices: 2, zones: 0 });
    expect(restored).toMatchObject({ refused: [], unknown: [], days: { different: 0 } });
    expect(await figures(second.sid)).toEqual(before);
    expect((await restoreFolder(context, out)).settings).toEqual({ meters: 0, breaks: 0, prices: 0, zones: 0 });
    await runSiteJobs(context);
    expect(await figures(second.sid)).toEqual(before);
  },
);

/** A flat price, and from the third day on a price by the hour. */
const pricesPiece = (): TableChunk => ({
  rows: 3,
  cells: {
    validFrom: ['2026-01-01', '2026-06-12', '2026-06-12'],
    kind: ['flat', 'timeOfUse', 'timeOfUse'],
    price: Float64Array.of(0.3, 0.25, 0.25),
    feedInPrice: Float64Array.of(0.08, Number.NaN, Number.NaN),
    ownUseShare: Float64Array.of(0.4, Number.NaN, Number.NaN),
    fixedCharge: Float64Array.of(Number.NaN, 12, 12),
    fixedPer: ['month', 'month', 'month'],
    weekdays: ['', '1 2 3 4 5', '6 7'],
    fromHour: Float64Array.of(Number.NaN, 17, 0),
    toHour: Float64Array.of(Number.NaN, 20, 6),
    periodPrice: Float64Array.of(Number.NaN, 0.5, 0.1),
    periodFeedInPrice: Float64Array.of(Number.NaN, 0.12, Number.NaN),
  },
});
