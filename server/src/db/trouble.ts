// Why nothing can be written now, as far as that is known without asking the database.
import { isDiskFull } from '../startError.ts';
import type { Sql } from './connect.ts';

/** In words that /readyz may show to anyone. */
export type Trouble = 'the disk is full' | 'the database is being started again';

/** So long after a statement was refused for want of room none is sent; the next one then finds out anew. */
const REST_MS = 5_000;

/** Per pool: only the disk of the embedded database can be watched; one by URL tells by refusing. */
const watched = new WeakMap<Sql, () => Trouble | undefined>();
const restsUntilMs = new WeakMap<Sql, number>();

export function watchTrouble(sql: Sql, look: () => Trouble | undefined): void {
  watched.set(sql, look);
}

/** Tell it why something could not be written: a statement as small as that of /readyz may still find room. */
export function noteRefusal(sql: Sql, error: unknown, nowMs: number = performance.now()): void {
  if (isDiskFull(error)) restsUntilMs.set(sql, nowMs + REST_MS);
}

/** Ask it before taking what may be sent again later, and before starting timed work: costs nothing. */
export function troubleOf(sql: Sql, nowMs: number = performance.now()): Trouble | undefined {
  const known = watched.get(sql)?.();
  if (known) return known;
  return nowMs < (restsUntilMs.get(sql) ?? Number.NEGATIVE_INFINITY) ? 'the disk is full' : undefined;
}
