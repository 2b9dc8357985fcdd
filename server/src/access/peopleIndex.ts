// The access index (`seen_by`) of companies, memberships and users: which branches see them. This is the only file that updates it.
import type { Sql, Transaction } from '../platform/database/connect.ts';

type Db = Sql | Transaction;

/** Rewrites the index of these companies and of their members. Call it in the transaction that creates companies or moves them in their tree, with all companies below them. */
export async function indexCompanies(sql: Db, companyIds: readonly number[]): Promise<void> {
  await sql`select index_companies(${companyIds as number[]}::int[])`;
}

/** Rewrites the index of these users and of their memberships. Call it in the transaction that makes or deletes memberships. */
export async function indexUsers(sql: Db, userIds: readonly number[]): Promise<void> {
  await sql`select index_users(${userIds as number[]}::int[])`;
}
