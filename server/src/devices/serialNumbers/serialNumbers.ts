// What a session may learn of serial numbers: one in somebody else's plant is as unknown as one that nobody ever saw.

import { accessibleSites, editableSites } from '../../access/accessibleSites.ts';
import type { Session } from '../../context.ts';
import { devicesWithLive } from '../../live/withLive.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { functionsOf, type ProductFunctions } from '../products/products.ts';

export interface KnownNumber {
  sn: string;
  /** `free`: heard or in the registry, and of no plant. `yours`: in a plant of the session's branch, or its user's. */
  state: 'free' | 'yours';
  lastSeenAt: Date | null;
  /** Null while nobody said which product it is. */
  model: number | null;
  modelName: string | null;
  /** What its product can be asked to do; null as its product. */
  functions: ProductFunctions | null;
}

/**
 * By number; others are missing. `seen` takes plants that are shared with the user for theirs, too: what they can list
 * is no secret.
 */
export async function readSerialNumbers(
  sql: Transaction,
  session: Session,
  numbers: readonly string[],
  { seen = false }: { seen?: boolean } = {},
): Promise<Map<string, KnownNumber>> {
  const rows = await sql<(Omit<KnownNumber, 'functions'> & { functions: string | null })[]>`
    select n.sn, 'free' as state, n.last_seen_at, p.model, p.name as model_name, p.functions::text as functions
    from serial_numbers n left join products p on p.id = n.product_id
    where n.sn = any (${numbers as string[]}) and n.sid is null and n.restricted_at is null
    union all
    select d.sn, 'yours', l.at, p.model, p.name, p.functions::text
    from ${devicesWithLive(sql)}
    where d.sn = any (${numbers as string[]}) and d.removed_at is null
      and ${seen ? accessibleSites(sql, session) : editableSites(sql, session)}`;
  return new Map(rows.map((row) => [row.sn, { ...row, functions: functionsOf(row.functions) }]));
}
