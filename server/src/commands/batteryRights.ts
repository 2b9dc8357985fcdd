// Rights to set batteries: everything with the permission to control devices; mode and reserve for the owner of the plant, unless the service company has restricted it.

import type { Response } from '@heliograph/contract/calls.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { companyNames, peopleById } from '../access/namedPeople.ts';
import { seesDevices } from '../access/pageModules.ts';
import { hasSecondFactor } from '../access/secondFactors.ts';
import type { CallContext, Session } from '../context.ts';
import { isoOf } from '../platform/calendar/times.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { assertMayControl, mayControl, ownsSite, readControlSwitch } from './controlRights.ts';

type View = Response<'battery/hx/params/view'>;
type Caller = Pick<CallContext, 'sql' | 'session'>;

interface BatteryAccess {
  companyName: string;
  /** Null: the owner is not restricted. */
  ownerOffAt: Date | null;
  /** Name of the user who restricted it; '' for a deleted account. */
  ownerOffBy: string;
  ownerId: number | null;
  offAt: Date | null;
  timezone: string;
}

async function readBatteryAccess(sql: Transaction, sid: string): Promise<BatteryAccess> {
  const [row] = await sql<{ companyId: number; ownerOffAt: Date | null; offBy: number | null }[]>`
    select s.company_id, s.battery_owner_off_at as owner_off_at, s.battery_owner_off_by as off_by from sites s where s.sid = ${sid}`;
  const { companyId, ownerOffAt, offBy } = row!;
  const by = (await peopleById(sql, [offBy])).get(offBy ?? 0);
  const companyName = (await companyNames(sql, [companyId])).get(companyId) ?? '';
  return { companyName, ownerOffAt, ownerOffBy: by ? by.name || by.email : '', ...(await readControlSwitch(sql, sid)) };
}

/** Returns what the session may set in a plant that it may change, apart from the owner's restriction and a second factor. */
function settableBy(session: Session, site: Pick<BatteryAccess, 'ownerId'>): View['rights']['set'] {
  if (!seesDevices(session)) return 'nothing';
  if (session.permissions.has('DeviceControl')) return 'all';
  return session.permissions.has('OwnBatteryUpdate') && ownsSite(session, site) ? 'modeAndReserve' : 'nothing';
}

/** Whether a person without a second factor confirms with the password instead; an API token does not. */
const confirmsWithPassword = async ({ sql, session }: Caller): Promise<boolean> =>
  !mayControl(session) && session.api === null && !(await hasSecondFactor(sql, session.userId));

export async function batteryRights(
  caller: Caller,
  { sid, isChangeable }: { sid: string; isChangeable: boolean },
): Promise<Pick<View, 'rights' | 'restriction'>> {
  const { sql, session } = caller;
  const site = await readBatteryAccess(sql, sid);
  const set = settableBy(session, site);
  const needsPassword = isChangeable && set === 'modeAndReserve' && (await confirmsWithPassword(caller));
  const reason = ((): View['rights']['reason'] => {
    if (!isChangeable) return 'guest';
    if (set === 'nothing') return 'noPermission';
    if (site.offAt !== null) return 'controlOff';
    if (set === 'modeAndReserve' && site.ownerOffAt !== null) return 'restricted';
    return mayControl(session) || needsPassword ? null : 'secondFactor';
  })();
  return {
    rights: {
      read: isChangeable && set !== 'nothing' && site.offAt === null,
      set: reason === null ? set : 'nothing',
      reason,
      needsPassword: needsPassword && reason === null,
      restrict: isChangeable && set === 'all' && mayRestrict(session),
      companyName: site.companyName,
    },
    restriction: site.ownerOffAt && {
      byName: isChangeable ? site.ownerOffBy : '',
      companyName: site.companyName,
      iso: isoOf(site.ownerOffAt, site.timezone)!,
    },
  };
}

/** Whether a session that may control the plant decides about its owner: people of companies do, owners do not. */
export const mayRestrict = ({ scope }: Pick<Session, 'scope'>): boolean => scope !== 'own';

/** Refuses a session that may not read the batteries of a plant that it may change. */
export async function assertMayReadBattery({ sql, session }: Caller, sid: string): Promise<void> {
  const site = await readControlSwitch(sql, sid);
  if (settableBy(session, site) === 'nothing') throw new ApiError('forbidden');
  if (site.offAt) throw new ApiError('controlIsOff');
}

/** Returns what the session may set now. `hasPassword`: the request had the account's password. */
export async function assertMaySetBattery(
  caller: Caller,
  sid: string,
  hasPassword: boolean,
): Promise<'all' | 'modeAndReserve'> {
  const { sql, session } = caller;
  const site = await readBatteryAccess(sql, sid);
  const set = settableBy(session, site);
  if (set === 'nothing') throw new ApiError('forbidden');
  if (set === 'modeAndReserve' && site.ownerOffAt)
    throw new ApiError('batteryRestricted', { by: site.ownerOffBy || site.companyName });
  const mayConfirm = set === 'modeAndReserve' && (await confirmsWithPassword(caller));
  if (mayConfirm && !hasPassword) throw new ApiError('needsPassword');
  if (!mayConfirm) assertMayControl(session);
  if (site.offAt) throw new ApiError('controlIsOff');
  return set;
}
