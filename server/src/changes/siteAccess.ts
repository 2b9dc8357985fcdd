// Who sees a plant, kept beside the keys of the tables that lists read: the one place that writes it (visibleSites.ts says the rule).
import type { Sql, Transaction } from '../db/connect.ts';

type Db = Sql | Transaction;

interface Holders {
  companyId: number;
  ownerId: number | null;
  installerId: number | null;
  sharedWith: readonly number[];
}

/** Users' ids, and as negative numbers the plant's company and all above it, whose branches it is in. */
export async function seenBy(sql: Db, { companyId, ownerId, installerId, sharedWith }: Holders): Promise<number[]> {
  const users = [ownerId, installerId, ...sharedWith].filter((id) => id !== null);
  return [...(await companiesAbove(sql, companyId)), ...new Set(users)];
}

async function companiesAbove(sql: Db, companyId: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    with recursive above as (
      select id, parent_id from companies where id = ${companyId}
      union all
      select c.id, c.parent_id from above a join companies c on c.id = a.parent_id
    ) select id from above`;
  return rows.map(({ id }) => -id);
}

/**
 * Call it in the transaction that gave a plant another company, owner, installer or guest, or moved companies in their
 * tree: what is kept of it changes together. Locks devices before plants, as reports do.
 */
export async function writeSeenBy(sql: Db, sids: readonly string[]): Promise<void> {
  const sites = await sql<(Holders & { sid: string })[]>`
    select sid, company_id, owner_id, installer_id, shared_with from sites where sid = any (${sids as string[]}) order by sid`;
  for (const { sid, ...holders } of sites) {
    const users = await seenBy(sql, holders);
    await sql`select sn from device_live where sid = ${sid} order by sn for update`;
    await sql`update sites set seen_by = ${users} where sid = ${sid}`;
    await sql`update devices set seen_by = ${users} where sid = ${sid}`;
    await sql`update device_live set seen_by = ${users} where sid = ${sid}`;
    await sql`update site_live set seen_by = ${users} where sid = ${sid}`;
  }
}
