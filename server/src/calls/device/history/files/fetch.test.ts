// device/history/files/fetch: exactly the same rows and figures in each format, from any server, only for users who can access the plant now.
import { parquetMetadata } from 'hyparquet';
import { expect, test } from 'vitest';
import { endShares, makeCompany, makeDevice, makeSite, makeUser } from '../../../../../test/factories.ts';
import { fileOf, madeFile, readParquetRows } from '../../../../../test/files.ts';
import { makeSample } from '../../../../../test/readings.ts';
import { readXlsx } from '../../../../../test/readXlsx.ts';
import { testServer } from '../../../../../test/testServer.ts';
import { compactSampleDays } from '../../../../samples/sealing.ts';

const server = await testServer();
const { ask, call, clock, context, sql, signedIn } = server;
const { id: userId, companyId } = await makeUser(sql);
const token = await signedIn(userId);
const PATH = 'device/history/files/fetch';

/** Two days around the night of 29 March, with unusual figures, gaps and an error. */
async function measured() {
  clock.set('2026-04-20T10:00:00Z');
  const key = await makeDevice(sql, { sid: await makeSite(sql, { companyId }), product: 'BDM-800' });
  const start = Date.parse('2026-03-27T23:00:00Z');
  for (let hour = 0; hour < 24 + 23; hour++) {
    const at = new Date(start + hour * 3_600_000).toISOString();
    const powerW = hour % 5 === 0 ? 0.1 + 0.2 : hour % 7 === 0 ? -0 : Math.sqrt(hour) * 100;
    const quantities = {
      temperatureC: -0.04 * hour,
      counterWh: hour * 1e6,
      ...(hour % 2 ? { input1VoltageV: 31.25 } : {}),
    };
    await makeSample(sql, { ...key, at, powerW, quantities, statusBits: hour === 3 ? 0x2000 : 0 });
  }
  return key;
}
const DAYS = { start: '2026-03-28', end: '2026-03-29' };

test('writes exactly the rows of device/history as CSV, XLSX and Parquet, compacted or not', async () => {
  const key = await measured();
  const as = { token: await signedIn(userId) };
  const { columns, list, total } = await ask(
    'device/history',
    { ...key, ...DAYS, page: { size: 200, num: 0 }, sort: [{ field: 'time', descending: false }] },
    as,
  );
  expect(total).toBe(47);
  const expected = list.map(({ iso, time, statusTitle, values }) => [iso, time, statusTitle, ...values]);
  const quantities = columns.map(({ name }) => name) as 'powerW'[];
  for (const sealed of [false, true]) {
    if (sealed) await compactSampleDays(context);
    const csv = await madeFile(server, { ...key, ...DAYS, quantities, format: 'csv' }, as);
    expect([csv.name, csv.type]).toEqual([`${key.sn}_2026-03-28_2026-03-29.csv`, 'text/csv; charset=utf-8']);
    const [head, ...lines] = csv.bytes.toString('utf8').trim().split('\r\n');
    const field = (text: string) => (text === '' ? null : Number(text));
    const rowsOfCsv = lines
      .map((line) => line.split(','))
      .map((row) => [...row.slice(0, 3), ...row.slice(3).map(field)]);
    expect(rowsOfCsv).toEqual(expected);
    // Same as the direct download.
    const direct = await fileOf(server, 'device/history/download', { ...key, ...DAYS, quantities }, as);
    expect(csv.bytes.equals(direct.bytes)).toBe(true);

    const book = await madeFile(server, { ...key, ...DAYS, quantities, format: 'xlsx' }, as);
    expect(book.name).toBe(`${key.sn}_2026-03-28_2026-03-29.xlsx`);
    expect(book.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const { sheets } = readXlsx(book.bytes);
    expect(sheets.map(({ name }) => name)).toEqual([key.sn]);
    const width = expected[0]!.length;
    const [heads, ...rows] = sheets[0]!.rows.map((row) => [...row, ...new Array(width - row.length).fill(null)]);
    expect(heads).toEqual(head!.split(','));
    expect(rows).toEqual(expected);

    const parquet = await madeFile(server, { ...key, ...DAYS, quantities, format: 'parquet' }, as);
    expect([parquet.name.slice(-8), parquet.type]).toEqual(['.parquet', 'application/vnd.apache.parquet']);
    expect(await readParquetRows(parquet.bytes)).toEqual(
      list.map(({ atMs, time, statusTitle, code, values }) => ({
        at: new Date(atMs),
        localTime: time,
        statusBits: Number.parseInt(code, 16),
        status: statusTitle,
        ...Object.fromEntries(columns.map(({ name }, index) => [name, values[index]])),
      })),
    );
    const { schema } = parquetMetadata(new Uint8Array(parquet.bytes).buffer);
    expect(schema.find(({ name }) => name === 'at')?.logical_type).toEqual({
      type: 'TIMESTAMP',
      isAdjustedToUTC: true,
      unit: 'MILLIS',
    });
    for (const { id } of [csv, book, parquet]) await ask('device/history/files/remove', { id }, as);
  }
  clock.set('2026-06-15T10:00:00Z');
});

test('writes only the selected quantities, with the header in the language of the request', async () => {
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }) });
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:58:00Z', powerW: 0.1 + 0.2, statusBits: 0x2000 });
  const german = { token, headers: { lan: '3' } };
  const body = { sid, sn, start: '2026-06-15', quantities: ['powerW' as const], format: 'xlsx' as const };
  const { id, bytes } = await madeFile(server, body, german);
  const { rows } = readXlsx(bytes).sheets[0]!;
  expect(rows[0]).toEqual(['Zeit', 'Ortszeit (Europe/Berlin)', 'Status', 'Leistung (W)']);
  expect(rows[1]!.slice(0, 2)).toEqual(['2026-06-15T11:58:00+02:00', '2026-06-15 11:58:00']);
  expect(rows[1]![3]).toBe(0.3);
  // The same file for every request.
  expect((await fileOf(server, PATH, { id }, { token })).bytes.equals(bytes)).toBe(true);
});

