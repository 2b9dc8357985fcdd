// Restricts a serial number, or cancels that: found, allowed, written; and every process looks at it again.
import { Refusal } from '@heliograph/contract/errors.ts';
import { accessibleDevice } from '../../access/accessibleDevice.ts';
import { lockEditableSite } from '../../access/lockSite.ts';
import type { CallContext } from '../../context.ts';
import { notifyRegistry } from '../../platform/database/registryChannel.ts';

export interface Restriction {
  /** Null: of no plant. */
  sid: string | null;
  /** Null: it was not restricted. */
  restrictedAt: Date | null;
  reason: string;
}

/**
 * Administrators may name any number, others one of a device that is in a plant of theirs now. `reason` null cancels.
 * Gives what was there before; undefined: nobody knew the number. Reports and connections are looked at again.
 */
export async function restrictNumber(
  caller: Pick<CallContext, 'sql' | 'session' | 'at'>,
  sn: string,
  reason: string | null,
): Promise<Restriction | undefined> {
  const { sql, session, at } = caller;
  const sid = await plantOf(caller, sn);
  // Locked as registrations do it: first the plant, then its number.
  if (sid !== null) await lockEditableSite(sql, session, sid);
  const [before] = await sql<Restriction[]>`
    select sid, restricted_at, reason from restrict_number(${sn}, ${reason === null ? null : at}, ${reason ?? ''})`;
  // Claimed or released since it was looked for.
  if ((before?.sid ?? null) !== sid) throw new Refusal('deviceNotFound');
  await notifyRegistry(sql, [sn]);
  return before;
}

async function plantOf(caller: Pick<CallContext, 'sql' | 'session' | 'at'>, sn: string): Promise<string | null> {
  const { sql, session } = caller;
  if (session.scope === 'all')
    return (await sql<{ sid: string | null }[]>`select sid from serial_numbers where sn = ${sn}`)[0]?.sid ?? null;
  const { sid, removedAt } = await accessibleDevice(caller, { sn });
  // To whoever held it, it is no device of theirs any more.
  if (removedAt !== null) throw new Refusal('deviceNotFound');
  return sid;
}
