// Claim: the day of a hybrid and of a three-phase meter takes little space, reported every five minutes or every minute, and is restored to the last bit.
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { decodeBlock, encodeBlock } from '../server/src/samples/block.ts';
import { GROUPS, QUANTITY_IDS } from '../server/src/samples/numbers.ts';
import type { SampleColumns } from '../server/src/samples/samples.ts';
import { hybridDay, meterDay } from './homes.ts';
import { table } from './world.ts';

const HOMES = Number(process.argv[2] ?? 20);
/** Prints the bytes of each quantity as well. */
const EACH = process.argv[3] === 'each';

const sizeOf = (columns: SampleColumns): number => {
  const block = encodeBlock(columns);
  return GROUPS.reduce((sum, group) => sum + (block[group]?.length ?? 0), 0);
};
const same = (one: Float64Array, other: Float64Array): boolean =>
  Buffer.from(one.buffer, one.byteOffset, one.byteLength).equals(
    Buffer.from(other.buffer, other.byteOffset, other.byteLength),
  );

const rows: Record<string, string | number>[] = [];
for (const [device, dayOf] of [
  ['hybrid', hybridDay],
  ['three-phase meter', meterDay],
] as const) {
  for (const stepS of [300, 60]) {
    const days = Array.from({ length: HOMES }, (_, home) => dayOf(home, home * 3, stepS));
    const names = Object.keys(days[0]!.values) as QuantityName[];
    names.sort((one, other) => QUANTITY_IDS[one] - QUANTITY_IDS[other]);
    let bytes = 0;
    let values = 0;
    let encodeMs = 0;
    let decodeMs = 0;
    for (const columns of days) {
      const from = performance.now();
      const block = encodeBlock(columns);
      const encoded = performance.now();
      const back = decodeBlock(block, 'all');
      encodeMs += encoded - from;
      decodeMs += performance.now() - encoded;
      if (!names.every((name) => same(back.values[name]!, columns.values[name]!)))
        throw new Error('a value is another one');
      bytes += GROUPS.reduce((sum, group) => sum + (block[group]?.length ?? 0), 0);
      values += names.length * columns.atMs.length;
    }
    rows.push({
      device,
      'every s': stepS,
      quantities: names.length,
      'bytes a day': Math.round(bytes / HOMES),
      'bytes a value': (bytes / values).toFixed(3),
      'M values/s in': (values / encodeMs / 1000).toFixed(1),
      'M values/s out': (values / decodeMs / 1000).toFixed(1),
    });
    if (!EACH) continue;
    const first = days.slice(0, 6);
    let before = first.reduce((sum, columns) => sum + sizeOf({ ...columns, values: {} }), 0);
    const samples = first.reduce((sum, { atMs }) => sum + atMs.length, 0);
    console.log(`${device}, every ${stepS} s: instants ${(before / samples).toFixed(3)}`);
    const included: SampleColumns['values'][] = first.map(() => ({}));
    for (const name of names) {
      const now = first.reduce((sum, columns, index) => {
        included[index]![name] = columns.values[name]!;
        return sum + sizeOf({ ...columns, values: included[index]! });
      }, 0);
      console.log(`  ${name.padEnd(22)} ${((now - before) / samples).toFixed(3)}`);
      before = now;
    }
  }
}
table(rows);
