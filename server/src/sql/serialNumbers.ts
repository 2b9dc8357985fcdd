// What a session may know of serial numbers: those of no plant, and those of plants that it sees.
import type { Session } from '../context.ts';
import type { Transaction } from '../db/connect.ts';
import { visibleSites } from './visibleSites.ts';

export interface KnownNumber {
  sn: string;
  taken: boolean;
  restricted: boolean;
  lastSeenAt: Date | null;
  /** Null while nobody said which product it is. */
  model: number | null;
  modelName: string | null;
}

/** The numbers that were seen or registered, by number; others are missing, and so are those of plants that are not this session's to see. */
export async function readSerialNumbers(
  sql: Transaction,
  session: Session,
  numbers: readonly string[],
): Promise<Map<string, KnownNumber>> {
  const rows = await sql<KnownNumber[]>`
    select s.sn, s.sid is not null as taken, s.restricted_at is not null as restricted, s.last_seen_at,
      p.model, p.name as model_name
    from serial_numbers s left join products p on p.id = s.product_id
    where s.sn = any (${numbers as string[]}) and s.sid is null
    union all
    select d.sn, true, false, null, p.model, p.name
    from devices d join sites s using (sid) join products p on p.id = d.product_id
    where d.sn = any (${numbers as string[]}) and d.removed_at is null and ${visibleSites(sql, session)}`;
  return new Map(rows.map((row) => [row.sn, row]));
}
