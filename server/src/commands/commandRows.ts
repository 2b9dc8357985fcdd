// Reads, locks and updates rows of commands.
import type { Path } from '@heliograph/contract/calls.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import type { Command, CommandUpdate } from './command.ts';

type Db = Sql | Transaction;

export const commandColumns = (sql: Db) => sql`
  c.sid, c.id, c.gateway_sn, c.sn, c.action, c.parameters, c.before, c.read_back, c.firmware, c.state, c.step, c.reason, c.is_protected,
  c.returns, c.asked_by, c.company_id, c.asked_at, c.answered_by, c.answered_at, c.queued_at, c.starts_at, c.issued_at, c.accepted_at,
  c.ended_at, c.valid_s, c.expires_at, c.tries, c.tried_at, c.by_rule, c.stands_for`;

/** Locks a command until the end of the transaction; undefined when there is none, or none of `gatewaySn`. */
export async function lockCommand(
  sql: Transaction,
  { sid, id, gatewaySn }: { sid: string; id: string; gatewaySn?: string },
): Promise<Command | undefined> {
  const [row] = await sql<Command[]>`
    select ${commandColumns(sql)} from commands c where c.sid = ${sid} and c.id = ${id} for update`;
  return row && (gatewaySn === undefined || row.gatewaySn === gatewaySn) ? row : undefined;
}

/** As `lockCommand`, but returns undefined for a row that is already locked: locking many rows in another order must not wait. */
export async function lockCommandIfFree(
  sql: Transaction,
  { sid, id }: { sid: string; id: string },
): Promise<Command | undefined> {
  const [row] = await sql<Command[]>`
    select ${commandColumns(sql)} from commands c where c.sid = ${sid} and c.id = ${id} for update skip locked`;
  return row;
}

/** Locks the commands that a gateway is executing: of one device, or of some actions. */
export const lockRunningCommands = (
  sql: Transaction,
  { sid, sn }: { sid: string; sn: string },
  { device, actions }: { device?: string; actions?: Command['action'][] },
): Promise<Command[]> =>
  sql<Command[]>`
    select ${commandColumns(sql)} from commands c
    where c.sid = ${sid} and c.gateway_sn = ${sn} and c.state in ('issued', 'accepted')
      and (${device === undefined} or c.sn = ${device ?? ''})
      and (${actions === undefined} or c.action in (select unnest(${actions ?? []}::text[]))) order by c.id for update`;

/** Returns the latest time in a gateway's queue, so that a new command is placed after it; null for an empty queue. */
export const readQueuedAt = (
  sql: Transaction,
  { sid, gatewaySn }: Pick<Command, 'sid' | 'gatewaySn'>,
): Promise<{ queuedAt: Date | null }[]> =>
  sql<{ queuedAt: Date | null }[]>`
    select max(c.queued_at) as queued_at from commands c
    where c.sid = ${sid} and c.gateway_sn = ${gatewaySn} and c.state in ('approved', 'issued', 'accepted')`;

/** Updates a locked row. */
export async function updateCommand(sql: Transaction, command: Command, update: CommandUpdate): Promise<void> {
  const updated = { ...command, ...update };
  await sql`
    update commands set state = ${updated.state}, step = ${updated.step}, reason = ${updated.reason},
      read_back = ${updated.readBack === null ? null : JSON.stringify(updated.readBack)}::text::jsonb,
      accepted_at = ${updated.acceptedAt}, ended_at = ${updated.endedAt}, tries = ${updated.tries}, tried_at = ${updated.triedAt}
    where sid = ${command.sid} and id = ${command.id}`;
}

/** Stores parameter values that a device reported. Of its power limit, the beginning stays while the value is the same. */
export async function saveReportedParameters(
  sql: Transaction,
  { sid, sn }: { sid: string; sn: string },
  values: Record<string, number>,
  at: Date,
): Promise<void> {
  const reported = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { value, at: at.toISOString() }]),
  );
  await sql`
    insert into device_parameters as p (sid, sn, told) values (${sid}, ${sn}, ${JSON.stringify(reported)}::text::jsonb)
    on conflict (sid, sn) do update set told = p.told || excluded.told ||
      case when p.told -> 'limitPercent' -> 'value' = excluded.told -> 'limitPercent' -> 'value' then jsonb_build_object('limitPercent',
        excluded.told -> 'limitPercent' || jsonb_build_object('since', coalesce(p.told -> 'limitPercent' -> 'since', p.told -> 'limitPercent' -> 'at')))
      else '{}' end`;
}

/**
 * Stores a power limit that a device behind a gateway reported unprompted, percent of its rated power, if it has changed.
 * It is not known when a device began to hold the first one.
 */
export async function saveReportedLimit(
  sql: Sql,
  { sid, gatewaySn, sn }: { sid: string; gatewaySn: string; sn: string },
  limitPercent: number,
  at: Date,
): Promise<void> {
  const limit = { value: limitPercent, at: at.toISOString() };
  await sql`
    insert into device_parameters as p (sid, sn, told)
    select d.sid, d.sn, ${JSON.stringify({ limitPercent: { ...limit, since: null } })}::text::jsonb
    from devices d where d.sid = ${sid} and d.sn = ${sn} and d.gateway_sn = ${gatewaySn} and d.removed_at is null
    on conflict (sid, sn) do update set told = p.told ||
      case when jsonb_exists(p.told, 'limitPercent') then ${JSON.stringify({ limitPercent: limit })}::text::jsonb else excluded.told end
    where p.told -> 'limitPercent' -> 'value' is distinct from excluded.told -> 'limitPercent' -> 'value'`;
}

/** By name; `since`: of a power limit, when the device began to hold it (null: unknown; missing: at `at`). */
export type ReportedParameters = Record<string, { value: number; at: string; since?: string | null }>;

export async function reportedParameters(
  sql: Db,
  { sid, sn }: { sid: string; sn: string },
): Promise<ReportedParameters> {
  const [row] = await sql<
    { told: ReportedParameters }[]
  >`select told from device_parameters where sid = ${sid} and sn = ${sn}`;
  return row?.told ?? {};
}

/** Calls named in the audit lines of ended commands. */
const WRITE_CALL = 'gateway/bsg/server' satisfies Path;
const UPDATE_CALL = 'configuration/ota/update' satisfies Path;

/** Writes the audit line of an ended command: the request, its outcome, and the requester. */
export async function auditEnd(sql: Transaction, command: Command, at: Date): Promise<void> {
  // Setting the rule has its own audit line; the command list shows each limit.
  if (command.byRule !== null) return;
  const { sid, id, sn, action, state, reason, parameters, before, readBack, askedBy, companyId, firmware } = command;
  // The values of a write describe its action.
  const actionField = action === 'read' || action === 'write' || action === 'update' ? {} : { action };
  const outcome = { command: id, sn, ...actionField, state, ...(reason === '' ? {} : { reason }) };
  const [call, previous, after] = firmware
    ? [UPDATE_CALL, { version: firmware.before }, { ...outcome, firmware: firmware.id, version: firmware.versionName }]
    : [WRITE_CALL, { values: before }, { ...outcome, asked: parameters, readBack }];
  await sql`
    insert into audit_log (at, user_id, address, action, object, before, after, seen_by)
    values (${at}, ${askedBy}, '', ${call}, ${sid}, ${JSON.stringify({ command: id, ...previous })}::text::jsonb,
      ${JSON.stringify(after)}::text::jsonb, audit_seen_by(${askedBy}, ${companyId}))`;
}
