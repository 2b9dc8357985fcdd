// Rewrites the access index of all people, after companies or memberships were inserted by a statement of a test or bench.
import type { Sql, Transaction } from '../src/platform/database/connect.ts';

export async function indexPeople(sql: Sql | Transaction): Promise<void> {
  await sql`select index_companies(array(select id from companies))`;
}
