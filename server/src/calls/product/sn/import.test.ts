// product/sn/import: a file of serial numbers is imported completely or not at all, with the result of each row.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeUser } from '../../../../test/factories.ts';
import { sheetOf } from '../../../../test/sheetOf.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const companyId = await makeCompany(sql);
const token = await signedIn((await makeUser(sql, { role: 'manager', companyId })).id);
const otherCompany = await makeCompany(sql);
const other = await signedIn((await makeUser(sql, { role: 'manager', companyId: otherCompany })).id);
const administrator = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
const stock = async () =>
  (await sql<{ sn: string }[]>`select sn from serial_numbers where stock_of is not null order by sn`).map(
    ({ sn }) => sn,
  );

test('imports numbers as stock of the company with the named products, and changes nothing when repeated', async () => {
  const file = await sheetOf([
    ['30000001', 'BDM-800'],
    ['3000000a', '400'],
  ]);
  expect(await ask('product/sn/import', { file }, { token })).toEqual({
    isWritten: true,
    added: 2,
    changed: 0,
    same: 0,
    wrong: 0,
    list: [
      { row: 2, sn: '30000001', product: 'BDM-800', result: 'added', field: '' },
      { row: 3, sn: '3000000A', product: 'BDM-400', result: 'added', field: '' },
    ],
  });
  expect(await stock()).toEqual(['30000001', '3000000A']);
  expect(await ask('product/sn/import', { file }, { token })).toMatchObject({ isWritten: true, same: 2, added: 0 });
  const changed = await sheetOf([['3000000A', 'BDM-800']], ['Seriennummer', 'Produkt']);
  expect(await ask('product/sn/import', { file: changed }, { token })).toMatchObject({ changed: 1, isWritten: true });
});

test('imports nothing from 10,000 rows with errors in the middle, and reports each of these', async () => {
  const before = await sql<{ n: number }[]>`select count(*)::int as n from serial_numbers`;
  const claimed = await makeDevice(sql);
  await sql`insert into serial_numbers (sn, restricted_at) values ('3FFFFFFF', now())`;
  const rows = Array.from({ length: 10_000 }, (_, n): [string, string] => [(0x31000000 + n).toString(16), 'BDM-400']);
  rows[4000] = ['', 'BDM-400'];
  rows[4001] = ['<img src=x>', 'BDM-400'];
  rows[4002] = ['31000001', 'BDM-400'];
  rows[4003] = ['=1+1', '=2+2'];
  rows[4004] = ['31FFFFFF', 'No such product'];
  rows[4005] = ['1.23457E+11', 'BDM-400'];
  const { isWritten, wrong, added, list } = await ask('product/sn/import', { file: await sheetOf(rows) }, { token });
  expect({ isWritten, wrong, added, rows: list.length }).toEqual({
    isWritten: false,
    wrong: 6,
    added: 9994,
    rows: 10_000,
  });
  expect(list.slice(4000, 4006).map(({ row, result, field }) => [row, result, field])).toEqual([
    [4002, 'unreadable', 'sn'],
    [4003, 'unreadable', 'sn'],
    [4004, 'repeated', 'sn'],
    [4005, 'unreadable', 'sn'],
    [4006, 'noProduct', 'product'],
    [4007, 'unreadable', 'sn'],
  ]);
  for (const sn of [claimed.sn, '3FFFFFFF']) {
    const sheet = await sheetOf([
      ['31000000', 'BDM-400'],
      [sn, 'BDM-400'],
    ]);
    const response = await ask('product/sn/import', { file: sheet }, { token });
    expect(response).toMatchObject({
      isWritten: false,
      wrong: 1,
      list: [{ result: 'added' }, { result: 'refused', field: 'sn' }],
    });
  }
  // Only the plant's number and the restricted one were there before.
  expect((await sql<{ n: number }[]>`select count(*)::int as n from serial_numbers`)[0]!.n).toBe(before[0]!.n + 2);
});

test('refuses another company’s stock with the same error as a number in a plant', async () => {
  const file = await sheetOf([['32000001', 'BDM-400']]);
  await ask('product/sn/import', { file }, { token });
  expect(await ask('product/sn/import', { file }, { token: other })).toMatchObject({
    isWritten: false,
    list: [{ result: 'refused' }],
  });
  // An administrator corrects the product, and the number stays the company's.
  const corrected = await sheetOf([['32000001', 'BDM-800']]);
  expect(await ask('product/sn/import', { file: corrected }, { token: administrator })).toMatchObject({ changed: 1 });
  const [number] = await sql`select stock_of from serial_numbers where sn = '32000001'`;
  expect(number!.stockOf).toBe(companyId);
});

test('imports a reporting number of no plant as stock, which continues to report', async () => {
  await sql`insert into serial_numbers (sn, first_seen_at, last_seen_at) values ('33000001', now(), now())`;
  const file = await sheetOf([['33000001', 'BDM-400']]);
  expect(await ask('product/sn/import', { file }, { token })).toMatchObject({ changed: 1, isWritten: true });
  const [number] = await sql`select first_seen_at, stock_of from serial_numbers where sn = '33000001'`;
  expect(number).toMatchObject({ firstSeenAt: expect.any(Date), stockOf: companyId });
});

test('refuses a file that is no workbook, lacks columns or has too many rows', async () => {
  const code = async (file: Uint8Array<ArrayBuffer>) => (await call('product/sn/import', { file }, { token })).code;
  expect(await code(new Uint8Array(Buffer.from('PK\u0003\u0004 not really')))).toBe(1511);
  expect(await code(new Uint8Array(Buffer.from('<html>')))).toBe(1511);
  expect(await code(await sheetOf([['34000001', 'BDM-400']], ['Name', 'Product']))).toBe(1513);
  expect(await code(await sheetOf([]))).toBe(1613);
  const many = Array.from({ length: 10_001 }, (_, n): [string, string] => [(0x35000000 + n).toString(16), 'BDM-400']);
  expect(await code(await sheetOf(many))).toBe(1512);
  expect((await call('product/sn/import', { file: new Uint8Array(4_194_304) }, { token })).code).toBe(1373);
});

test('lets an installer read the list, but import nothing', async () => {
  const installer = await signedIn((await makeUser(sql)).id);
  const file = await sheetOf([['36000001', 'BDM-400']]);
  expect((await call('product/sn/import', { file }, { token: installer })).code).toBe(403);
});
