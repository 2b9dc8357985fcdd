// Whether a plant may be controlled, and by whom: its owner may switch it off, roles have buttons, and a password alone is not enough.
import type { Response } from '@heliograph/contract/calls.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Session } from '../context.ts';
import type { Transaction } from '../db/connect.ts';
import { seesDevices } from '../wire/pageModules.ts';
import { isoOf } from '../wire/times.ts';

type ControlState = Response<'gateway/control'>['control'];

interface Switch {
  offAt: Date | null;
  ownerId: number | null;
  timezone: string;
}

export async function controlSwitch(sql: Transaction, sid: string): Promise<Switch> {
  const [row] = await sql<Switch[]>`
    select s.control_off_at as off_at, s.owner_id, s.timezone from sites s where s.sid = ${sid}`;
  return row!;
}

/** A program's token says with its scope what it may; a person has shown a code or a passkey. */
export const mayControl = ({ api, hasSecondFactor }: Pick<Session, 'api' | 'hasSecondFactor'>): boolean =>
  api === null ? hasSecondFactor : api.scope === 'control';

export function mustControl(session: Session): void {
  if (!mayControl(session)) throw new Refusal('needsSecondFactor');
}

/** An administrator of the portal is no owner: the switch is theirs whose roof it is. */
export const ownsSite = ({ userId }: Pick<Session, 'userId'>, { ownerId }: Pick<Switch, 'ownerId'>): boolean =>
  ownerId === userId;

export function controlState(session: Session, site: Switch, isChangeable: boolean): ControlState {
  const has = (button: 'DeviceControl' | 'ControlApprove') =>
    isChangeable && seesDevices(session) && session.permissions.has(button);
  const isOff = site.offAt !== null;
  return {
    isOff,
    offIso: isoOf(site.offAt, site.timezone),
    maySwitch: ownsSite(session, site) && isChangeable,
    mayRead: has('DeviceControl') && !isOff,
    mayWrite: has('DeviceControl') && !isOff && mayControl(session),
    mayApprove: has('ControlApprove') && !isOff && session.api === null && mayControl(session),
    needsSecondFactor: !mayControl(session),
  };
}
