// Devices of several plants as a table of a statement.
import { textArray } from './arrays.ts';
import type { Sql, Transaction } from './connect.ts';

export interface DeviceKey {
  sid: string;
  sn: string;
}

/** As a table `k`. */
export const keysOf = (sql: Sql | Transaction, keys: readonly DeviceKey[]) => sql`(
    select unnest(${textArray(keys.map(({ sid }) => sid))}::text::text[]) as sid,
      unnest(${textArray(keys.map(({ sn }) => sn))}::text::text[]) as sn
  ) k`;
