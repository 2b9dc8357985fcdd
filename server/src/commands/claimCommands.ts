// Reads the open commands of gateways and claims those to send, so that only one of several servers sends each.
import { RETURN_RUN_S } from '@heliograph/contract/commands.ts';
import { UPDATE_RUN_S } from '@heliograph/contract/firmware.ts';
import { plainArray, textArray } from '../platform/database/arrays.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import type { Command } from './command.ts';
import { commandColumns } from './commandRows.ts';

export interface Gateway {
  sid: string;
  sn: string;
}

/** Returns the approved commands and those under way, by gateway serial number. */
export async function readOpenCommands(sql: Sql, gateways: readonly Gateway[]): Promise<Map<string, Command[]>> {
  const commands = await sql<Command[]>`
    select ${commandColumns(sql)} from commands c join (
      select unnest(${textArray(gateways.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(gateways.map(({ sn }) => sn))}::text::text[]) as sn
    ) g on c.sid = g.sid and c.gateway_sn = g.sn
    where c.state in ('approved', 'issued', 'accepted')`;
  return Map.groupBy(commands, ({ gatewaySn }) => gatewaySn);
}

/** Marks commands as sent at `at`, and returns those that no other server has sent or changed meanwhile. */
export async function claimCommands(sql: Sql, commands: readonly Command[], at: Date): Promise<Command[]> {
  if (commands.length === 0) return [];
  try {
    return await claimTogether(sql, commands, at);
  } catch (error) {
    if (!isConflict(error)) throw error;
    if (commands.length === 1) return [];
  }
  // One of the devices has an earlier command that this server had not read yet: claim each one separately.
  const claimed: Command[] = [];
  for (const command of commands) claimed.push(...(await claimCommands(sql, [command], at)));
  return claimed;
}

function claimTogether(sql: Sql, commands: readonly Command[], at: Date): Promise<Command[]> {
  // Updates and rollbacks may wait long to be sent, but must end soon after: meanwhile they block the device.
  const runEnd = (runS: number): Date => new Date(at.getTime() + runS * 1000);
  return sql<Command[]>`
    update commands c set state = case when c.state = 'approved' then 'issued' else c.state end,
      expires_at = case when c.state <> 'approved' then c.expires_at when c.action = 'update' then least(c.expires_at, ${runEnd(UPDATE_RUN_S)})
        when c.returns is not null then least(c.expires_at, ${runEnd(RETURN_RUN_S)}) else c.expires_at end,
      issued_at = coalesce(c.issued_at, ${at}), tries = c.tries + 1, tried_at = ${at}
    from (
      select unnest(${textArray(commands.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(commands.map(({ id }) => id))}::text::text[])::uuid as id,
        unnest(${textArray(commands.map(({ step }) => step))}::text::text[]) as step,
        unnest(${plainArray(commands.map(({ tries }) => tries))}::text::int[]) as tries
    ) g
    where c.sid = g.sid and c.id = g.id and c.step = g.step and c.tries = g.tries
      and c.state in ('approved', 'issued', 'accepted')
    returning ${commandColumns(sql)}`;
}

/** Another command of the device is under way (unique index), or a deadlock with a transaction that locks many rows: claiming one by one avoids both. */
const isConflict = (error: unknown): boolean =>
  ['23505', '40P01'].includes(String((error as { code?: unknown } | null)?.code));

/** Longest wait behind other commands of the same gateway. */
export const MAX_WAIT_MS = 6 * 3_600_000;
/** Longer than a turn: a command that expires within this time would be due before the next one is sent. */
const MIN_REMAINING_MS = 60_000;

/** Renews the validity of commands that wait behind one that was just sent or ended, so that each has its time when its turn comes. */
export async function extendWaiting(sql: Sql | Transaction, gateways: readonly Gateway[], at: Date): Promise<void> {
  // An instant plus an interval depends on the session's time zone, which a distributed update does not allow.
  const end = sql`to_timestamp(${at.getTime() / 1000}::float8 + c.valid_s)`;
  await sql`
    update commands c set expires_at = ${end}
    from (
      select unnest(${textArray(gateways.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(gateways.map(({ sn }) => sn))}::text::text[]) as sn
    ) g
    where c.sid = g.sid and c.gateway_sn = g.sn and c.state = 'approved' and c.returns is null
      and coalesce(c.starts_at, c.queued_at) <= ${at} and coalesce(c.starts_at, c.queued_at) > ${new Date(at.getTime() - MAX_WAIT_MS)}
      and c.expires_at < ${new Date(at.getTime() + MIN_REMAINING_MS)} and c.expires_at < ${end}`;
}
