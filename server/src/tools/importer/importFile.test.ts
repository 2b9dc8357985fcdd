// Files of other systems: the daily energy of an import equals sums computed here independently from the text of the files.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../../test/factories.ts';
import { storedSamples } from '../../../test/readings.ts';
import { reportServer } from '../../../test/reportServer.ts';
import { type ImportOrder, importFile } from './importFile.ts';
import { summaryOf } from './summary.ts';

const { sql, context, clock } = await reportServer();
clock.set('2026-11-21T00:00:00Z');
const pv = join(import.meta.dirname, '../../../test/data/pv');
const folder = mkdtempSync(join(tmpdir(), 'import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const order = (overrides: Partial<ImportOrder> & Pick<ImportOrder, 'sn' | 'file'>): ImportOrder => ({
  time: null,
  timeZone: null,
  dates: null,
  columns: [],
  unit: null,
  delimiter: null,
  ...overrides,
});
const write = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};
const daysOf = async (sn: string) =>
  Object.fromEntries(
    (await sql`select day, energy_wh, source from device_days where sn = ${sn}`).map(({ day, energyWh }) => [
      day as string,
      energyWh as number,
    ]),
  );

/** Returns Wh by day from trapezoids between neighbours of at most an hour, cut at midnight; for a place without summer time in the file's span. */
function trapezoids(points: { localMs: number; powerW: number }[]): Record<string, number> {
  const days: Record<string, number> = {};
  const dayMs = 86_400_000;
  for (let index = 0; index < points.length; index++) {
    const to = points[index]!;
    const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    days[dayOf(to.localMs)] ??= 0;
    const from = points[index - 1];
    if (!from || to.localMs - from.localMs > 3_600_000) continue;
    const at = (ms: number) =>
      from.powerW + ((to.powerW - from.powerW) * (ms - from.localMs)) / (to.localMs - from.localMs);
    for (let startMs = from.localMs; startMs < to.localMs; ) {
      const endMs = Math.min(to.localMs, (Math.floor(startMs / dayMs) + 1) * dayMs);
      days[dayOf(startMs)]! += ((at(startMs) + at(endMs)) / 2) * ((endMs - startMs) / 3_600_000);
      startMs = endMs;
    }
  }
  return days;
}

async function expectSums(sn: string, sums: Record<string, number>): Promise<void> {
  const days = await daysOf(sn);
  expect(Object.keys(days).sort()).toEqual(Object.keys(sums).sort());
  for (const [day, wh] of Object.entries(sums)) expect(Math.abs(days[day]! - wh), day).toBeLessThan(0.01 + wh * 1e-6);
}

describe('the files of two real plants', () => {
  beforeAll(async () => {
    // Rated at a megawatt, because values of more than half above the rated power are rejected.
    await sql`insert into products (model, name, kind, inputs, rated_power_w) values (9001, 'Whole roof', 'inverter', 1, 1000000)`;
  });

  test('imports local times with the month first and power in kW', async () => {
    const sid = await makeSite(sql, { timezone: 'America/Denver', latitude: 39.74, longitude: -105.17 });
    const { sn } = await makeDevice(sql, { sid, product: 'Whole roof' });
    const file = join(pv, 'nrel_RSF_II.csv');
    const rsf = order({
      sn,
      file,
      timeZone: 'America/Denver',
      dates: 'mdy',
      columns: ['ac_power_kw_1137=powerW', 'ambient_temp__1053=temperatureC'],
    });
    const points = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [time, powerKw] = line.split(',') as [string, string];
        const [month, day, year, hour, minute] = time.split(/[/ :]/).map(Number) as [
          number,
          number,
          number,
          number,
          number,
        ];
        return { localMs: Date.UTC(year, month - 1, day, hour, minute), powerW: Math.max(0, Number(powerKw) * 1000) };
      });
    const first = await importFile(context, rsf);
    expect(first).toMatchObject({ rows: 480, taken: 480, known: 0, refused: [] });
    await expectSums(sn, trapezoids(points));
    expect((await sql`select distinct source from device_days where sn = ${sn}`)[0]).toEqual({ source: 'imported' });
    expect(first.days!.withEnergy + first.days!.without).toBe(Object.keys(await daysOf(sn)).length);
    const repeated = await importFile(context, rsf);
    expect(repeated).toMatchObject({ rows: 480, taken: 0, known: 480 });
    await expectSums(sn, trapezoids(points));
  });

  test('imports times with an offset and power in W that is slightly negative at night', async () => {
    const sid = await makeSite(sql, { timezone: 'America/Phoenix', latitude: 39.74, longitude: -105.17 });
    const { sn } = await makeDevice(sql, { sid, product: 'Whole roof' });
    const file = join(pv, 'serf_east_15min_ac_power.csv');
    const lines = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',') as [string, string]);
    const points = lines
      .filter(([, power]) => power.trim() !== '')
      .map(([time, power]) => ({
        localMs: Date.parse(`${time.replace(' ', 'T')}`) - 7 * 3_600_000,
        powerW: Math.max(0, Number(power)),
      }));
    const imported = await importFile(context, order({ sn, file, unit: 'W' }));
    expect(imported.taken).toBe(points.length);
    expect(imported.rows).toBe(lines.length);
    expect(imported.refused.reduce((sum, { rows }) => sum + rows, 0)).toBe(lines.length - points.length);
    expect(imported.clamped).toBe(lines.filter(([, power]) => Number(power) < 0).length);
    await expectSums(sn, trapezoids(points));
    expect(summaryOf(imported).join('\n')).toContain(`${points.length} taken`);
    const kW = await importFile(context, order({ sn, file, unit: 'kW' }));
    expect(kW.refused.find(({ reason }) => reason.includes('outside'))!.rows).toBeGreaterThan(100);
  });
});

