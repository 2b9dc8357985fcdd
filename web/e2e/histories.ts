// What a device has told before a journey begins, brought in as an import does.
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { ingestHistory } from '../../server/src/ingest/ingestHistory.ts';
import { expect, type Portal } from './portal.ts';

interface Told {
  fromMs: number;
  stepMs: number;
  count: number;
  statusOf?: (n: number) => number;
  values: Partial<Record<QuantityName, (n: number) => number>>;
}

export async function bringHistory(portal: Portal, sn: string, told: Told): Promise<void> {
  const { fromMs, stepMs, count, statusOf = () => 0, values } = told;
  const each = (value: (n: number) => number) => Array.from({ length: count }, (_, n) => value(n));
  const columns = {
    atMs: Float64Array.from(each((n) => fromMs + n * stepMs)),
    statusBits: Int32Array.from(each(statusOf)),
    mode: new Int16Array(count).fill(6),
    imported: new Uint8Array(count).fill(1),
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Float64Array.from(each(value))])),
  };
  const door = {
    sql: portal.sql,
    clock: { now: () => new Date() },
    nudges: { tell: () => undefined },
    trouble: { now: () => undefined },
  } as unknown as Parameters<typeof ingestHistory>[0];
  expect((await ingestHistory(door, [{ sn, columns }])).stored).toBe(count);
}

/** The number of the product's model. */
export async function modelOf(portal: Portal, name: string): Promise<number> {
  const [product] = await portal.sql<{ model: number }[]>`select model from products where name = ${name}`;
  return product!.model;
}
