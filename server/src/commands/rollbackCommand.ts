// Enqueues the rollback of a device to its last confirmed values, for the gateway it is attached to at that time.
import { RETURN_VALID_S } from '@heliograph/contract/commands.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { type Command, rollbackOf } from './command.ts';
import { reportedParameters } from './commandRows.ts';
import { notifyQueue } from './notifyQueue.ts';

/**
 * Rolls back to the last reported values, even those reported after the change was requested; without any there is no
 * rollback. A failed rollback is enqueued again. The caller has locked the plant. `leaving`: gateways that are leaving it;
 * devices attached to them wait for the gateway that announces them next (reassignCommands.ts).
 */
export async function queueRollback(
  tx: Transaction,
  command: Command,
  at: Date,
  leaving: readonly string[] = [],
): Promise<void> {
  const { sid, sn, companyId, isProtected, id, returns } = command;
  const reported = await reportedParameters(tx, { sid, sn });
  const before = Object.fromEntries(
    Object.keys(command.parameters).flatMap((name) => (reported[name] ? [[name, reported[name].value]] : [])),
  );
  const rollback = returns === null ? rollbackOf({ ...command, before: { ...command.before, ...before } }) : command;
  const [site] = await tx<{ isOff: boolean }[]>`
    select s.control_off_at is not null as is_off from sites s where s.sid = ${sid}`;
  const [device] = await tx<{ gatewaySn: string }[]>`
    select case when d.gateway_sn = '' then d.sn when d.gateway_sn in (select unnest(${textArray(leaving)}::text::text[])) then ''
      else d.gateway_sn end as gateway_sn
    from devices d where d.sid = ${sid} and d.sn = ${sn} and d.removed_at is null`;
  if (!rollback || !site || site.isOff || !device) return;
  const { gatewaySn } = device;
  // A retry gets the remaining time of the first attempt.
  const validS =
    returns === null ? RETURN_VALID_S : Math.floor((command.askedAt.getTime() - at.getTime()) / 1000) + command.validS;
  if (validS <= 0) return;
  const values = JSON.stringify(rollback.parameters);
  await tx`
    insert into commands (sid, id, gateway_sn, sn, action, parameters, state, step, is_protected, returns, company_id, asked_at,
      queued_at, valid_s, expires_at)
    values (${sid}, ${crypto.randomUUID()}, ${gatewaySn}, ${sn}, ${rollback.action}, ${values}::text::jsonb, 'approved', 'write', ${isProtected},
      ${returns ?? id}, ${companyId}, ${at}, ${at}, ${validS}, ${new Date(at.getTime() + validS * 1000)})`;
  await notifyQueue(tx, { sid, sn: gatewaySn });
}
