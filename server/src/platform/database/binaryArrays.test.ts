// Tests that columns in PostgreSQL's binary format are read back unchanged, including null.
import { expect, test } from 'vitest';
import { testServer } from '../../../test/testServer.ts';
import {
  blobs,
  booleans,
  dates,
  floats,
  halfFloats,
  instants,
  ints,
  jsons,
  longInts,
  smallInts,
  texts,
} from './binaryArrays.ts';
import type { Value } from './statement.ts';

const { sql } = await testServer();

const identity = <T>(value: T): T => value;
const LONG = 'ä€😀\n"\\,{}'.repeat(500);

async function readBack(column: Value, type: string): Promise<unknown[]> {
  const rows = await sql<{ value: unknown }[]>`select unnest(${column}::${sql.unsafe(type)}) as value`;
  return rows.map(({ value }) => value);
}

const COLUMNS: [type: string, values: readonly unknown[], column: (values: never) => Buffer][] = [
  ['float8[]', [0.1, null, -1e300, 5e-324, 2 ** 53], (values) => floats(values, identity<number>)],
  ['float4[]', [0.5, null, -230.25], (values) => halfFloats(values, identity<number>)],
  ['int2[]', [-32_768, null, 32_767, -1], (values) => smallInts(values, identity<number>)],
  ['int4[]', [-(2 ** 31), null, 2 ** 31 - 1, -1], (values) => ints(values, identity<number>)],
  [
    'int8[]',
    [Number.MIN_SAFE_INTEGER, null, Number.MAX_SAFE_INTEGER, -1, 0],
    (values) => longInts(values, identity<number>),
  ],
  ['boolean[]', [true, null, false], (values) => booleans(values, identity<boolean>)],
  [
    'date[]',
    ['2026-02-28', null, '1999-12-31', '2000-01-01', '2000-01-01'],
    (values) => dates(values, identity<string>),
  ],
  ['text[]', ['', null, 'GW000001', 'NULL', LONG, 'ü'], (values) => texts(values, identity<string>)],
  [
    'bytea[]',
    [Buffer.of(), null, Buffer.of(0, 255), Buffer.alloc(5_000, 7)],
    (values: readonly (Buffer | null)[]) =>
      blobs(values, (bytes) => bytes && { length: bytes.length, copyTo: (target, at) => target.set(bytes, at) }),
  ],
];

test.each(COLUMNS)('reads back a column of type %s', async (type, values, column) => {
  expect(await readBack(column(values as never), type)).toEqual(values);
  expect(await readBack(column([] as never), type)).toEqual([]);
});

test('stores instants exactly to the millisecond', async () => {
  const values = ['2026-11-26T12:34:56.789Z', '1970-01-01T00:00:00.001Z', '1999-12-31T23:59:59.999Z'];
  const column = instants([...values, null], (value) => (value === null ? null : Date.parse(value)));
  expect(await readBack(column, 'timestamptz[]')).toEqual([...values.map((value) => new Date(value)), null]);
  expect((await readBack(column, 'timestamptz[]'))[0]).toEqual(new Date(values[0]!));
  const [row] = await sql<{ text: string }[]>`select (${column}::timestamptz[])[1]::text as text`;
  expect(row!.text).toBe('2026-11-26 12:34:56.789+00');
});

test('keeps the text of JSON values and refuses invalid JSON', async () => {
  const values = ['{"b":1,  "a":[null]}', null, '[]'];
  const rows = await sql<
    { value: string | null }[]
  >`select unnest(${jsons(values, identity<string | null>)}::json[])::text as value`;
  expect(rows.map(({ value }) => value)).toEqual(values);
  await expect(sql`select ${jsons(['{'], identity<string>)}::json[]`).rejects.toThrow('json');
});

test('refuses values that do not fit the type', () => {
  expect(() => smallInts([32_768], identity<number>)).toThrow(RangeError);
  expect(() => ints([0.5], identity<number>)).toThrow(RangeError);
  expect(() => longInts([2 ** 53], identity<number>)).toThrow(RangeError);
  expect(() => dates(['2026-02-31T'], identity<string>)).toThrow(RangeError);
  expect(() => instants([Number.NaN], identity<number>)).toThrow(RangeError);
});
