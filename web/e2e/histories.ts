// Inserts past readings of a device before a journey begins, as an import does.
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { ingestHistory } from '../../server/src/ingest/ingestHistory.ts';
import { expect, type Portal } from './portal.ts';

interface History {
  fromMs: number;
  stepMs: number;
  count: number;
  statusOf?: (n: number) => number;
  values: Partial<Record<QuantityName, (n: number) => number>>;
}

export async function insertHistory(portal: Portal, sn: string, history: History): Promise<void> {
  const { fromMs, stepMs, count, statusOf = () => 0, values } = history;
  const each = (value: (n: number) => number) => Array.from({ length: count }, (_, n) => value(n));
  const columns = {
    atMs: Float64Array.from(each((n) => fromMs + n * stepMs)),
    statusBits: Int32Array.from(each(statusOf)),
    mode: new Int16Array(count).fill(6),
    imported: new Uint8Array(count).fill(1),
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Float64Array.from(each(value))])),
  };
  const services = {
    sql: portal.sql,
    clock: { now: () => new Date() },
    nudges: { publish: () => undefined },
    databaseHealth: { now: () => undefined },
  } as unknown as Parameters<typeof ingestHistory>[0];
  expect((await ingestHistory(services, [{ sn, columns }])).stored).toBe(count);
}

/** Returns the model number of a product. */
export async function modelOf(portal: Portal, name: string): Promise<number> {
  const [product] = await portal.sql<{ model: number }[]>`select model from products where name = ${name}`;
  return product!.model;
}