test('names a damaged day in its place in each format', async () => {
  clock.set('2026-04-20T10:00:00Z');
  const as = { token: await signedIn(userId) };
  const key = await makeDevice(sql, { sid: await makeSite(sql, { companyId }) });
  for (const day of ['02', '03', '04']) await makeSample(sql, { ...key, at: `2026-03-${day}T11:00:00Z`, powerW: 1 });
  await compactSampleDays(context);
  await sql`update sample_blocks set power = power || '\\x00'::bytea where sn = ${key.sn} and day = '2026-03-03'`;
  const body = { ...key, start: '2026-03-02', end: '2026-03-04' };
  const text = 'readings of this day are damaged and missing';
  const book = await madeFile(server, { ...body, format: 'xlsx' }, as);
  const { rows } = readXlsx(book.bytes).sheets[0]!;
  expect(rows.slice(1).map((row) => row.slice(0, 3))).toEqual([
    ['2026-03-02T12:00:00+01:00', '2026-03-02 12:00:00', 'OK'],
    [null, '2026-03-03 00:00:00', text],
    ['2026-03-04T12:00:00+01:00', '2026-03-04 12:00:00', 'OK'],
  ]);
  const parquet = await readParquetRows((await madeFile(server, { ...body, format: 'parquet' }, as)).bytes);
  expect(parquet.map(({ at, localTime, status }) => [at, localTime, status])[1]).toEqual([null, '2026-03-03', text]);
  clock.set('2026-06-15T10:00:00Z');
});

test('serves the file to its user only, while the plant is accessible, for a day, from any server', async () => {
  const guest = await makeUser(sql, { role: 'owner', companyId: await makeCompany(sql) });
  const key = await makeDevice(sql, { sid: await makeSite(sql, { companyId, sharedWith: [guest.id] }) });
  await makeSample(sql, { ...key, at: '2026-06-15T09:58:00Z', powerW: 1 });
  const theirs = { token: await signedIn(guest.id) };
  const body = { ...key, start: '2026-06-15' };
  const { id } = await ask('device/history/files/ask', body, theirs);
  const code = async (as: { token: string }) => (await fileOf(server, PATH, { id }, as)).code;
  // Not finished yet.
  expect(await code(theirs)).toBe(1431);
  const made = await madeFile(server, body, theirs);
  expect([made.id, made.code]).toEqual([id, 200]);
  const secondServer = await server.beside();
  expect((await secondServer.call(PATH, { id }, theirs)).data.name).toBe(made.name);
  // The plant's own company did not request it.
  expect(await code({ token })).toBe(1431);
  await endShares(sql, key.sid);
  expect(await code(theirs)).toBe(1006);
  expect((await call(PATH, { id }, { token: '' })).status).toBe(401);

  const own = await madeFile(server, body, { token });
  clock.forward(86_399);
  const later = { token: await signedIn(userId) };
  expect((await fileOf(server, PATH, { id: own.id }, later)).code).toBe(200);
  clock.forward(1);
  expect((await fileOf(server, PATH, { id: own.id }, later)).code).toBe(1431);
  clock.set('2026-06-15T10:00:00Z');
});

test('streams a file of several chunks completely, and stops one that loses access to its plant', async () => {
  const key = await makeDevice(sql, { sid: await makeSite(sql, { companyId }) });
  await makeSample(sql, { ...key, at: '2026-06-15T09:58:00Z', powerW: 1 });
  const { id } = await madeFile(server, { ...key, start: '2026-06-15' }, { token });
  await sql`
    insert into user_file_pieces (user_id, id, piece, bytes)
    select ${userId}, ${id}, n, convert_to(repeat(n::text, 1000), 'utf8') from generate_series(1, 4) n`;
  await sql`update user_files set pieces = 5 where id = ${id}`;
  const { bytes } = await fileOf(server, PATH, { id }, { token });
  expect(bytes.toString().slice(-4000)).toBe([1, 2, 3, 4].map((n) => String(n).repeat(1000)).join(''));
  await sql`delete from user_file_pieces where id = ${id} and piece = 3`;
  await expect(fileOf(server, PATH, { id }, { token })).rejects.toThrow();
});

test('refuses a user’s fourth concurrent download, which can be repeated later', async () => {
  const key = await makeDevice(sql, { sid: await makeSite(sql, { companyId }) });
  const { id } = await madeFile(server, { ...key, start: '2026-06-15' }, { token });
  const places = Array.from({ length: 3 }, () => context.downloads.tryAcquire(userId, clock.now().getTime())!);
  expect((await fileOf(server, PATH, { id }, { token })).code).toBe(1000);
  for (const leave of places) leave();
  for (let n = 0; n < 4; n++) expect((await fileOf(server, PATH, { id }, { token })).code).toBe(200);
});
