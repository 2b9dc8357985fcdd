// device/history/download: every sample of the days as CSV, in the plant's time and the user's language; never a partial file that looks complete.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { csvRows, fillHistory } from '../../../../test/historyFiles.ts';
import { makeSample } from '../../../../test/readings.ts';
import { testServer } from '../../../../test/testServer.ts';
import { compactSampleDays } from '../../../samples/sealing.ts';

const server = await testServer();
const { app, call, clock, context, sql, signedIn } = server;
const { id, companyId } = await makeUser(sql);
const token = await signedIn(id);

async function device(timezone = 'Europe/Berlin', product = 'BDM-400') {
  const sid = await makeSite(sql, { companyId, timezone });
  return await makeDevice(sql, { sid, product });
}

async function download(body: { sid?: string; sn: string; start: string; end?: string }, headers = {}) {
  const { code, data } = await call('device/history/download', body, { token, headers });
  expect(code).toBe(200);
  return { name: data.name, type: data.type, rows: csvRows(data.content), text: String(data.content) };
}

test('writes one row per sample, instants with the plant’s offset, and units in the header', async () => {
  const { sid, sn } = await device();
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:58:00Z', powerW: 0.1 + 0.2, statusBits: 0x2000 });
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:53:00Z', powerW: 212.5 });
  const { name, type, rows, text } = await download({ sid, sn, start: '2026-06-15' });
  expect([name, type]).toEqual([`${sn}_2026-06-15.csv`, 'text/csv; charset=utf-8']);
  expect(text.startsWith('\ufeffTime,Local time (Europe/Berlin),Status,Power (W),Bus voltage (V)')).toBe(true);
  expect(rows.map((row) => row.slice(0, 4))).toEqual([
    expect.anything(),
    ['2026-06-15T11:53:00+02:00', '2026-06-15 11:53:00', 'OK', '212.5'],
    ['2026-06-15T11:58:00+02:00', '2026-06-15 11:58:00', 'GFDI fault indicator', '0.3'],
  ]);
  expect(new Set(rows.map(({ length }) => length)).size).toBe(1);
});

test('writes header and texts in the user’s language', async () => {
  const { sid, sn } = await device();
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:58:00Z', powerW: 1, statusBits: 0x2000 });
  const german = await download({ sid, sn, start: '2026-06-15' }, { lan: '3' });
  expect(german.rows[0]!.slice(1, 4)).toEqual(['Ortszeit (Europe/Berlin)', 'Status', 'Leistung (W)']);
  const chinese = await download({ sid, sn, start: '2026-06-15' }, { lan: '1' });
  expect(chinese.rows[0]![3]).toBe('功率 (W)');
  for (const { text } of [german, chinese]) expect(text).not.toMatch(/[{}]|quantities|history/);
  expect(german.rows[1]![2]).not.toBe('GFDI fault indicator');
});

test('writes exactly the columns of both inputs for a device with two inputs', async () => {
  const { sid, sn } = await device('Europe/Berlin', 'BDM-800');
  const { rows } = await download({ sid, sn, start: '2026-06-15' });
  expect(rows).toHaveLength(1);
  const heads = rows[0]!.join();
  expect(heads).toContain('Voltage of input 2 (V)');
  expect(heads).not.toContain('input 3');
  expect(rows[0]).toHaveLength(3 + 7 + 2 * 4);
});

test('includes both days of a range, also days of 23 and 25 hours, compacted or not, and nothing else', async () => {
  clock.set('2026-04-20T10:00:00Z');
  const { sid, sn } = await device();
  // Three days around the night of 29 March, in whole hours of UTC.
  await fillHistory(sql, sid, sn, '2026-03-27T23:00:00Z', 24 + 23 + 24 + 24, 3600);
  const expected = async () => {
    const one = await download({ sid, sn, start: '2026-03-29' });
    expect(one.rows).toHaveLength(1 + 23);
    expect(one.rows[1]!.slice(0, 2)).toEqual(['2026-03-29T00:00:00+01:00', '2026-03-29 00:00:00']);
    expect(one.rows[3]!.slice(0, 2)).toEqual(['2026-03-29T03:00:00+02:00', '2026-03-29 03:00:00']);
    const { rows, name } = await download({ sid, sn, start: '2026-03-28', end: '2026-03-30' });
    expect(name).toBe(`${sn}_2026-03-28_2026-03-30.csv`);
    expect(rows).toHaveLength(1 + 24 + 23 + 24);
    const instants = rows.slice(1).map(([at]) => Date.parse(at!));
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
    expect(new Set(instants).size).toBe(instants.length);
    return one.text;
  };
  const hot = await expected();
  await compactSampleDays(context);
  const [blocks] = await sql<{ count: number }[]>`select count(*) from sample_blocks where sn = ${sn}`;
  expect(blocks!.count).toBeGreaterThan(2);
  expect(await expected()).toBe(hot);
  // Negative zero is written as 0, not "-0".
  expect(hot).not.toContain('-0,');
  clock.set('2026-06-15T10:00:00Z');
});

