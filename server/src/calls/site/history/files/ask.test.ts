// site/history/files/ask: one file of all devices of a plant, with the rows of each device's own file, for people who see the plant.
import { CSV_BOM } from '@heliograph/contract/csv.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { MAX_FILE_DEVICE_DAYS } from '@heliograph/contract/limits.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { expect, test } from 'vitest';
import { endShares, makeCompany, makeDevice, makeSite, makeUser, shareSite } from '../../../../../test/factories.ts';
import { fileOf, madeFile, madePlantFile, readParquetRows } from '../../../../../test/files.ts';
import { makeSample } from '../../../../../test/readings.ts';
import { readXlsx } from '../../../../../test/readXlsx.ts';
import { testServer } from '../../../../../test/testServer.ts';
import { makeUserFiles } from '../../../../readings/makeFiles.ts';
import { compactSampleDays } from '../../../../samples/sealing.ts';

const server = await testServer();
const { ask, call, clock, context, sql, signedIn } = server;
const { id: userId, companyId } = await makeUser(sql);
const token = await signedIn(userId);
const PATH = 'site/history/files/ask';
const FETCH = 'device/history/files/fetch';
const DAYS = { start: '2026-06-14', end: '2026-06-15' };

/** A plant with a meter, a microinverter with a sample each, and a gateway. Serial numbers are not in order of registration. */
async function plantOfTwo(name = 'Roof: East/West') {
  const sid = await makeSite(sql, { companyId, name });
  const meter = await makeDevice(sql, { sid, product: 'Meter', sn: nextSn('B') });
  const inverter = await makeDevice(sql, { sid, product: 'BDM-400', sn: nextSn('A') });
  await makeDevice(sql, { sid, product: 'HG-1', sn: nextSn('C') });
  await makeSample(sql, { ...meter, at: '2026-06-14T09:00:00Z', quantities: { gridPowerW: -120.5, frequencyHz: 50 } });
  await makeSample(sql, { ...meter, at: '2026-06-15T09:58:00Z', quantities: { gridPowerW: 0 } });
  await makeSample(sql, { ...inverter, at: '2026-06-15T09:58:00Z', powerW: 0.1 + 0.2, statusBits: 0x2000 });
  return { sid, meter: meter.sn, inverter: inverter.sn };
}
let count = 0;
const nextSn = (letter: string): string => `${letter}${String(++count).padStart(7, '0')}`;

