// Tells the database who asks and about which plant: the settings that the row policies of migration 000005 read.
import type { Session } from '../../context.ts';
import type { Transaction } from './connect.ts';

const SCOPES = new Set(['all', 'branch', 'own']);
/** What goes into a setting goes in as text: letters, digits and underscore, never anything that ends a literal. */
const PLAIN = /^\w{1,64}$/;

/**
 * Who asks, and other settings that the transaction begins with. `set local` statements, as settings that a function makes
 * do not reach the nodes of a distributed database; other nodes are told the whole text that a setting stands in, so there
 * is nothing else in it. Sent with what follows, not waited for: if one of them fails, so does all that follows in the
 * transaction. So it is no promise either: what it refuses, nobody can overlook.
 */
export function setRlsUser(sql: Transaction, { scope, userId, companyId }: Session, settings = ''): void {
  if (!SCOPES.has(scope) || !Number.isSafeInteger(userId) || !Number.isSafeInteger(companyId))
    throw new Error('a session without a scope, a user or a company');
  sql
    .unsafe(
      `set local heliograph.scope = '${scope}'; set local heliograph.user_id = '${userId}';` +
        `set local heliograph.branch = '${scope === 'branch' ? -companyId : 0}'; ${settings}`,
    )
    .execute();
}

/** Call it once the plant was found among those that the session sees: its days, samples, prices and events can be read by what follows. */
export function setRlsSite(sql: Transaction, sid: string): void {
  sql.unsafe(`set local heliograph.site = '${plain(sid)}'`).execute();
}

/** Call it once the plant was found among those that the session may change, or was made by it. */
export async function beginChange(sql: Transaction, sid: string): Promise<void> {
  await sql.unsafe(`set local heliograph.site = '${plain(sid)}'; set local heliograph.changing = '${plain(sid)}'`);
}

/** What only the process itself may read and write (a password's hash), within the transaction of a call. */
export async function asProcess<T>(sql: Transaction, work: () => PromiseLike<T>): Promise<T> {
  await sql.unsafe(roleOf('none'));
  const done = await work();
  await sql.unsafe(roleOf('heliograph_call'));
  return done;
}

/** From here on the transaction runs as the role that row policies watch. */
export const AS_CALL = roleOf('heliograph_call');

/** By a function, which stays here: on other nodes each role has connections of its own, and must end what it began there. */
function roleOf(name: 'heliograph_call' | 'none'): string {
  return `select set_config('role', '${name}', true)`;
}

function plain(sid: string): string {
  if (!PLAIN.test(sid)) throw new Error('the id of a plant is letters, digits and underscores');
  return sid;
}
