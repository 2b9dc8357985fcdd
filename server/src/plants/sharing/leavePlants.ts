// Removes a user from plants when the user leaves a company or deletes the account; the plants stay with their companies.

import { lockPlants, removeFromAccessIndex } from '../../access/accessIndex.ts';
import type { Transaction } from '../../platform/database/connect.ts';

/** Removes the user as installer from all plants of this company. Plants that the user owns or is a guest of stay visible. */
export async function unassignFromCompany(sql: Transaction, uid: number, companyId: number): Promise<void> {
  const plants = await sql<{ sid: string; stays: boolean }[]>`
    select sid, coalesce(owner_id = ${uid}, false) or ${uid} = any (shared_with) as stays from sites
    where installer_id = ${uid} and company_id = ${companyId} order by sid`;
  const sids = plants.map(({ sid }) => sid);
  await lockPlants(sql, sids);
  await sql`
    update sites set installer_id = null, version = version + 1 where sid = any (${sids}) and installer_id = ${uid}`;
  await removeFromAccessIndex(
    sql,
    plants.filter(({ stays }) => !stays).map(({ sid }) => sid),
    uid,
  );
}

/** Removes the user as owner, installer, guest and invited installer from all plants, which stay with their companies. Returns the number of plants that the user owned. */
export async function leaveAllPlants(
  sql: Transaction,
  { uid, email, at }: { uid: number; email: string; at: Date },
): Promise<number> {
  const plants = await sql<{ sid: string; isOwn: boolean }[]>`
    select sid, coalesce(owner_id = ${uid}, false) as is_own from sites
    where owner_id = ${uid} or installer_id = ${uid} or created_by = ${uid} or shared_with @> ${[uid]}::int[]
      or invited_installer = ${email} order by sid`;
  const sids = plants.map(({ sid }) => sid);
  await lockPlants(sql, sids);
  await sql`
    update sites set ownerless_since = case when owner_id = ${uid} then ${at}::timestamptz else ownerless_since end,
      owner_id = nullif(owner_id, ${uid}), installer_id = nullif(installer_id, ${uid}),
      created_by = nullif(created_by, ${uid}), shared_with = array_remove(shared_with, ${uid}::int),
      invited_installer = case when invited_installer = ${email} then '' else invited_installer end, version = version + 1
    where sid = any (${sids})`;
  await removeFromAccessIndex(sql, sids, uid);
  await sql`delete from site_offers where offered_by = ${uid} or to_email = ${email}`;
  await sql`delete from join_questions where user_id = ${uid}`;
  await sql`delete from report_recipients where email = ${email}`;
  await sql`delete from found_recipients where user_id = ${uid}`;
  return plants.filter(({ isOwn }) => isOwn).length;
}