test('keeps the sign of bidirectional quantities, however small', async () => {
  const { sid, sn } = await makeDevice(sql, { product: 'Hybrid inverter' });
  const file = write('signs.csv', 'time,pv_w,grid_w,soc\n2026-01-02T10:00Z,-4,-30,55\n2026-01-02T10:05Z,-900,7,56\n');
  const columns = ['pv_w=powerW', 'grid_w=gridPowerW', 'soc=batterySocPercent'];
  const imported = await importFile(context, order({ sn, file, columns }));
  expect(imported).toMatchObject({
    taken: 1,
    clamped: 1,
    refused: [{ reason: expect.stringContaining('outside'), rows: 1 }],
  });
  expect(await storedSamples(sql, sid, sn)).toMatchObject([{ powerW: 0, gridPowerW: -30, batterySocPercent: 55 }]);
});

test('reads the offset of an irradiance sensor at night as 0', async () => {
  const { sid, sn } = await makeDevice(sql, { product: 'Sensor' });
  const file = write('light.csv', 'time,poa\n2026-01-02T01:00Z,-1.87\n2026-01-02T01:15Z,-75\n');
  const imported = await importFile(context, order({ sn, file, columns: ['poa=irradianceWm2'] }));
  expect(imported).toMatchObject({ taken: 1, clamped: 0, refused: [{ rows: 1 }] });
  expect(await storedSamples(sql, sid, sn)).toMatchObject([{ irradianceWm2: 0 }]);
});

describe('an ambiguous file is refused with the option that decides:', () => {
  test.each<[string, string, Partial<ImportOrder>, RegExp]>([
    ['no offset', 'time,power_w\n2026-01-02 10:00,5\n', {}, /--zone/],
    ['month or day', 'time,power_w\n1/2/2026 10:00,5\n', { timeZone: 'UTC' }, /--dates mdy/],
    ['W or kW', 'time,ac_power\n2026-01-02T10:00Z,5\n', {}, /--unit W or --unit kW/],
    ['two powers', 'time,ac_power_w,dc_power_w\n2026-01-02T10:00Z,5,6\n', {}, /Which column is the power/],
    ['no time column', 'when,ac_power_w\n2026-01-02T10:00Z,5\n', {}, /Which column is the time/],
    ['a column that is not there', 'time,ac_power_w\n', { columns: ['b=powerW:W'] }, /no column "b"/],
    ['a quantity that is not there', 'time,ac_power_w\n', { columns: ['ac_power_w=horses'] }, /no quantity/],
    ['empty', '', {}, /empty/],
  ])('%s', async (name, text, overrides, message) => {
    const { sn } = await makeDevice(sql);
    await expect(importFile(context, order({ sn, file: write(`${name}.csv`, text), ...overrides }))).rejects.toThrow(
      message,
    );
    expect(await daysOf(sn)).toEqual({});
  });

  test('refuses a device of no plant', async () => {
    await expect(
      importFile(context, order({ sn: '0BAD0BAD', file: write('x.csv', 'time,power_w\n') })),
    ).rejects.toThrow(/in no plant/);
  });
});

test('refuses bad rows one by one, with a reason and an example', async () => {
  const { sn } = await makeDevice(sql);
  const file = write(
    'bad.csv',
    'time;power_kw\n2026-01-02T10:00Z;0.3\nyesterday;1\n2026-01-02T10:15Z;many\n2026-01-02T10:30Z;\n2026-01-02T10:45Z;-3\n2099-01-01T00:00Z;1\n2026-01-02T11:00+01:00;0.3\n2026-01-02T12:00Z;1.5\n',
  );
  const imported = await importFile(context, order({ sn, file }));
  expect(imported).toMatchObject({ rows: 8, taken: 1, known: 1 });
  expect(imported.refused.map(({ reason }) => reason).sort()).toEqual([
    '"power_kw" is not a number',
    '"power_kw" is outside 0 to 1000000 W',
    'its time is before 1990 or in the future',
    'no plausible value',
    'no value',
    'not a time',
  ]);
  expect(imported.refused.find(({ reason }) => reason === 'not a time')!.example).toBe('line 3: yesterday,1');
});

test('reads the repeated hour of a clock change twice and refuses the skipped one', async () => {
  const sid = await makeSite(sql, { timezone: 'Europe/Berlin' });
  const { sn } = await makeDevice(sql, { sid });
  const file = write(
    'clock.csv',
    [
      'time,power_w',
      '2025-03-30 01:30,1',
      '2025-03-30 02:30,1',
      '2025-10-26 01:30,1',
      '2025-10-26 02:00,2',
      '2025-10-26 02:30,3',
      '2025-10-26 02:00,4',
      '2025-10-26 02:30,5',
      '2025-10-26 03:00,6',
    ].join('\n'),
  );
  const imported = await importFile(context, order({ sn, file, timeZone: 'Europe/Berlin' }));
  expect(imported).toMatchObject({ taken: 7, refused: [{ reason: 'no such local time: the clock was set forward' }] });
  const rows = (await storedSamples(sql, sid, sn)).filter(({ at }) => at > '2025-10-01');
  expect(rows.map(({ at, powerW }) => [at.slice(11, 16), powerW])).toEqual([
    ['23:30', 1],
    ['00:00', 2],
    ['00:30', 3],
    ['01:00', 4],
    ['01:30', 5],
    ['02:00', 6],
  ]);
});
