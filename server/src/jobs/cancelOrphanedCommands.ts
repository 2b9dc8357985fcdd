// Ends what has waited and is not asked for any more: who asked has left, or lost the button, or the plant is not in their care or theirs by now; or the version that a device was to get was taken back.
import type { CommandEnding } from '@heliograph/contract/commands.ts';
import { changeableSites } from '../access/accessibleSites.ts';
import { lockSite } from '../access/lockSite.ts';
import type { Command } from '../commands/command.ts';
import { lockedCommand, moveCommand, writeEnd } from '../commands/commandRows.ts';
import { notifyQueue } from '../commands/notifyQueue.ts';
import type { Context } from '../context.ts';
import { publishedFirmware } from '../firmware/firmware.ts';
import { actorOf } from '../firmware/rollouts/actor.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';

/** What is sent at once was asked for a moment ago. */
const WAITED_MS = 30_000;
const AT_ONCE = 500;

type Key = Pick<Command, 'sid' | 'id'>;
type Asker = { askedBy: number; companyId: number };

export async function cancelOrphanedCommands(context: Context, signal?: AbortSignal): Promise<void> {
  const { sql, clock } = context;
  const at = clock.now();
  // A roll-out looks at the rights of who began it by itself.
  const waiting = sql`
    c.state in ('draft', 'approved') and c.asked_by is not null and c.company_id is not null
    and c.asked_at <= ${new Date(at.getTime() - WAITED_MS)} and (c.action <> 'update' or not exists (
      select from rollout_devices d where d.sid = c.sid and d.command = c.id))`;
  const askers = await sql<Asker[]>`
    select distinct c.asked_by, c.company_id from commands c where ${waiting} order by 1, 2`;
  for (const asker of askers) {
    const { askedBy, companyId } = asker;
    const actor = await actorOf(sql, { actsBy: askedBy, actsFor: companyId }, { owners: true });
    const isTheirs = actor ? changeableSites(sql, actor) : sql`false`;
    const keys = await sql<Key[]>`
      select c.sid, c.id from commands c join sites s on s.sid = c.sid
      where ${waiting} and c.asked_by = ${askedBy} and c.company_id = ${companyId} and not ${isTheirs}
      order by c.sid, c.id limit ${AT_ONCE}`;
    await endEach(context, keys, at, signal, (tx, { sid }) => mayAsk(tx, sid, asker));
  }
  await endEach(context, await ofTakenBack(sql), at, signal, (tx, { firmware }) => isPublished(tx, firmware));
}

/** Versions are in one place, commands in many: no statement asks for both. */
async function ofTakenBack(sql: Sql): Promise<Key[]> {
  const updates = sql`c.state in ('draft', 'approved') and c.action = 'update'`;
  const waited = await sql<{ version: number }[]>`
    select distinct (c.firmware ->> 'id')::int as version from commands c where ${updates}`;
  if (waited.length === 0) return [];
  const published = await sql<{ id: number }[]>`
    select id from firmware where published_at is not null and id = any (${waited.map(({ version }) => version)}::int[])`;
  const offered = new Set(published.map(({ id }) => id));
  const gone = waited.map(({ version }) => version).filter((version) => !offered.has(version));
  if (gone.length === 0) return [];
  return await sql<Key[]>`
    select c.sid, c.id from commands c where ${updates} and (c.firmware ->> 'id')::int = any (${gone}::int[])
    order by c.sid, c.id limit ${AT_ONCE}`;
}

async function mayAsk(tx: Transaction, sid: string, { askedBy, companyId }: Asker): Promise<boolean> {
  const actor = await actorOf(tx, { actsBy: askedBy, actsFor: companyId }, { owners: true });
  const theirs = actor ? await tx`select from sites s where s.sid = ${sid} and ${changeableSites(tx, actor)}` : [];
  return theirs.length > 0;
}

const isPublished = async (tx: Transaction, firmware: Command['firmware']): Promise<boolean> =>
  firmware !== null && (await publishedFirmware(tx, firmware.id)) !== undefined;

async function endEach(
  context: Context,
  keys: readonly Key[],
  at: Date,
  signal: AbortSignal | undefined,
  goesOn: (tx: Transaction, command: Command) => Promise<boolean>,
): Promise<void> {
  for (const key of keys) {
    if (signal?.aborted) return;
    await endOne(context, key, at, goesOn);
  }
}

async function endOne(
  { sql, nudges }: Context,
  key: Key,
  at: Date,
  goesOn: (tx: Transaction, command: Command) => Promise<boolean>,
): Promise<void> {
  await sql.begin(async (begun) => {
    const tx = begun as Transaction;
    await lockSite(tx, key.sid);
    const command = await lockedCommand(tx, key);
    // It was sent meanwhile, or ended.
    if (command?.state !== 'draft' && command?.state !== 'approved') return;
    if (await goesOn(tx, command)) return;
    const moved = { state: 'failed', reason: 'withdrawn' satisfies CommandEnding, endedAt: at } as const;
    await moveCommand(tx, command, moved);
    await writeEnd(tx, { ...command, ...moved }, at);
    await notifyQueue(tx, { sid: command.sid, sn: command.gatewaySn });
  });
  nudges.tell([key.sid]);
}
