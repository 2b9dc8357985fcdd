// device/history: samples as measured, paged, in the plant's time; the same rows as in the file.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { makeSample } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';
import { insertSamples } from '../../samples/samples.ts';
import { compactSampleDays } from '../../samples/sealing.ts';

const { ask, call, clock, context, sql, signedIn } = await testServer();
const { id, companyId } = await makeUser(sql);
let token = await signedIn(id);
/** A session of that time: earlier ones have expired. */
async function setNow(at: string): Promise<void> {
  clock.set(at);
  token = await signedIn(id);
}
const sid = await makeSite(sql, { companyId });

async function fill(sn: string, from: string, count: number, stepS = 300): Promise<void> {
  const start = Date.parse(from);
  const samples = Array.from({ length: count }, (_, n) => ({
    sid,
    sn,
    atMs: start + n * stepS * 1000,
    powerW: n / 3,
    counterWh: n,
    statusBits: n % 5 === 0 ? 0x20 : 0,
    mode: 6,
    imported: false,
    quantities: { powerW: n / 3, counterWh: n, temperatureC: n % 2 === 0 ? 21.5 : null },
  }));
  await sql.begin((tx) => insertSamples(tx, samples));
}

test('begins with the power of a meter, before frequency and phases', async () => {
  const { sn } = await makeDevice(sql, { sid, product: 'Meter' });
  const quantities = { frequencyHz: 50, reactivePowerVar: 12, gridPowerW: -310, l1VoltageV: 231 };
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:53:00Z', quantities });
  const { columns, list } = await ask('device/history', { sid, sn, start: '2026-06-15' }, { token });
  expect([columns[0]!.name, list[0]!.values[0]]).toEqual(['gridPowerW', -310]);
});

test('returns samples newest first, with the status as text and code, and only measured quantities', async () => {
  const { sn } = await makeDevice(sql, { sid });
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:53:00Z', powerW: 212.5, quantities: { temperatureC: 40 } });
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:58:00Z', powerW: 0.1 + 0.2, statusBits: 0x2020 });
  const { columns, list, total, damaged } = await ask('device/history', { sid, sn, start: '2026-06-15' }, { token });
  expect({ columns, total, damaged }).toEqual({
    columns: [
      { name: 'powerW', title: 'Power', unit: 'W' },
      { name: 'temperatureC', title: 'Temperature', unit: '°C' },
    ],
    total: 2,
    damaged: [],
  });
  expect(list).toEqual([
    {
      atMs: Date.parse('2026-06-15T09:58:00Z'),
      iso: '2026-06-15T11:58:00+02:00',
      time: '2026-06-15 11:58:00',
      code: '2020',
      statusTitle: 'GFDI fault indicator',
      mode: 'generating',
      imported: false,
      values: [0.3, null],
    },
    {
      atMs: Date.parse('2026-06-15T09:53:00Z'),
      iso: '2026-06-15T11:53:00+02:00',
      time: '2026-06-15 11:53:00',
      code: '0000',
      statusTitle: 'OK',
      mode: 'generating',
      imported: false,
      values: [212.5, 40],
    },
  ]);
});

test('returns each sample once over pages of compacted and other days, the same as the file', async () => {
  await setNow('2026-06-20T10:00:00Z');
  const { sn } = await makeDevice(sql, { sid });
  await fill(sn, '2026-06-12T22:00:00Z', 700);
  await compactSampleDays(context);
  // On a day that is not compacted.
  await fill(sn, '2026-06-19T08:00:00Z', 7);
  const body = { sid, sn, start: '2026-06-13', end: '2026-06-19' };
  const pages = [];
  for (const num of [0, 1, 2, 3])
    pages.push(await ask('device/history', { ...body, page: { size: 200, num } }, { token }));
  expect(pages.map(({ list, total }) => [list.length, total])).toEqual([
    [200, 707],
    [200, 707],
    [200, 707],
    [107, 707],
  ]);
  const rows = pages.flatMap(({ list }) => list).toReversed();
  expect(new Set(rows.map(({ iso }) => iso)).size).toBe(707);
  const { list: first } = await ask(
    'device/history',
    { ...body, page: { size: 3, num: 0 }, sort: [{ field: 'time', descending: false }] },
    { token },
  );
  expect(first).toEqual(rows.slice(0, 3));
  const { data } = await call('device/history/download', body, { token });
  const file = String(data.content)
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));
  expect(file.map((line) => [line[0], line[2], Number(line[3])])).toEqual(
    rows.map((row) => [row.iso, row.statusTitle, row.values[0]]),
  );
});

