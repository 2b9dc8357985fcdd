// Parsers of column values by the OID of their type in pg_type; other types stay text.
import { parse as parseArray } from 'postgres-array';
import { camelKeys } from './columnNames.ts';

type Parse = (text: string) => unknown;

const number: Parse = Number;
const boolean: Parse = (text) => text === 't';
const instant: Parse = (text) => new Date(text);
const bytes: Parse = (text) => Buffer.from(text.slice(2), 'hex');
const json: Parse = (text) => camelKeys(JSON.parse(text));
const text: Parse = (value) => value;

/** Parsers of scalar types and their arrays. bigint and numeric become numbers, as counts and sums stay far below 2^53. A date is no instant and stays 'YYYY-MM-DD'. */
const scalars: readonly [oid: number, arrayOid: number, parse: Parse][] = [
  [16, 1000, boolean],
  [17, 1001, bytes],
  [20, 1016, number],
  [21, 1005, number],
  [23, 1007, number],
  [25, 1009, text],
  [26, 1028, number],
  [114, 199, json],
  [700, 1021, number],
  [701, 1022, number],
  [1043, 1015, text],
  [1082, 1182, text],
  [1114, 1115, instant],
  [1184, 1185, instant],
  [1700, 1231, number],
  [3802, 3807, json],
];

const parsers = new Map<number, Parse>();
for (const [oid, arrayOid, parse] of scalars) {
  parsers.set(oid, parse);
  parsers.set(arrayOid, (list) => parseArray(list, parse));
}

export function parserOf(oid: number): Parse {
  return parsers.get(oid) ?? text;
}