const linesOf = (bytes: Buffer): string[][] =>
  bytes
    .toString('utf8')
    .replace(CSV_BOM, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

test('writes one row for each device and time, by serial number, with empty cells for what a device does not measure', async () => {
  const { sid, meter, inverter } = await plantOfTwo();
  const as = { token };
  const quantities: QuantityName[] = ['gridPowerW', 'powerW'];
  for (const sealed of [false, true]) {
    if (sealed) await compactSampleDays(context);
    const csv = await madePlantFile(server, { sid, ...DAYS, quantities }, as);
    expect([csv.code, csv.type]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(linesOf(csv.bytes)).toEqual([
      ['Time', 'Local time (Europe/Berlin)', 'Serial number', 'Status', 'Power (W)', 'Grid power (W)'],
      ['2026-06-15T11:58:00+02:00', '2026-06-15 11:58:00', inverter, expect.any(String), '0.3', ''],
      ['2026-06-14T11:00:00+02:00', '2026-06-14 11:00:00', meter, 'OK', '', '-120.5'],
      ['2026-06-15T11:58:00+02:00', '2026-06-15 11:58:00', meter, 'OK', '', '0'],
    ]);

    const book = await madePlantFile(server, { sid, ...DAYS, quantities, format: 'xlsx' }, as);
    const { sheets } = readXlsx(book.bytes);
    expect(sheets.map(({ name }) => name)).toEqual(['Roof  East West']);
    const [, status] = linesOf(csv.bytes).map((line) => line[3]);
    expect(sheets[0]!.rows).toEqual([
      linesOf(csv.bytes)[0],
      ['2026-06-15T11:58:00+02:00', '2026-06-15 11:58:00', inverter, status, 0.3],
      ['2026-06-14T11:00:00+02:00', '2026-06-14 11:00:00', meter, 'OK', null, -120.5],
      ['2026-06-15T11:58:00+02:00', '2026-06-15 11:58:00', meter, 'OK', null, 0],
    ]);

    const parquet = await madePlantFile(server, { sid, ...DAYS, quantities, format: 'parquet' }, as);
    const rows = await readParquetRows(parquet.bytes);
    expect(Object.keys(rows[0]!)).toEqual(['at', 'localTime', 'sn', 'statusBits', 'status', 'powerW', 'gridPowerW']);
    expect(rows.map(({ at, sn, powerW, gridPowerW }) => [at, sn, powerW, gridPowerW])).toEqual([
      [new Date('2026-06-15T09:58:00Z'), inverter, 0.3, null],
      [new Date('2026-06-14T09:00:00Z'), meter, null, -120.5],
      [new Date('2026-06-15T09:58:00Z'), meter, null, 0],
    ]);
    for (const { id } of [csv, book, parquet]) await ask('device/history/files/remove', { id }, as);
  }
});

test('has the rows of each device’s own file and all columns of both, also on the day the clocks go forward', async () => {
  clock.set('2026-04-20T10:00:00Z');
  const as = { token: await signedIn(userId) };
  const sid = await makeSite(sql, { companyId });
  const devices = [
    await makeDevice(sql, { sid, product: 'BDM-800', sn: nextSn('A') }),
    await makeDevice(sql, { sid, product: 'Meter', sn: nextSn('B') }),
  ];
  const start = Date.parse('2026-03-27T23:00:00Z');
  for (const key of devices) {
    // Half an hour before midnight of the first day, and after the last one: outside of the range.
    for (const hour of [-0.5, ...Array.from({ length: 24 + 23 }, (_, n) => n), 47.5]) {
      const at = new Date(start + hour * 3_600_000).toISOString();
      await makeSample(sql, { ...key, at, powerW: hour * 10, quantities: { gridPowerW: -hour } });
    }
  }
  const body = { start: '2026-03-28', end: '2026-03-29' };
  const [head, ...lines] = linesOf((await madePlantFile(server, { sid, ...body }, as)).bytes);
  const columns = await ask('site/history/columns', { sid }, as);
  expect(head!.slice(4)).toEqual(columns.list.map(({ title, unit }) => (unit ? `${title} (${unit})` : title)));
  const own = [];
  for (const key of devices) {
    const [heads, ...rows] = linesOf((await madeFile(server, { ...key, ...body }, as)).bytes);
    expect(rows).toHaveLength(47);
    for (const row of rows) {
      const values = new Map(heads!.map((title, index) => [title, row[index]]));
      own.push(head!.map((title) => (title === 'Serial number' ? key.sn : (values.get(title) ?? ''))));
    }
  }
  expect(lines).toEqual(own);
  clock.set('2026-06-15T10:00:00Z');
});

test('names a damaged day with its device in each format', async () => {
  clock.set('2026-04-20T10:00:00Z');
  const as = { token: await signedIn(userId) };
  const sid = await makeSite(sql, { companyId });
  const devices = [await makeDevice(sql, { sid }), await makeDevice(sql, { sid })] as const;
  for (const { sn } of devices) await makeSample(sql, { sid, sn, at: '2026-03-03T11:00:00Z', powerW: 1 });
  await compactSampleDays(context);
  const { sn } = devices[1];
  await sql`update sample_blocks set power = power || '\\x00'::bytea where sn = ${sn} and day = '2026-03-03'`;
  const text = 'readings of this day are damaged and missing';
  const body = { sid, start: '2026-03-03', quantities: ['powerW' as const] };
  const csv = linesOf((await madePlantFile(server, body, as)).bytes);
  expect(csv.at(-1)).toEqual(['', '2026-03-03', sn, text, '']);
  const book = await madePlantFile(server, { ...body, format: 'xlsx' }, as);
  expect(readXlsx(book.bytes).sheets[0]!.rows.at(-1)).toEqual([null, '2026-03-03 00:00:00', sn, text]);
  const parquet = await madePlantFile(server, { ...body, format: 'parquet' }, as);
  expect((await readParquetRows(parquet.bytes)).map((row) => [row.sn, row.status])).toEqual([
    [devices[0].sn, 'OK'],
    [sn, text],
  ]);
  clock.set('2026-06-15T10:00:00Z');
});

test('is listed with the plant, without a serial number and with its number of devices, once for identical requests', async () => {
  const { sid } = await plantOfTwo('Zweite Anlage');
  const { id } = await makeUser(sql, { companyId });
  const as = { token: await signedIn(id) };
  const answers = await Promise.all([1, 2].map(() => ask(PATH, { sid, ...DAYS, format: 'parquet' }, as)));
  const [file] = (await ask('device/history/files', { sid }, as)).list;
  expect(answers).toEqual([{ id: file!.id }, { id: file!.id }]);
  const name = 'Zweite Anlage_2026-06-14_2026-06-15.parquet';
  expect(file).toMatchObject({
    sn: null,
    alias: '',
    siteName: 'Zweite Anlage',
    deviceCount: 2,
    doneDays: 0,
    days: 4,
    name,
  });
  await makeUserFiles(context);
  const ready = (await ask('device/history/files', {}, as)).list;
  expect(ready).toMatchObject([{ id: file!.id, state: 'ready', doneDays: 4, days: 4 }]);
  await ask('device/history/files/remove', { id: file!.id }, as);
  expect((await ask('device/history/files', {}, as)).total).toBe(0);
});

test('has a removed device up to its removal, and one that is removed or added before the file is made', async () => {
  const { sid, meter, inverter } = await plantOfTwo();
  const early = await makeDevice(sql, { sid });
  await makeSample(sql, { ...early, at: '2026-05-01T09:00:00Z', powerW: 1 });
  await sql`update devices set removed_at = '2026-06-13T21:59:59Z' where sn = ${early.sn}`;
  await sql`update devices set removed_at = '2026-06-14T10:00:00Z' where sn = ${meter}`;
  const { id } = await ask(PATH, { sid, ...DAYS, quantities: ['powerW'] }, { token });
  const listed = async () => (await ask('device/history/files', { sid }, { token })).list[0];
  expect(await listed()).toMatchObject({ deviceCount: 2, days: 4 });
  await ask('device/delete', { sid, sn: inverter, reason: 'hail' }, { token });
  const added = await makeDevice(sql, { sid, sn: nextSn('D') });
  await makeSample(sql, { ...added, at: '2026-06-15T09:59:00Z', powerW: 7 });
  await makeUserFiles(context);
  expect(await listed()).toMatchObject({ deviceCount: 3, days: 6, state: 'ready' });
  const [, ...lines] = linesOf((await fileOf(server, FETCH, { id }, { token })).bytes);
  expect([...new Set(lines.map((line) => line[2]))]).toEqual([inverter, meter, added.sn]);
});

test('serves a guest while the plant is shared, and refuses strangers, who change nothing', async () => {
  const { sid } = await plantOfTwo();
  const guest = await makeUser(sql, { role: 'owner', companyId: await makeCompany(sql) });
  await shareSite(sql, sid, guest.id);
  const theirs = { token: await signedIn(guest.id) };
  const made = await madePlantFile(server, { sid, ...DAYS }, theirs);
  expect([made.code, linesOf(made.bytes).length]).toEqual([200, 4]);
  // Nobody else has it, not even the plant's company.
  expect((await fileOf(server, FETCH, { id: made.id }, { token })).code).toBe(1431);
  const pending = await ask(PATH, { sid, start: '2026-06-15' }, theirs);
  await endShares(sql, sid);
  expect((await fileOf(server, FETCH, { id: made.id }, theirs)).code).toBe(1005);
  expect((await ask('device/history/files', {}, theirs)).list).toEqual([]);
  await makeUserFiles(context);
  expect((await fileOf(server, FETCH, pending, theirs)).code).toBe(1005);

  const before = await sql`select count(*) from user_files`;
  const stranger = await signedIn((await makeUser(sql, { companyId: await makeCompany(sql) })).id);
  expect((await call(PATH, { sid, ...DAYS }, { token: stranger })).code).toBe(1005);
  expect((await call(PATH, { sid, ...DAYS }, { token: '' })).status).toBe(401);
  expect((await call('site/history/columns', { sid }, { token: stranger })).code).toBe(1005);
  expect(await sql`select count(*) from user_files`).toEqual(before);
});

test('refuses a role that does not see devices, and a plant without any', async () => {
  const { sid } = await plantOfTwo();
  const [role] = await sql<{ id: number }[]>`
    insert into roles (code, name, scope, company_id) values ('noDevices', 'No devices', 'branch', ${companyId}) returning id`;
  await sql`insert into role_menus (role_id, menu_id) select ${role!.id}, id from menus where name = 'PvPlant'`;
  const { id } = await makeUser(sql, { companyId });
  await sql`update memberships set role_id = ${role!.id} where user_id = ${id}`;
  const blind = await signedIn(id);
  expect((await call(PATH, { sid, ...DAYS }, { token: blind })).code).toBe(1006);
  expect(await ask('site/history/columns', { sid }, { token: blind })).toEqual({ list: [], devices: [] });
  const empty = await makeSite(sql, { companyId });
  await makeDevice(sql, { sid: empty, product: 'HG-1' });
  expect((await call(PATH, { sid: empty, ...DAYS }, { token })).code).toBe(1006);
});

test('limits days, and devices times days, and counts both together with other downloads', async () => {
  const { sid } = await plantOfTwo();
  const fresh = await signedIn((await makeUser(sql, { companyId })).id);
  const code = async (body: object) =>
    (await call(PATH, { sid, start: '2026-06-15', end: '2026-06-15', ...body }, { token: fresh })).code;
  expect(await code({ end: '2026-06-14' })).toBe(1017);
  expect(await code({ start: '2016-06-07' })).toBe(1016);
  expect(await code({ start: '2026-06-18', end: '2026-06-18' })).toBe(1440);
  // Two devices for almost ten years, and three for too long.
  const long = { start: '2016-06-08', end: '2026-06-15' };
  expect(await code(long)).toBe(200);
  await makeDevice(sql, { sid });
  const refused = await call(PATH, { sid, ...long }, { token: fresh });
  expect(refused.code).toBe(1651);
  const mostDays = Math.floor(MAX_FILE_DEVICE_DAYS / 3);
  expect(refused.msg).toContain('3 devices for 3660 days');
  expect(refused.msg).toContain(`at most ${mostDays} days`);
  await makeUserFiles(context);
  // 2 * 3,660 of 18,300 device days are used up; 3 * 3,333 more still fit.
  expect(await code({ start: '2017-05-01', end: '2026-06-14' })).toBe(200);
  await makeUserFiles(context);
  expect(await code({ start: '2025-05-01' })).toBe(1000);
});

test('writes only chosen devices, whatever their order, and refuses one that is not in the plant', async () => {
  const { sid, meter, inverter } = await plantOfTwo();
  const quantities: QuantityName[] = ['gridPowerW', 'powerW'];
  const csv = await madePlantFile(server, { sid, sns: [meter, meter], ...DAYS, quantities }, { token });
  expect(linesOf(csv.bytes).map((line) => line[2])).toEqual(['Serial number', meter, meter]);
  const { list } = await ask('device/history/files', { sid }, { token });
  expect(list).toMatchObject([{ sn: null, sns: [meter], deviceCount: 1, days: 2 }]);

  const both = await ask(PATH, { sid, sns: [meter, inverter], ...DAYS }, { token });
  // The same choice in another order is the same file; all devices are another one.
  expect(await ask(PATH, { sid, sns: [inverter, meter], ...DAYS }, { token })).toEqual(both);
  expect(await ask(PATH, { sid, ...DAYS }, { token })).not.toEqual(both);
  const other = await plantOfTwo('Other');
  for (const sn of [other.meter, 'FFFFFF00'])
    expect(await call(PATH, { sid, sns: [meter, sn], ...DAYS }, { token })).toMatchObject({
      code: ERROR_CODES.deviceNotFound,
    });
});

test('writes a choice of five hundred devices, as identical requests are found by all of them', async () => {
  const { sid } = await plantOfTwo('Many');
  const sns: string[] = [];
  // Numbers that do not compress.
  for (let count = 1; count <= 500; count++) {
    const sn = ((count * 2_654_435_761) >>> 0).toString(16).toUpperCase().padStart(8, '0');
    sns.push((await makeDevice(sql, { sid, sn })).sn);
  }
  const request = { sid, sns, ...DAYS };
  const file = await ask(PATH, request, { token });
  expect(await ask(PATH, request, { token })).toEqual(file);
});
