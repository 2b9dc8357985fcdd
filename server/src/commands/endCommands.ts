// Ends commands whose time is over, and takes devices back to their last confirmed values when nobody came back after a change.
import { OPEN_STEPS, RETURN_VALID_S } from '@heliograph/contract/commands.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/connect.ts';
import { afterTime, type Command, mayHaveWritten, returnOf } from './command.ts';
import { lockedCommand, moveCommand, writeEnd } from './rows.ts';
import { tellQueue } from './tellQueue.ts';

/** A device begins nothing after the end, but what it began before it may still be told. */
const GRACE_MS = 10_000;
const AT_ONCE = 500;

/** Gives how many ended. */
export async function endCommands(context: Context, signal?: AbortSignal): Promise<number> {
  const { sql, clock } = context;
  const at = clock.now();
  const due = await sql<Pick<Command, 'sid' | 'id'>[]>`
    select c.sid, c.id from commands c
    where (c.state in ('draft', 'approved') and c.expires_at <= ${at})
      or (c.state in ('issued', 'accepted') and c.expires_at <= ${new Date(at.getTime() - GRACE_MS)})
    order by c.expires_at limit ${AT_ONCE}`;
  for (const key of due) {
    if (signal?.aborted) break;
    await endOne(context, key, at);
  }
  return due.length;
}

async function endOne({ sql, nudges }: Context, key: Pick<Command, 'sid' | 'id'>, at: Date): Promise<void> {
  await sql.begin(async (begun) => {
    const tx = begun as Transaction;
    const command = await lockedCommand(tx, key);
    if (!command || !(OPEN_STEPS as readonly string[]).includes(command.state) || command.expiresAt > at) return;
    const ended = await moveCommand(tx, command, afterTime(command, at));
    await writeEnd(tx, ended, at);
    if (mayHaveWritten(command) && command.returns === null) await queueReturn(tx, command, at);
    await tellQueue(tx, { sid: command.sid, sn: command.gatewaySn });
  });
  nudges.tell([key.sid]);
}

/** To what the device had said before; of what nobody had asked it there is nothing to go back to. */
async function queueReturn(tx: Transaction, command: Command, at: Date): Promise<void> {
  const { sid, gatewaySn, sn, companyId, isProtected, id } = command;
  const back = returnOf(command);
  const [site] = await tx<{ isOff: boolean }[]>`
    select s.control_off_at is not null as is_off from sites s where s.sid = ${sid}`;
  const [device] = await tx`select from devices d where d.sid = ${sid} and d.sn = ${sn} and d.removed_at is null`;
  if (!back || !site || site.isOff || !device) return;
  const values = JSON.stringify(back.parameters);
  await tx`
    insert into commands (sid, id, gateway_sn, sn, action, parameters, state, step, is_protected, returns, company_id, asked_at,
      queued_at, valid_s, expires_at)
    values (${sid}, ${crypto.randomUUID()}, ${gatewaySn}, ${sn}, ${back.action}, ${values}::text::jsonb, 'approved', 'write', ${isProtected},
      ${id}, ${companyId}, ${at}, ${at}, ${RETURN_VALID_S}, ${new Date(at.getTime() + RETURN_VALID_S * 1000)})`;
}
