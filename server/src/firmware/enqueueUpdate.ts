// Enqueues an update of a device for its gateway, after the caller has checked that it fits the device.
import { randomBytes } from 'node:crypto';
import { MAX_OPEN_COMMANDS } from '@heliograph/contract/commands.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { UPDATE_VALID_S } from '@heliograph/contract/firmware.ts';
import type { Firmware } from '../commands/command.ts';
import { CONTROLLABLE, updatable } from '../commands/controllableDevices.ts';
import { queueEnd } from '../commands/enqueueCommand.ts';
import { notifyQueue } from '../commands/notifyQueue.ts';
import type { Session } from '../context.ts';
import type { Transaction } from '../platform/database/connect.ts';

interface UpdateRequest {
  sid: string;
  sn: string;
  firmware: Omit<Firmware, 'secret'>;
  /** End of the period in which it waits for the owner's consent. */
  asksUntil?: Date;
}

/** Enqueues an update and returns the command's id. The caller has locked the plant, which the session may change, so that concurrent requests are serialized. */
export async function enqueueUpdate(
  sql: Transaction,
  { userId, companyId }: Pick<Session, 'userId' | 'companyId'>,
  { sid, sn, firmware, asksUntil }: UpdateRequest,
  at: Date,
): Promise<string> {
  const { fragment } = await updatable(sql, sid);
  const [device] = await sql<{ gatewaySn: string }[]>`
    select coalesce(nullif(d.gateway_sn, ''), d.sn) as gateway_sn from ${CONTROLLABLE(sql)} where ${fragment} and d.sn = ${sn}`;
  if (!device) throw new ApiError('notControllable');
  const { gatewaySn } = device;
  const open = await sql<{ sn: string; action: string; queuedAt: Date | null }[]>`
    select c.sn, c.action, c.queued_at from commands c
    where c.sid = ${sid} and c.gateway_sn = ${gatewaySn} and c.state in ('draft', 'approved', 'issued', 'accepted')`;
  if (open.some((one) => one.sn === sn && one.action === 'update')) throw new ApiError('updatePending');
  if (open.length >= MAX_OPEN_COMMANDS) throw new ApiError('commandQueueFull', { most: MAX_OPEN_COMMANDS });
  const id: string = crypto.randomUUID();
  const order: Firmware = { ...firmware, secret: randomBytes(32).toString('base64url') };
  const state = asksUntil ? 'draft' : 'approved';
  const endsAt = asksUntil ?? new Date(at.getTime() + UPDATE_VALID_S * 1000);
  await sql`
    insert into commands (sid, id, gateway_sn, sn, action, parameters, firmware, state, step, asked_by, company_id, asked_at,
      queued_at, valid_s, expires_at)
    values (${sid}, ${id}, ${gatewaySn}, ${sn}, 'update', '{}', ${JSON.stringify(order)}::text::jsonb, ${state}, 'write',
      ${userId}, ${companyId}, ${at}, ${asksUntil ? null : queueEnd(open, at)}, ${UPDATE_VALID_S}, ${endsAt})`;
  if (!asksUntil) await notifyQueue(sql, { sid, sn: gatewaySn });
  return id;
}
