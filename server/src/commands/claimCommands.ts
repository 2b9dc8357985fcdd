// Reads the next command of each gateway and claims it for sending, so that only one of several servers sends it.
import { RETURN_RUN_S } from '@heliograph/contract/commands.ts';
import { UPDATE_RUN_S } from '@heliograph/contract/firmware.ts';
import { plainArray, textArray } from '../platform/database/arrays.ts';
import type { Sql } from '../platform/database/connect.ts';
import type { Command } from './command.ts';
import { commandColumns } from './commandRows.ts';

export interface Gateway {
  sid: string;
  sn: string;
}

/** Returns the next command by gateway serial number: the one under way, else the one queued first. */
export async function readNextCommands(sql: Sql, gateways: readonly Gateway[]): Promise<Map<string, Command>> {
  const commands = await sql<Command[]>`
    select ${commandColumns(sql)} from commands c join (
      select unnest(${textArray(gateways.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(gateways.map(({ sn }) => sn))}::text::text[]) as sn
    ) g on c.sid = g.sid and c.gateway_sn = g.sn
    where c.state in ('approved', 'issued', 'accepted')`;
  const next = new Map<string, Command>();
  for (const command of commands) {
    const earliest = next.get(command.gatewaySn);
    if (!earliest || sendingOrder(command) < sendingOrder(earliest)) next.set(command.gatewaySn, command);
  }
  return next;
}

const sendingOrder = ({ state, queuedAt, id }: Command): string =>
  `${state === 'approved' ? 1 : 0} ${queuedAt?.toISOString() ?? ''} ${id}`;

/** Marks commands as sent at `at`, and returns those that no other server has sent or changed meanwhile. */
export async function claimCommands(sql: Sql, commands: readonly Command[], at: Date): Promise<Command[]> {
  if (commands.length === 0) return [];
  try {
    return await claimTogether(sql, commands, at);
  } catch (error) {
    if (!isConflict(error)) throw error;
    if (commands.length === 1) return [];
  }
  // One of the gateways has an earlier command that this server had not read yet: claim each one separately.
  const claimed: Command[] = [];
  for (const command of commands) claimed.push(...(await claimCommands(sql, [command], at)));
  return claimed;
}

function claimTogether(sql: Sql, commands: readonly Command[], at: Date): Promise<Command[]> {
  // Updates and rollbacks may wait long to be sent, but must end soon after: meanwhile they block the gateway.
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

/** Another command of the gateway is under way (unique index), or a deadlock with a transaction that locks many rows: claiming one by one avoids both. */
const isConflict = (error: unknown): boolean =>
  ['23505', '40P01'].includes(String((error as { code?: unknown } | null)?.code));
