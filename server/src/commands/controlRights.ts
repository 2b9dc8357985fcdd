// Rights to control a plant: the owner may switch control off, roles have permissions, and a password alone is not enough.
import type { Response } from '@heliograph/contract/calls.ts';
import { OWNERLESS_DAYS } from '@heliograph/contract/commands.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { seesDevices } from '../access/pageModules.ts';
import type { Session } from '../context.ts';
import { isoOf } from '../platform/calendar/times.ts';
import type { Transaction } from '../platform/database/connect.ts';

type ControlState = Response<'gateway/control'>['control'];

interface Switch {
  offAt: Date | null;
  ownerId: number | null;
  timezone: string;
}

export async function readControlSwitch(sql: Transaction, sid: string): Promise<Switch> {
  const [row] = await sql<Switch[]>`
    select s.control_off_at as off_at, s.owner_id, s.timezone from sites s where s.sid = ${sid}`;
  return row!;
}

type Strength = Pick<Session, 'api' | 'hasSecondFactor'>;

/** Whether more than a password opened a session: an API token has the scope `control`, a user a second factor. */
export const isStrong = ({ api, hasSecondFactor }: Strength): boolean =>
  api === null ? hasSecondFactor : api.scope === 'control';

/** Whether a session may send commands. A demo account needs no second factor, but controls only simulated devices (`assertSimulated`). */
export const mayControl = (session: Strength & Pick<Session, 'isDemo'>): boolean =>
  isStrong(session) || (session.isDemo && session.api === null);

/**
 * Refuses a demo account devices that the demonstration does not play: those of a gateway, or without one all of the
 * plant. Its password is published, so that a second factor would protect nothing.
 */
export async function assertSimulated(
  sql: Transaction,
  session: Strength & Pick<Session, 'isDemo'>,
  { sid, gatewaySn = '' }: { sid: string; gatewaySn?: string },
): Promise<void> {
  if (isStrong(session) || !session.isDemo) return;
  const [real] = await sql`
    select from devices d
    where d.sid = ${sid} and d.removed_at is null and (${gatewaySn} = '' or coalesce(nullif(d.gateway_sn, ''), d.sn) = ${gatewaySn})
      and not exists (select from settings s where s.name = 'demoDevices' and jsonb_exists(s.value, d.sn))
    limit 1`;
  if (real) throw new ApiError('needsSecondFactor');
}

/** Refuses a session that may not send commands; `assertSimulated` then limits demo accounts. */
export function assertMayControl(session: Session): void {
  if (!mayControl(session)) throw new ApiError('needsSecondFactor');
}

/** Whether the session's user owns the plant; portal administrators do not count as owners. */
export const ownsSite = ({ userId }: Pick<Session, 'userId'>, { ownerId }: Pick<Switch, 'ownerId'>): boolean =>
  ownerId === userId;

/** Returns from when a manager of the plant's company may switch control back on after the owner has left; null when this session may not, or control is on. */
export async function companyMayEnableFrom(
  sql: Transaction,
  { userId, companyId }: Pick<Session, 'userId' | 'companyId'>,
  sid: string,
  { offAt, ownerId }: Pick<Switch, 'offAt' | 'ownerId'>,
): Promise<Date | null> {
  if (offAt === null || ownerId !== null) return null;
  const [row] = await sql<{ since: Date | null }[]>`
    select s.ownerless_since as since from sites s where s.sid = ${sid} and s.company_id = ${companyId}
      and s.company_id in (select m.company_id from memberships m
        where m.user_id = ${userId} and m.is_company_owner and m.frozen_at is null)`;
  return row ? new Date(Math.max(offAt.getTime(), row.since?.getTime() ?? 0) + OWNERLESS_DAYS * 86_400_000) : null;
}

/** `free`: the result of `companyMayEnableFrom`, and the current time. */
export function controlState(
  session: Session,
  site: Switch,
  isChangeable: boolean,
  free: { from: Date | null; at: Date } = { from: null, at: new Date(0) },
): ControlState {
  const mayUse = (permission: 'DeviceControl' | 'ControlApprove') =>
    isChangeable && seesDevices(session) && session.permissions.has(permission);
  const isOff = site.offAt !== null;
  return {
    isOff,
    offIso: isoOf(site.offAt, site.timezone),
    maySwitch: (ownsSite(session, site) || (free.from !== null && free.at >= free.from)) && isChangeable,
    freeIso: isoOf(free.from, site.timezone),
    mayRead: mayUse('DeviceControl') && !isOff,
    mayWrite: mayUse('DeviceControl') && !isOff && mayControl(session),
    mayApprove: mayUse('ControlApprove') && !isOff && session.api === null && mayControl(session),
    needsSecondFactor: !mayControl(session),
  };
}
