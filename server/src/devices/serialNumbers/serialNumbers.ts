// Reads serial numbers that a session may know of: a number in another company's plant or stock looks like an unknown one.

import { companiesAbove } from '../../access/accessIndex.ts';
import { accessibleSites, editableSites } from '../../access/accessibleSites.ts';
import type { Session } from '../../context.ts';
import { devicesWithLive } from '../../live/withLive.ts';
import { plainArray } from '../../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';
import { functionsOf, type ProductFunctions } from '../products/products.ts';

export interface KnownNumber {
  sn: string;
  /** `free`: in the registry or seen in a report of its own, in no plant, and not in stock of a company of another branch. `yours`: in a plant of the session's branch or of its user. */
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
  const { isShown } = await shownNumbers(sql, session);
  const rows = await sql<(Omit<KnownNumber, 'functions'> & { functions: string | null })[]>`
    select n.sn, 'free' as state, n.last_seen_at, p.model, p.name as model_name, p.functions::text as functions
    from serial_numbers n left join products p on p.id = n.product_id
    where n.sn = any (${numbers as string[]}) and n.sid is null and n.restricted_at is null and ${isShown}
    union all
    select d.sn, 'yours', l.at, p.model, p.name, p.functions::text
    from ${devicesWithLive(sql)}
    where d.sn = any (${numbers as string[]}) and d.removed_at is null
      and ${seen ? accessibleSites(sql, session) : editableSites(sql, session)}`;
  return new Map(rows.map((row) => [row.sn, { ...row, functions: functionsOf(row.functions) }]));
}

/**
 * Returns a condition on numbers `n` of no plant. A number in stock is shown to the company's branch and the companies above.
 * One that only a gateway named is not shown: a list of announced numbers would show which of them exist elsewhere.
 */
export async function shownNumbers(sql: Transaction, session: Session): Promise<{ isShown: Fragment }> {
  const isRegistered = sql`(n.product_id is not null or n.entered_at is not null or coalesce(n.gateway_sn, n.sn) = n.sn)`;
  if (session.scope === 'all') return { isShown: sql`true` };
  const above = (await companiesAbove(sql, session.companyId)).map((id) => -id);
  const companies = session.scope === 'own' ? above : [...above, ...session.companyIds];
  return {
    isShown: sql`(${isRegistered} and (n.stock_of is null or n.stock_of in (select unnest(${plainArray(companies)}::text::int[]))))`,
  };
}
