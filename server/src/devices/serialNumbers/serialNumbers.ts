// Reads serial numbers that a session may know of: a number in another company's plant looks like an unknown one.

import { accessibleSites, editableSites } from '../../access/accessibleSites.ts';
import type { Session } from '../../context.ts';
import { devicesWithLive } from '../../live/withLive.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { functionsOf, type ProductFunctions } from '../products/products.ts';

export interface KnownNumber {
  sn: string;
  /** `free`: in the registry or seen in a report, and in no plant. `yours`: in a plant of the session's branch or of its user. */
  state: 'free' | 'yours';
  lastSeenAt: Date | null;
  /** Model code of its product; null: not known yet. */
  model: number | null;
  modelName: string | null;
  /** Functions that its product supports; null without a product. */
  functions: ProductFunctions | null;
}

/**
 * Returns the known numbers by serial number; others are missing. `seen`: counts plants shared with the user as theirs,
 * too, as their devices can be listed anyway.
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
