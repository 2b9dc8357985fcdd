// Condition on a column with the id of a plant.
import { textArray } from '../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../platform/database/connect.ts';

/** Returns a condition on a column: it is one of these plants. */
export const amongSites =
  (tx: Transaction, sids: readonly string[]) =>
  (column: Fragment): Fragment =>
    tx`${column} in (select unnest(${textArray(sids)}::text::text[]))`;
