// Cancels waiting commands whose requester may no longer control the plant, and updates whose version is no longer published.
import type { CommandEnding } from '@heliograph/contract/commands.ts';
import { editableSites } from '../access/accessibleSites.ts';
import { lockSite } from '../access/lockSite.ts';
import type { Command } from '../commands/command.ts';
import { auditEnd, lockCommand, updateCommand } from '../commands/commandRows.ts';
import { notifyQueue } from '../commands/notifyQueue.ts';
import type { Context } from '../context.ts';
import { publishedFirmware } from '../firmware/firmware.ts';
import { actorOf } from '../firmware/rollouts/actor.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';

/** Younger commands are about to be sent; their requester was checked a moment ago. */
const MIN_AGE_MS = 30_000;
const BATCH_SIZE = 500;

type Key = Pick<Command, 'sid' | 'id'>;
type Requester = { askedBy: number; companyId: number };

export async function cancelOrphanedCommands(context: Context, signal?: AbortSignal): Promise<void> {
  const { sql, clock } = context;
  const at = clock.now();
  // A roll-out checks the rights of the user who started it itself.
  const waiting = sql`
    c.state in ('draft', 'approved') and c.asked_by is not null and c.company_id is not null
    and c.asked_at <= ${new Date(at.getTime() - MIN_AGE_MS)} and (c.action <> 'update' or not exists (
      select from rollout_devices d where d.sid = c.sid and d.command = c.id))`;
  const requesters = await sql<Requester[]>`
    select distinct c.asked_by, c.company_id from commands c where ${waiting} order by 1, 2`;
  for (const requester of requesters) {
    const { askedBy, companyId } = requester;
    const actor = await actorOf(sql, { actsBy: askedBy, actsFor: companyId }, { owners: true });
    const isTheirs = actor ? editableSites(sql, actor) : sql`false`;
    const keys = await sql<Key[]>`
      select c.sid, c.id from commands c join sites s on s.sid = c.sid
      where ${waiting} and c.asked_by = ${askedBy} and c.company_id = ${companyId} and not ${isTheirs}
      order by c.sid, c.id limit ${BATCH_SIZE}`;
    await cancelEach(context, keys, at, signal, (tx, { sid }) => mayControlSite(tx, sid, requester));
  }
  await cancelEach(context, await withdrawnUpdates(sql), at, signal, (tx, { firmware }) => isPublished(tx, firmware));
}

/** Updates to versions that are no longer published. In a distributed database no statement can join both tables. */
async function withdrawnUpdates(sql: Sql): Promise<Key[]> {
  const updates = sql`c.state in ('draft', 'approved') and c.action = 'update'`;
  const requested = await sql<{ version: number }[]>`
    select distinct (c.firmware ->> 'id')::int as version from commands c where ${updates}`;
  if (requested.length === 0) return [];
  const published = await sql<{ id: number }[]>`
    select id from firmware where published_at is not null and id = any (${requested.map(({ version }) => version)}::int[])`;
  const available = new Set(published.map(({ id }) => id));
  const withdrawn = requested.map(({ version }) => version).filter((version) => !available.has(version));
  if (withdrawn.length === 0) return [];
  return await sql<Key[]>`
    select c.sid, c.id from commands c where ${updates} and (c.firmware ->> 'id')::int = any (${withdrawn}::int[])
    order by c.sid, c.id limit ${BATCH_SIZE}`;
}

async function mayControlSite(tx: Transaction, sid: string, { askedBy, companyId }: Requester): Promise<boolean> {
  const actor = await actorOf(tx, { actsBy: askedBy, actsFor: companyId }, { owners: true });
  const editable = actor ? await tx`select from sites s where s.sid = ${sid} and ${editableSites(tx, actor)}` : [];
  return editable.length > 0;
}

const isPublished = async (tx: Transaction, firmware: Command['firmware']): Promise<boolean> =>
  firmware !== null && (await publishedFirmware(tx, firmware.id)) !== undefined;

async function cancelEach(
  context: Context,
  keys: readonly Key[],
  at: Date,
  signal: AbortSignal | undefined,
  isValid: (tx: Transaction, command: Command) => Promise<boolean>,
): Promise<void> {
  for (const key of keys) {
    if (signal?.aborted) return;
    await cancelUnlessValid(context, key, at, isValid);
  }
}

async function cancelUnlessValid(
  { sql, nudges }: Context,
  key: Key,
  at: Date,
  isValid: (tx: Transaction, command: Command) => Promise<boolean>,
): Promise<void> {
  await sql.begin(async (tx) => {
    await lockSite(tx, key.sid);
    const command = await lockCommand(tx, key);
    // It has been sent or has ended meanwhile.
    if (command?.state !== 'draft' && command?.state !== 'approved') return;
    if (await isValid(tx, command)) return;
    const moved = { state: 'failed', reason: 'withdrawn' satisfies CommandEnding, endedAt: at } as const;
    await updateCommand(tx, command, moved);
    await auditEnd(tx, { ...command, ...moved }, at);
    await notifyQueue(tx, { sid: command.sid, sn: command.gatewaySn });
  });
  nudges.publish([key.sid]);
}
