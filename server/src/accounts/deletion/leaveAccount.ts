// Removes an account with all personal data of its user; deletes the plants that it owns, leaves the plants that it serviced with their owners.
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_LISTED_PLANTS } from '@heliograph/contract/limits.ts';
import { lockPlants } from '../../access/accessIndex.ts';
import { revokeSessions } from '../../access/session.ts';
import { stopServicing } from '../../companies/stopServicing.ts';
import { deleteSite } from '../../plants/deletion/deleteSite.ts';
import { leaveAllPlants } from '../../plants/sharing/leavePlants.ts';
import { operatorsCompany } from '../../plants/transfer/serviceAssignment.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { writeInTurn } from '../../platform/database/lockOrder.ts';
import { notifySite } from '../../platform/database/siteChannel.ts';
import { lockAccount } from '../accountLock.ts';
import { deleteAccount } from './deleteAccount.ts';
import { previewDeletion } from './previewDeletion.ts';

interface Account {
  userId: number;
  email: string;
  /** Number of plants to be deleted, as shown to the user. */
  plants: number;
  at: Date;
}

/** Lock number that serializes administrators who leave, so that the second of two is recognized as the last. No user has this number. */
const ALL_ADMINISTRATORS = 0;

/** Removes the account in one transaction, without row policies. Returns the sids of the deleted plants, sorted. */
export async function detachAccount(sql: Transaction, { userId, email, plants, at }: Account): Promise<string[]> {
  await writeInTurn(sql);
  await lockAccount(sql, ALL_ADMINISTRATORS, 'alone');
  await lockAccount(sql, userId, 'alone');
  const preview = await previewDeletion(sql, userId, at);
  if (preview.isLastAdministrator) throw new ApiError('lastAdministrator');
  if (preview.plants.some(({ offer }) => offer !== null)) throw new ApiError('plantsOffered');
  if (preview.owned !== plants) throw new ApiError('plantsHaveChanged');
  const serviced = preview.companies.reduce((sum, company) => sum + company.plants, 0);
  if (preview.owned + serviced > MAX_LISTED_PLANTS) throw new ApiError('tooManyToLeave', { most: MAX_LISTED_PLANTS });

  const deleted = preview.plants.map(({ sid }) => sid).toSorted();
  await lockPlants(sql, deleted);
  for (const sid of deleted) {
    await deleteSite(sql, sid, at);
    await notifySite(sql, sid);
  }
  // These companies have no members left; the operator's company takes over plants without an owner.
  const operator = await operatorsCompany(sql);
  for (const { id } of preview.companies) {
    const { owned, ownerless } = await stopServicing(sql, { companyId: id, heirId: operator, at });
    for (const sid of [...owned.map((plant) => plant.sid), ...ownerless].toSorted()) await notifySite(sql, sid);
  }
  await leaveAllPlants(sql, { uid: userId, email, at });
  await deletePersonalData(sql, { userId, email, at });
  return deleted;
}

async function deletePersonalData(sql: Transaction, { userId, email, at }: Omit<Account, 'plants'>): Promise<void> {
  await sql`delete from mails where to_email = ${email}`;
  await sql`delete from password_resets where email = ${email}`;
  await sql`delete from sign_up_codes where email = ${email}`;
  await sql`delete from company_invitations where email = ${email}`;
  // Rows that stay name the account by its user id.
  await sql`update bdm_passwords set user_email = ${`user ${userId}`} where user_id = ${userId}`;
  await sql`update documents set created_by = null where created_by = ${userId}`;
  await sql`update firmware set created_by = null where created_by = ${userId}`;
  const [last] = await sql<{ id: number }[]>`select coalesce(max(id), 0)::int8 as id from audit_log`;
  await sql`
    insert into left_accounts (user_id, email, left_at, last_id) values (${userId}, ${email}, ${at}, ${last!.id})`;
  await deleteAccount(sql, userId);
  await revokeSessions(sql, userId);
}
