// Devices of several plants as a table in a statement.
import { textArray } from './arrays.ts';
import type { Sql, Transaction } from './connect.ts';

export interface DeviceKey {
  sid: string;
  sn: string;
}

/** Returns a table expression `k` with the keys. */
export const keysOf = (sql: Sql | Transaction, keys: readonly DeviceKey[]) => sql`(
    select unnest(${textArray(keys.map(({ sid }) => sid))}::text::text[]) as sid,
      unnest(${textArray(keys.map(({ sn }) => sn))}::text::text[]) as sn
  ) k`;
