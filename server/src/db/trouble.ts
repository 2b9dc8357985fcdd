// Why nothing can be written now, as far as that is known without asking the database.
import type { Sql } from './connect.ts';

/** In words that /readyz may show to anyone. */
export type Trouble = 'the disk is full' | 'the database is being started again';

/** Per pool: only the embedded database is watched; what one by URL lacks is known when it refuses. */
const watched = new WeakMap<Sql, () => Trouble | undefined>();

export function watchTrouble(sql: Sql, look: () => Trouble | undefined): void {
  watched.set(sql, look);
}

/** Ask it before taking what may be sent again later, and before starting timed work: costs nothing. */
export function troubleOf(sql: Sql): Trouble | undefined {
  return watched.get(sql)?.();
}
