// The access index of a plant (`seen_by`), stored in every table that lists read. This is the only file that writes it; accessibleSites.ts has the rule.

import { listArray, textArray } from '../platform/database/arrays.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { markDirty } from '../platform/database/markDirty.ts';
import { indexCompanies } from './peopleIndex.ts';

type Db = Sql | Transaction;

interface Holders {
  companyId: number;
  ownerId: number | null;
  installerId: number | null;
  sharedWith: readonly number[];
}

/** Returns the ids of users who see the plant and, as negative numbers, its company and all companies above, whose branches it is in. */
export async function audienceOf(sql: Db, holders: Holders): Promise<number[]> {
  return audienceIds(holders, await companiesAbove(sql, holders.companyId));
}

function audienceIds({ ownerId, installerId, sharedWith }: Holders, above: readonly number[]): number[] {
  const users = [ownerId, installerId, ...sharedWith].filter((id) => id !== null);
  return [...above, ...new Set(users)];
}

/** Returns the ids of the company and all companies above it, as negative numbers. */
export async function companiesAbove(sql: Db, companyId: number): Promise<number[]> {
  const [row] = await sql<{ chain: number[] }[]>`select company_chain(${companyId}) as chain`;
  return row!.chain.map((id) => -id);
}

/**
 * Rewrites the access index of plants. Call it in the transaction that gave a plant another company, owner, installer or
 * guest, or that moved companies in their tree, so that all copies change together. Locks devices before plants, as
 * reports do.
 */
export async function updateAccessIndex(sql: Db, sids: readonly string[]): Promise<void> {
  if (sids.length === 0) return;
  await lockPlants(sql, sids);
  await updateAccessIndexOfLocked(sql, sids);
}

/** Rewrites the access index of plants that the transaction locked (`lockPlants`) before it changed them. */
export async function updateAccessIndexOfLocked(sql: Db, sids: readonly string[]): Promise<void> {
  const sites = await sql<(Holders & { sid: string })[]>`
    select sid, company_id, owner_id, installer_id, shared_with from sites where sid = any (${sids as string[]}) order by sid`;
  const existing = sites.map(({ sid }) => sid);
  if (existing.length === 0) return;
  const above = new Map<number, number[]>();
  for (const { companyId } of sites)
    if (!above.has(companyId)) above.set(companyId, await companiesAbove(sql, companyId));
  const audiences = sites.map((site) => audienceIds(site, above.get(site.companyId)!));
  // One statement per table, regardless of the number of plants.
  for (const table of INDEXED_TABLES)
    await sql`
      update ${sql(table)} k set seen_by = g.seen_by
      from (
        select unnest(${textArray(existing)}::text::text[]) as sid, (unnest(${listArray(audiences)}::text::text[]))::int[] as seen_by
      ) g where k.sid = g.sid`;
  await markDirty(sql, existing);
}

/**
 * Locks these plants, their serial numbers, devices and live rows for a change of many plants, in the same order as
 * changes of one plant, claims and reports.
 */
export async function lockPlants(sql: Db, sids: readonly string[]): Promise<void> {
  await sql`select lock_plants(${textArray(sids)}::text::text[])`;
  await sql`select sn from serial_numbers where sid = any (${sids as string[]}) order by sn for update`;
  const devices = await sql<{ sid: string; sn: string }[]>`
    select sid, sn from device_live where sid = any (${sids as string[]}) order by sid, sn`;
  await sql`
    select count(*) from lock_devices(${textArray(devices.map(({ sid }) => sid))}::text::text[],
      ${textArray(devices.map(({ sn }) => sn))}::text::text[])`;
  await sql`select lock_sites(${textArray(sids)}::text::text[])`;
}

const INDEXED_TABLES = ['serial_numbers', 'sites', 'devices', 'device_live', 'site_live', 'problems'] as const;

/** Rewrites the branches of the plants of companies that were moved in their tree; user ids stay. One statement per table, regardless of the number of plants. */
export async function updateBranches(sql: Db, companyIds: readonly number[]): Promise<void> {
  await indexCompanies(sql, companyIds);
  const plants = await sql<{ sid: string; companyId: number }[]>`
    select sid, company_id from sites where company_id = any (${companyIds as number[]}::int[]) order by sid`;
  await lockPlants(
    sql,
    plants.map(({ sid }) => sid),
  );
  for (const companyId of companyIds) {
    const above = await companiesAbove(sql, companyId);
    await sql`update company_invitations set seen_by = ${above} where company_id = ${companyId}`;
    const sids = plants.filter((plant) => plant.companyId === companyId).map(({ sid }) => sid);
    if (sids.length === 0) continue;
    const before = await sql<{ id: number }[]>`
      select distinct id from (select unnest(seen_by) as id from sites where sid = any (${sids})) s where id < 0`;
    // One array_remove per former ancestor, of which there are few: a subselect in the update could not be distributed.
    const others = before.reduce((rest, { id }) => sql`array_remove(${rest}, ${id}::int)`, sql`seen_by`);
    for (const table of INDEXED_TABLES)
      await sql`update ${sql(table)} set seen_by = ${above}::int[] || ${others} where sid = any (${sids})`;
    await markDirty(sql, sids);
  }
}

/** Removes this user from the access index of these plants, which must be locked. */
export async function removeFromAccessIndex(sql: Db, sids: readonly string[], userId: number): Promise<void> {
  for (const table of INDEXED_TABLES)
    await sql`update ${sql(table)} set seen_by = array_remove(seen_by, ${userId}::int) where sid = any (${sids as string[]})`;
  await markDirty(sql, sids);
}
