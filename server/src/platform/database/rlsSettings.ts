// Sets the requester and the plant of a transaction, for the row policies of migration 000005.
import type { Session } from '../../context.ts';
import type { Transaction } from './connect.ts';

const SCOPES = new Set(['all', 'branch', 'own']);
/** Values of settings are interpolated as text: letters, digits, underscore and hyphen, never characters that end a literal. */
const PLAIN = /^[\w-]{1,64}$/;

/**
 * Sets the requester, and other settings for the beginning of the transaction. Uses `set local` statements, as settings made
 * by a function do not reach the nodes of a distributed database; nodes receive the whole text of a setting's statement, so
 * it contains nothing else. Sent with the next statement and not awaited: if it fails, everything after it in the
 * transaction fails. It returns no promise, as its failure cannot be overlooked.
 */
export function setRlsUser(
  sql: Transaction,
  { scope, userId, companyId }: Pick<Session, 'scope' | 'userId' | 'companyId'>,
  settings = '',
): void {
  if (!SCOPES.has(scope) || !Number.isSafeInteger(userId) || !Number.isSafeInteger(companyId))
    throw new Error('a session without a scope, a user or a company');
  sql
    .unsafe(
      `set local heliograph.scope = '${scope}'; set local heliograph.user_id = '${userId}';` +
        `set local heliograph.company = '${companyId}';` +
        `set local heliograph.branch = '${scope === 'branch' ? -companyId : 0}'; ${settings}`,
    )
    .execute();
}

/** Lets the following statements read the plant's days, samples, prices and events. Call it after checking that the session may see the plant. */
export function setRlsSite(sql: Transaction, sid: string): void {
  sql.unsafe(`set local heliograph.site = '${plain(sid)}'`).execute();
}

/** Lets the following statements change the plant. Call it after checking that the session may change it, or when the session creates it. */
export async function beginChange(sql: Transaction, sid: string): Promise<void> {
  await sql.unsafe(`set local heliograph.site = '${plain(sid)}'; set local heliograph.changing = '${plain(sid)}'`);
}

/** Lets the following statements read the stored reports of these numbers, and of no others. Call it for numbers of which the call shows or takes reports. */
export function setRlsNumbers(sql: Transaction, sns: readonly string[]): void {
  sql.unsafe(`set local heliograph.numbers = '${sns.map(plain).join(',')}'`).execute();
}

/** Runs work without row policies within the transaction of a call, for data that calls may not access (a password's hash). */
export async function asProcess<T>(sql: Transaction, work: () => PromiseLike<T>): Promise<T> {
  await sql.unsafe(roleOf('none'));
  const done = await work();
  await sql.unsafe(roleOf('heliograph_call'));
  return done;
}

/** Statement after which the transaction runs as the role that row policies apply to. */
export const AS_CALL = roleOf('heliograph_call');

/** Sets the role by a function, which other nodes do not see: there each role has its own connections, and must end what it began. */
function roleOf(name: 'heliograph_call' | 'none'): string {
  return `select set_config('role', '${name}', true)`;
}

function plain(id: string): string {
  if (!PLAIN.test(id)) throw new Error('an id is letters, digits, underscores and hyphens');
  return id;
}
