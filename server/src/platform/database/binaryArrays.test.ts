// Columns in PostgreSQL's binary form come out of the database as they were put in, null among them.
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

const itself = <T>(value: T): T => value;
const LONG = 'ä€😀\n"\\,{}'.repeat(500);

async function given(column: Value, type: string): Promise<unknown[]> {
  const rows = await sql<{ value: unknown }[]>`select unnest(${column}::${sql.unsafe(type)}) as value`;
  return rows.map(({ value }) => value);
}

const COLUMNS: [type: string, values: readonly unknown[], column: (values: never) => Buffer][] = [
  ['float8[]', [0.1, null, -1e300, 5e-324, 2 ** 53], (values) => floats(values, itself<number>)],
  ['float4[]', [0.5, null, -230.25], (values) => halfFloats(values, itself<number>)],
  ['int2[]', [-32_768, null, 32_767, -1], (values) => smallInts(values, itself<number>)],
  ['int4[]', [-(2 ** 31), null, 2 ** 31 - 1, -1], (values) => ints(values, itself<number>)],
  [
    'int8[]',
    [Number.MIN_SAFE_INTEGER, null, Number.MAX_SAFE_INTEGER, -1, 0],
    (values) => longInts(values, itself<number>),
  ],
  ['boolean[]', [true, null, false], (values) => booleans(values, itself<boolean>)],
  ['date[]', ['2026-02-28', null, '1999-12-31', '2000-01-01', '2000-01-01'], (values) => dates(values, itself<string>)],
  ['text[]', ['', null, 'GW000001', 'NULL', LONG, 'ü'], (values) => texts(values, itself<string>)],
  [
    'bytea[]',
    [Buffer.of(), null, Buffer.of(0, 255), Buffer.alloc(5_000, 7)],
    (values: readonly (Buffer | null)[]) =>
      blobs(values, (bytes) => bytes && { length: bytes.length, copyTo: (target, at) => target.set(bytes, at) }),
  ],
];

test.each(COLUMNS)('%s', async (type, values, column) => {
  expect(await given(column(values as never), type)).toEqual(values);
  expect(await given(column([] as never), type)).toEqual([]);
});

test('instants are exact to the millisecond', async () => {
  const values = ['2026-11-26T12:34:56.789Z', '1970-01-01T00:00:00.001Z', '1999-12-31T23:59:59.999Z'];
  const column = instants([...values, null], (value) => (value === null ? null : Date.parse(value)));
  expect(await given(column, 'timestamptz[]')).toEqual([...values.map((value) => new Date(value)), null]);
  expect((await given(column, 'timestamptz[]'))[0]).toEqual(new Date(values[0]!));
  const [row] = await sql<{ text: string }[]>`select (${column}::timestamptz[])[1]::text as text`;
  expect(row!.text).toBe('2026-11-26 12:34:56.789+00');
});

test('JSON stays the text that it was, and what is none is refused', async () => {
  const said = ['{"b":1,  "a":[null]}', null, '[]'];
  const rows = await sql<
    { value: string | null }[]
  >`select unnest(${jsons(said, itself<string | null>)}::json[])::text as value`;
  expect(rows.map(({ value }) => value)).toEqual(said);
  await expect(sql`select ${jsons(['{'], itself<string>)}::json[]`).rejects.toThrow('json');
});

test('a number that does not fit is refused, as the database would', () => {
  expect(() => smallInts([32_768], itself<number>)).toThrow(RangeError);
  expect(() => ints([0.5], itself<number>)).toThrow(RangeError);
  expect(() => longInts([2 ** 53], itself<number>)).toThrow(RangeError);
  expect(() => dates(['2026-02-31T'], itself<string>)).toThrow(RangeError);
  expect(() => instants([Number.NaN], itself<number>)).toThrow(RangeError);
});
