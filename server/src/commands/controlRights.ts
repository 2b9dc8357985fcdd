// Who may control a plant: the owner may switch control off, roles have permissions, and a password alone is not enough.
import type { Response } from '@heliograph/contract/calls.ts';
import { OWNERLESS_DAYS } from '@heliograph/contract/commands.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
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

/** An API token needs the scope `control`; a person needs a second factor. */
export const mayControl = ({ api, hasSecondFactor }: Pick<Session, 'api' | 'hasSecondFactor'>): boolean =>
  api === null ? hasSecondFactor : api.scope === 'control';

export function assertMayControl(session: Session): void {
  if (!mayControl(session)) throw new Refusal('needsSecondFactor');
}

/** Portal administrators do not count as owners. */
export const ownsSite = ({ userId }: Pick<Session, 'userId'>, { ownerId }: Pick<Switch, 'ownerId'>): boolean =>
  ownerId === userId;

/** When a manager of the plant's company may switch control on again after the owner has left; null: this session may not, or control is on. */
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

/** `free`: as `companyMayEnableFrom` says, at this moment. */
export function controlState(
  session: Session,
  site: Switch,
  isChangeable: boolean,
  free: { from: Date | null; at: Date } = { from: null, at: new Date(0) },
): ControlState {
  const has = (button: 'DeviceControl' | 'ControlApprove') =>
    isChangeable && seesDevices(session) && session.permissions.has(button);
  const isOff = site.offAt !== null;
  return {
    isOff,
    offIso: isoOf(site.offAt, site.timezone),
    maySwitch: (ownsSite(session, site) || (free.from !== null && free.at >= free.from)) && isChangeable,
    freeIso: isoOf(free.from, site.timezone),
    mayRead: has('DeviceControl') && !isOff,
    mayWrite: has('DeviceControl') && !isOff && mayControl(session),
    mayApprove: has('ControlApprove') && !isOff && session.api === null && mayControl(session),
    needsSecondFactor: !mayControl(session),
  };
}
