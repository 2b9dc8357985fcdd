// Removes an account with all that is told of its person; the plants that it owns are deleted, those that it looked after stay with whom they are.
import { Refusal } from '@heliograph/contract/errors.ts';
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
  /** So many plants its person has seen that will be deleted. */
  plants: number;
  at: Date;
}

/** Two administrators who leave at once come one after the other: the second one is the last. No user has this number. */
const ALL_ADMINISTRATORS = 0;

/** The process itself does it, in one transaction: all of it or nothing. Answers the plants that are gone. */
export async function detachAccount(sql: Transaction, { userId, email, plants, at }: Account): Promise<string[]> {
  await writeInTurn(sql);
  await lockAccount(sql, ALL_ADMINISTRATORS, 'alone');
  await lockAccount(sql, userId, 'alone');
  const leaving = await previewDeletion(sql, userId, at);
  if (leaving.isLastAdministrator) throw new Refusal('lastAdministrator');
  if (leaving.plants.some(({ offer }) => offer !== null)) throw new Refusal('plantsOffered');
  if (leaving.owned !== plants) throw new Refusal('plantsHaveChanged');
  const cared = leaving.companies.reduce((sum, company) => sum + company.plants, 0);
  if (leaving.owned + cared > MAX_LISTED_PLANTS) throw new Refusal('tooManyToLeave', { most: MAX_LISTED_PLANTS });

  const gone = leaving.plants.map(({ sid }) => sid).toSorted();
  await lockPlants(sql, gone);
  for (const sid of gone) {
    await deleteSite(sql, sid, at);
    await notifySite(sql, sid);
  }
  // Nobody is left in them: of plants that nobody owns the operator takes care.
  const operator = await operatorsCompany(sql);
  for (const { id } of leaving.companies) {
    const { owned, ownerless } = await stopServicing(sql, { companyId: id, heirId: operator, at });
    for (const sid of [...owned.map((plant) => plant.sid), ...ownerless].toSorted()) await notifySite(sql, sid);
  }
  await leaveAllPlants(sql, { uid: userId, email, at });
  await forgetPerson(sql, { userId, email, at });
  return gone;
}

async function forgetPerson(sql: Transaction, { userId, email, at }: Omit<Account, 'plants'>): Promise<void> {
  await sql`delete from mails where to_email = ${email}`;
  await sql`delete from password_resets where email = ${email}`;
  await sql`delete from sign_up_codes where email = ${email}`;
  await sql`delete from company_invitations where email = ${email}`;
  // Lines that stay name the account by its number.
  await sql`update bdm_passwords set user_email = ${`user ${userId}`} where user_id = ${userId}`;
  await sql`update documents set created_by = null where created_by = ${userId}`;
  await sql`update firmware set created_by = null where created_by = ${userId}`;
  const [last] = await sql<{ id: number }[]>`select coalesce(max(id), 0)::int8 as id from audit_log`;
  await sql`
    insert into left_accounts (user_id, email, left_at, last_id) values (${userId}, ${email}, ${at}, ${last!.id})`;
  await deleteAccount(sql, userId);
  await revokeSessions(sql, userId);
}