test('returns each row of half a year once and in order, compacted or late, in any direction of paging', async () => {
  await setNow('2026-06-20T10:00:00Z');
  const { sn } = await makeDevice(sql, { sid });
  await fill(sn, '2025-12-10T00:00:00Z', 4500, 3600);
  await compactSampleDays(context);
  // Late ones between compacted ones, one at a compacted instant, and one of a day that is not over; one quantity occurs only in them.
  await makeSample(sql, { sid, sn, at: '2026-02-03T04:30:00Z', powerW: 7, quantities: { frequencyHz: 50 } });
  await makeSample(sql, { sid, sn, at: '2026-03-05T06:00:00Z', powerW: 8 });
  await fill(sn, '2026-06-19T23:00:00Z', 20, 600);
  const body = { sid, sn, start: '2025-12-10', end: '2026-06-20' };
  const askPages = async (descending: boolean) => {
    const rows = [];
    for (let num = 0, total = 1; num * 200 < total; num++) {
      const sort = [{ field: 'time' as const, descending }];
      const page = await ask('device/history', { ...body, page: { size: 200, num }, sort }, { token });
      expect(page.columns.map(({ name }) => name)).toEqual(['powerW', 'frequencyHz', 'temperatureC', 'counterWh']);
      expect(page.list).toHaveLength(Math.min(200, page.total - num * 200));
      total = page.total;
      rows.push(...page.list);
    }
    return rows;
  };
  const rows = await askPages(false);
  const stored = [
    ...Array.from({ length: 4500 }, (_, n) => Date.parse('2025-12-10T00:00:00Z') + n * 3_600_000),
    ...Array.from({ length: 20 }, (_, n) => Date.parse('2026-06-19T23:00:00Z') + n * 600_000),
    Date.parse('2026-02-03T04:30:00Z'),
  ];
  const instants = [...new Set(stored)].filter((ms) => ms >= Date.parse('2025-12-09T23:00:00Z'));
  expect(rows.map(({ atMs }) => atMs)).toEqual(instants.toSorted((left, right) => left - right));
  expect(rows.find(({ atMs }) => atMs === Date.parse('2026-02-03T04:30:00Z'))?.values.slice(0, 2)).toEqual([7, 50]);
  expect(rows.find(({ atMs }) => atMs === Date.parse('2026-03-05T06:00:00Z'))?.values[0]).toBe(8);
  expect((await askPages(true)).toReversed()).toEqual(rows);
});

test('returns a whole day of 25 hours, and an empty day without samples', async () => {
  await setNow('2026-11-01T10:00:00Z');
  const { sn } = await makeDevice(sql, { sid });
  await fill(sn, '2026-10-24T22:00:00Z', 25, 3600);
  expect(await ask('device/history', { sid, sn, start: '2026-10-25' }, { token })).toMatchObject({ total: 25 });
  expect(await ask('device/history', { sid, sn, start: '2026-10-26' }, { token })).toEqual({
    columns: [],
    list: [],
    total: 0,
    damaged: [],
  });
});

test('names a day whose stored data are damaged, and returns the others', async () => {
  await setNow('2026-04-20T10:00:00Z');
  const { sn } = await makeDevice(sql, { sid });
  await fill(sn, '2026-03-01T23:00:00Z', 24 * 3, 3600);
  await compactSampleDays(context);
  await sql`update sample_blocks set power = power || '\\x00'::bytea where sn = ${sn} and day = '2026-03-03'`;
  const { list, total, damaged } = await ask(
    'device/history',
    { sid, sn, start: '2026-03-02', end: '2026-03-04', page: { size: 200, num: 0 } },
    { token },
  );
  expect({ damaged, total }).toEqual({ damaged: ['2026-03-03'], total: 48 });
  expect(new Set(list.map(({ time }) => time.slice(0, 10)))).toEqual(new Set(['2026-03-02', '2026-03-04']));
});

test('refuses more than a year, reversed days and a device of others', async () => {
  const { sn } = await makeDevice(sql, { sid });
  const ofDays = (start: string, end: string) => call('device/history', { sid, sn, start, end }, { token });
  expect((await ofDays('2025-05-01', '2026-05-01')).code).toBe(200);
  expect(await ofDays('2025-05-01', '2026-05-02')).toMatchObject({ code: 1016, data: {} });
  expect(await ofDays('2026-05-02', '2026-05-01')).toMatchObject({ code: 1017, data: {} });
  const { sn: theirs } = await makeDevice(sql);
  expect(await call('device/history', { sn: theirs, start: '2026-06-15' }, { token })).toMatchObject({
    code: 1006,
    data: {},
  });
});

test.each([
  ['device/history', {}],
  ['device/history/electricity', {}],
  ['device/history/download', {}],
  ['device/history/files/ask', { format: 'csv' }],
  ['device/playback', {}],
  ['device/voltage', {}],
  ['device/voltage/download', { format: 'csv' }],
] as const)('%s refuses days that have not begun in any time zone instead of returning nothing', async (path, more) => {
  await setNow('2026-06-15T10:00:00Z');
  const { sn } = await makeDevice(sql, { sid });
  const codeOf = async (start: string) => (await call(path, { sid, sn, start, end: start, ...more }, { token })).code;
  expect(await codeOf('2026-06-17')).toBe(1440);
  expect(await sql`select from user_files where about_sn = ${sn}`).toHaveLength(0);
  // For a user whose clock is ahead.
  expect(await codeOf('2026-06-16')).not.toBe(1440);
});
