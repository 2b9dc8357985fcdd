// Reads one device of a site that the session may change and locks the site; includes removed devices, as their history stays.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { CallContext } from '../context.ts';
import type { Kind } from '../families/kinds.ts';
import { type LockedSite, lockEditableSite } from './lockSite.ts';
import { seesDevices } from './pageModules.ts';

export interface LockedDevice extends LockedSite {
  kind: Kind;
  gatewaySn: string;
  removed: boolean;
}

/** Returns the device with its locked site. Refuses as lockEditableSite does, and with deviceNotFound. */
export async function lockEditableDevice(
  { sql, session }: Pick<CallContext, 'sql' | 'session'>,
  { sid, sn }: { sid: string; sn: string },
): Promise<LockedDevice> {
  const site = await lockEditableSite(sql, session, sid);
  const [device] = await sql<Pick<LockedDevice, 'kind' | 'gatewaySn' | 'removed'>[]>`
    select p.kind, d.gateway_sn, d.removed_at is not null as removed
    from devices d join products p on p.id = d.product_id where d.sid = ${sid} and d.sn = ${sn}`;
  if (!device || !seesDevices(session)) throw new ApiError('deviceNotFound');
  return { ...site, ...device };
}
