// Chooses the planning of statements: those that find all rows by key use one generic plan; those that scan everything are planned for their values.
import type { Transaction } from './connect.ts';

/**
 * Uses generic plans for the rest of this transaction; sent together with the next statement. For lists shorter than it
 * assumes, and for days whose values it knows, the database would replan each statement, which takes longer than running
 * most of them. Has no effect on a cluster (docs/operate/scale.md), which must see the plants to plan.
 */
export const useGenericPlans = (sql: Transaction): unknown =>
  sql`select set_config('plan_cache_mode', 'force_generic_plan', true) where to_regproc('citus_version') is null`.execute();

/** Uses custom plans: statements over the whole fleet are planned for the current data, not for the few rows at the time when the connection was opened. */
export const useCustomPlans = (sql: Transaction): unknown =>
  sql`set local plan_cache_mode = force_custom_plan`.execute();
