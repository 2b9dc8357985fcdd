// The way back of a device to its last confirmed values, as a command of its own: to the gateway that it hangs on by then.
import { RETURN_VALID_S } from '@heliograph/contract/commands.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { type Command, returnOf } from './command.ts';
import { reportedParameters } from './commandRows.ts';
import { notifyQueue } from './notifyQueue.ts';

/**
 * To what the device said last, also if that was after the change was asked for; of what nobody had asked it there is nothing to
 * go back to. A way back that did not come through begins again. The plant is locked. `gone`: gateways that leave it now; what
 * hung on them waits for whichever announces it next (reassignCommands.ts).
 */
export async function queueRollback(
  tx: Transaction,
  command: Command,
  at: Date,
  gone: readonly string[] = [],
): Promise<void> {
  const { sid, sn, companyId, isProtected, id, returns } = command;
  const told = await reportedParameters(tx, { sid, sn });
  const before = Object.fromEntries(
    Object.keys(command.parameters).flatMap((name) => (told[name] ? [[name, told[name].value]] : [])),
  );
  const back = returns === null ? returnOf({ ...command, before: { ...command.before, ...before } }) : command;
  const [site] = await tx<{ isOff: boolean }[]>`
    select s.control_off_at is not null as is_off from sites s where s.sid = ${sid}`;
  const [device] = await tx<{ gatewaySn: string }[]>`
    select case when d.gateway_sn = '' then d.sn when d.gateway_sn in (select unnest(${textArray(gone)}::text::text[])) then ''
      else d.gateway_sn end as gateway_sn
    from devices d where d.sid = ${sid} and d.sn = ${sn} and d.removed_at is null`;
  if (!back || !site || site.isOff || !device) return;
  const { gatewaySn } = device;
  // As long as the first one had.
  const validS =
    returns === null ? RETURN_VALID_S : Math.floor((command.askedAt.getTime() - at.getTime()) / 1000) + command.validS;
  if (validS <= 0) return;
  const values = JSON.stringify(back.parameters);
  await tx`
    insert into commands (sid, id, gateway_sn, sn, action, parameters, state, step, is_protected, returns, company_id, asked_at,
      queued_at, valid_s, expires_at)
    values (${sid}, ${crypto.randomUUID()}, ${gatewaySn}, ${sn}, ${back.action}, ${values}::text::jsonb, 'approved', 'write', ${isProtected},
      ${returns ?? id}, ${companyId}, ${at}, ${at}, ${validS}, ${new Date(at.getTime() + validS * 1000)})`;
  await notifyQueue(tx, { sid, sn: gatewaySn });
}
