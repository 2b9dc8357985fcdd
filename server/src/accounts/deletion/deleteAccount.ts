// Deletes an account with all rows that carry its user id. Foreign keys would do it on one PostgreSQL; a cluster has none from tables that are on one node only to users.
import type { Transaction } from '../../platform/database/connect.ts';

/** Tables in the order of deletion: pieces before what they are pieces of. */
export const ACCOUNT_TABLES = [
  'account_archive_pieces',
  'account_archives',
  'deliveries',
  'channels',
  'change_places',
  'company_identities',
  'company_visits',
  'consents',
  'email_changes',
  'idempotency_keys',
  'join_requests',
  'list_views',
  'passkey_challenges',
  'passkeys',
  'recovery_codes',
  'second_factor_resets',
  'second_factors',
  'sessions',
  'sign_in_devices',
  'sign_in_networks',
  'user_file_pieces',
  'user_files',
  'user_pictures',
] as const;

export async function deleteAccount(sql: Transaction, userId: number): Promise<void> {
  for (const table of ACCOUNT_TABLES) await sql`delete from ${sql(table)} where user_id = ${userId}`;
  // Memberships are deleted by their foreign key, on a cluster too.
  await sql`delete from users where id = ${userId}`;
}
