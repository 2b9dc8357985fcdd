// Reads and moves rows of commands: for the queue, for what ends them, for calls.
import type { Path } from '@heliograph/contract/calls.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import type { Command, Moved } from './command.ts';

type Db = Sql | Transaction;

export const columns = (sql: Db) => sql`
  c.sid, c.id, c.gateway_sn, c.sn, c.action, c.parameters, c.before, c.read_back, c.firmware, c.state, c.step, c.reason, c.is_protected,
  c.returns, c.asked_by, c.company_id, c.asked_at, c.answered_by, c.answered_at, c.queued_at, c.issued_at, c.accepted_at,
  c.ended_at, c.valid_s, c.expires_at, c.tries, c.tried_at, c.by_rule, c.stands_for`;

/** Locked until the end of the transaction; of that gateway alone, where one is said. */
export async function lockedCommand(
  sql: Transaction,
  { sid, id, gatewaySn }: { sid: string; id: string; gatewaySn?: string },
): Promise<Command | undefined> {
  const [row] = await sql<Command[]>`
    select ${columns(sql)} from commands c where c.sid = ${sid} and c.id = ${id} for update`;
  return row && (gatewaySn === undefined || row.gatewaySn === gatewaySn) ? row : undefined;
}

/** As `lockedCommand`; undefined also where somebody else has it now: whoever locks many waits for none, as others lock many in another order. */
export async function lockedIfFree(
  sql: Transaction,
  { sid, id }: { sid: string; id: string },
): Promise<Command | undefined> {
  const [row] = await sql<Command[]>`
    select ${columns(sql)} from commands c where c.sid = ${sid} and c.id = ${id} for update skip locked`;
  return row;
}

/** What is under way for a gateway, locked; of these actions alone, where they are said. */
export async function lockedUnderWay(
  sql: Transaction,
  { sid, sn, actions }: { sid: string; sn: string; actions?: Command['action'][] },
): Promise<Command | undefined> {
  const [row] = await sql<Command[]>`
    select ${columns(sql)} from commands c
    where c.sid = ${sid} and c.gateway_sn = ${sn} and c.state in ('issued', 'accepted')
      and (${actions === undefined} or c.action in (select unnest(${actions ?? []}::text[]))) for update`;
  return row;
}

/** When what waits for a gateway was queued, so that one more comes after it. */
export const queuedFor = (
  sql: Transaction,
  { sid, gatewaySn }: Pick<Command, 'sid' | 'gatewaySn'>,
): Promise<{ queuedAt: Date | null }[]> =>
  sql<{ queuedAt: Date | null }[]>`
    select max(c.queued_at) as queued_at from commands c
    where c.sid = ${sid} and c.gateway_sn = ${gatewaySn} and c.state in ('approved', 'issued', 'accepted')`;

/** Of a locked row. */
export async function moveCommand(sql: Transaction, command: Command, moved: Moved): Promise<void> {
  const after = { ...command, ...moved };
  await sql`
    update commands set state = ${after.state}, step = ${after.step}, reason = ${after.reason},
      read_back = ${after.readBack === null ? null : JSON.stringify(after.readBack)}::text::jsonb,
      accepted_at = ${after.acceptedAt}, ended_at = ${after.endedAt}, tries = ${after.tries}, tried_at = ${after.triedAt}
    where sid = ${command.sid} and id = ${command.id}`;
}

/** What a device said of its parameters. */
export async function saveReportedParameters(
  sql: Transaction,
  { sid, sn }: { sid: string; sn: string },
  values: Record<string, number>,
  at: Date,
): Promise<void> {
  const told = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { value, at: at.toISOString() }]),
  );
  await sql`
    insert into device_parameters as p (sid, sn, told) values (${sid}, ${sn}, ${JSON.stringify(told)}::text::jsonb)
    on conflict (sid, sn) do update set told = p.told || excluded.told`;
}

export type Told = Record<string, { value: number; at: string }>;

export async function reportedParameters(sql: Db, { sid, sn }: { sid: string; sn: string }): Promise<Told> {
  const [row] = await sql<{ told: Told }[]>`select told from device_parameters where sid = ${sid} and sn = ${sn}`;
  return row?.told ?? {};
}

/** Calls in whose name the log tells of ends. */
const WRITES = 'gateway/bsg/server' satisfies Path;
const UPDATES = 'configuration/ota/update' satisfies Path;

/** An end is no call, and yet belongs into the log: what was asked for, what became of it, in whose name. */
export async function writeEnd(sql: Transaction, command: Command, at: Date): Promise<void> {
  // Nobody asked for it but who set the rule, of which there is a line; it is told in the list of commands.
  if (command.byRule !== null) return;
  const { sid, id, sn, action, state, reason, parameters, before, readBack, askedBy, companyId, firmware } = command;
  // A write says by its values what was done.
  const what = action === 'read' || action === 'write' || action === 'update' ? {} : { action };
  const became = { command: id, sn, ...what, state, ...(reason === '' ? {} : { reason }) };
  const [call, was, after] = firmware
    ? [UPDATES, { version: firmware.before }, { ...became, firmware: firmware.id, version: firmware.versionName }]
    : [WRITES, { values: before }, { ...became, asked: parameters, readBack }];
  await sql`
    insert into audit_log (at, user_id, address, action, object, before, after, seen_by)
    values (${at}, ${askedBy}, '', ${call}, ${sid}, ${JSON.stringify({ command: id, ...was })}::text::jsonb,
      ${JSON.stringify(after)}::text::jsonb, audit_seen_by(${askedBy}, ${companyId}))`;
}