test('names a damaged day in its place, and writes the others', async () => {
  clock.set('2026-04-20T10:00:00Z');
  const { sid, sn } = await device();
  await fillHistory(sql, sid, sn, '2026-03-01T23:00:00Z', 24 * 6, 3600);
  await compactSampleDays(context);
  await sql`update sample_blocks set power = power || '\\x00'::bytea where sn = ${sn} and day = '2026-03-04'`;
  const { rows } = await download({ sid, sn, start: '2026-03-02', end: '2026-03-07' });
  expect(rows).toHaveLength(1 + 24 * 5 + 1);
  const place = rows.findIndex(([at], n) => n > 0 && at === '');
  expect(rows[place]!.slice(0, 3)).toEqual(['', '2026-03-04', 'readings of this day are damaged and missing']);
  expect(rows[place - 1]![1]).toBe('2026-03-03 23:00:00');
  expect(rows[place + 1]![1]).toBe('2026-03-05 00:00:00');
  clock.set('2026-06-15T10:00:00Z');
});

test('returns errors in the envelope for too many days, reversed days and a stranger’s device', async () => {
  const { sid, sn } = await device();
  const ask = (body: object, as = token) =>
    call('device/history/download', { sid, sn, ...body } as never, { token: as });
  expect((await ask({ start: '2025-06-15', end: '2026-06-15' })).code).toBe(200);
  expect(await ask({ start: '2025-06-14', end: '2026-06-15' })).toMatchObject({
    status: 200,
    code: 400,
    msg: expect.stringContaining('end'),
    data: {},
  });
  expect((await ask({ start: '2026-06-15', end: '2026-06-14' })).code).toBe(1017);
  const stranger = await makeUser(sql, { companyId: await makeCompany(sql) });
  expect(await ask({ start: '2026-06-15' }, await signedIn(stranger.id))).toMatchObject({ code: 1006, data: {} });
  const other = await makeSite(sql, { companyId });
  expect((await ask({ sid: other, start: '2026-06-15' })).code).toBe(1006);
});

test('limits the number of days, so that nobody downloads a whole fleet within an hour', async () => {
  const { sid, sn } = await device();
  const busyToken = await signedIn((await makeUser(sql, { companyId })).id);
  const year = { sid, sn, start: '2025-06-15', end: '2026-06-15' };
  const codes = [];
  for (let n = 0; n < 51; n++) codes.push((await call('device/history/download', year, { token: busyToken })).code);
  expect(codes.filter((code) => code === 200)).toHaveLength(50);
  expect(codes.at(-1)).toBe(1000);
});

test('refuses a user’s fourth concurrent download, which can be repeated later', async () => {
  const { sid, sn } = await device();
  const ownUser = await makeUser(sql, { companyId });
  const theirs = await signedIn(ownUser.id);
  const body = { sid, sn, start: '2026-06-15' };
  const places = Array.from({ length: 3 }, () => context.downloads.tryAcquire(ownUser.id, clock.now().getTime())!);
  expect(await call('device/history/download', body, { token: theirs })).toMatchObject({ code: 1000 });
  expect((await call('device/history/download', body, { token })).code).toBe(200);
  places[0]!();
  for (let n = 0; n < 3; n++) expect((await call('device/history/download', body, { token: theirs })).code).toBe(200);
  for (const leave of places) leave();
});

test('names the file, forbids caching and sniffing, and sends nothing but its bytes', async () => {
  const { sid, sn } = await device();
  const response = await app.inject({
    method: 'POST',
    url: '/v2/device/history/download',
    headers: { authorization: token },
    payload: { sid, sn, start: '2026-06-15' },
  });
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${sn}_2026-06-15.csv"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
});
