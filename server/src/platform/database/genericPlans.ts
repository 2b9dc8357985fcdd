// Statements that find all their rows by key are planned once for any values, not again each time they are asked; those that look at everything are planned each time.
import type { Transaction } from './connect.ts';

/**
 * From here on in this transaction; sent with what follows. For lists shorter than it takes for granted, and for days of
 * which it knows the values, the database would plan each statement again: that is slower than most of them are. A cluster
 * (docs/operate/scale.md) has to see the plants: it plans nothing for any.
 */
export const planForAny = (sql: Transaction): unknown =>
  sql`select set_config('plan_cache_mode', 'force_generic_plan', true) where to_regproc('citus_version') is null`.execute();

/** The other way round: what looks at the whole fleet is planned for what there is now, not for the few rows that there were when the connection was new. */
export const planForNow = (sql: Transaction): unknown => sql`set local plan_cache_mode = force_custom_plan`.execute();
