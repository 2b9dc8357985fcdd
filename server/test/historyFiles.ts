// Samples for history files of a device, and a reader of such files.
import type { Sql } from '../src/platform/database/connect.ts';
import { insertSamples } from '../src/samples/samples.ts';

/** Inserts a sample every `stepS` seconds directly into the sample store. */
export async function fillHistory(sql: Sql, sid: string, sn: string, from: string, count: number, stepS = 300) {
  const start = Date.parse(from);
  const samples = Array.from({ length: count }, (_, n) => ({
    sid,
    sn,
    atMs: start + n * stepS * 1000,
    powerW: (n % 4000) / 10,
    counterWh: n,
    statusBits: 0,
    mode: -1,
    imported: false,
    quantities: { powerW: (n % 4000) / 10, counterWh: n, temperatureC: -0.04 },
  }));
  for (let at = 0; at < count; at += 10_000) await sql.begin((tx) => insertSamples(tx, samples.slice(at, at + 10_000)));
}

/** Reads CSV as a spreadsheet does, except for line breaks in quoted fields. */
export const csvRows = (content: unknown) =>
  String(content)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
