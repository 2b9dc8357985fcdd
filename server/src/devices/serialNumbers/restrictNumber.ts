// Restricts a serial number or lifts the restriction, and makes every process reread it.
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleDevice } from '../../access/accessibleDevice.ts';
import { lockEditableSite } from '../../access/lockSite.ts';
import type { CallContext } from '../../context.ts';
import { notifyRegistry } from '../../platform/database/registryChannel.ts';

export interface Restriction {
  /** Plant of the number; null: none. */
  sid: string | null;
  /** Null: it was not restricted. */
  restrictedAt: Date | null;
  reason: string;
}

/**
 * Restricts any number for administrators, for others that of a device currently in a plant of theirs. `reason` null lifts
 * the restriction. Returns the previous state; undefined: the number was unknown. Reports and connections are rechecked.
 * Refuses with deviceNotFound.
 */
export async function restrictNumber(
  context: Pick<CallContext, 'sql' | 'session' | 'at'>,
  sn: string,
  reason: string | null,
): Promise<Restriction | undefined> {
  const { sql, session, at } = context;
  const sid = await plantOf(context, sn);
  // In the lock order of registrations: the plant before its number.
  if (sid !== null) await lockEditableSite(sql, session, sid);
  const [before] = await sql<Restriction[]>`
    select sid, restricted_at, reason from restrict_number(${sn}, ${reason === null ? null : at}, ${reason ?? ''})`;
  // Claimed or released since it was read.
  if ((before?.sid ?? null) !== sid) throw new ApiError('deviceNotFound');
  await notifyRegistry(sql, [sn]);
  return before;
}

async function plantOf(context: Pick<CallContext, 'sql' | 'session' | 'at'>, sn: string): Promise<string | null> {
  const { sql, session } = context;
  if (session.scope === 'all')
    return (await sql<{ sid: string | null }[]>`select sid from serial_numbers where sn = ${sn}`)[0]?.sid ?? null;
  const { sid, removedAt } = await accessibleDevice(context, { sn });
  // A removed device no longer belongs to its former plant.
  if (removedAt !== null) throw new ApiError('deviceNotFound');
  return sid;
}
