// Applies a gateway's announce of itself and its attached devices: children join its plant if their serial numbers are free, else they wait; no other plant loses one.
import type { ReportKind } from '@heliograph/contract/report.ts';
import { reassignCommands } from '../../commands/reassignCommands.ts';
import type { Context } from '../../context.ts';
import { productOfAnnounced } from '../../families/families.ts';
import { type Kind, reportKindOf } from '../../families/kinds.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { markDirty } from '../../platform/database/markDirty.ts';
import { notifyRegistry } from '../../platform/database/registryChannel.ts';
import { joinsAtOnce } from '../rules/claimable.ts';
import type { Announced, AnnouncedDevice, StoredChild } from './announced.ts';
import { type AnnouncedNumber, readNumbers } from './announcedNumbers.ts';
import { recordRejectedChildren, recordRestart } from './announceEvents.ts';
import { type Allowance, type AnnouncingPlant, claimAllowance, readPlant } from './claimAllowance.ts';
import { requestedNumbers, requestNumbers } from './claimRequests.ts';
import { countJoined, joinPlant } from './joinPlant.ts';

/** Result of an announce. Null: the gateway is no longer in this plant. `above`: devices that it announced as children although it is attached to them itself. */
export type AppliedAnnounce = { children: StoredChild[]; timeZone: string; joined: string[]; above: string[] } | null;

interface AttachedNumber extends AnnouncedNumber {
  gatewaySn: string | null;
}

/** `source`: network of the gateway; '' if unknown. */
export async function applyAnnounce(
  context: Pick<Context, 'sql' | 'clock' | 'nudges' | 'counting'>,
  { sn, sid, source }: { sn: string; sid: string; source: string },
  announced: Announced,
): Promise<AppliedAnnounce> {
  const { sql, clock, nudges } = context;
  const at = clock.now();
  const announcedSns = announced.children.map((child) => child.sn);
  const allowance = await claimAllowance(context, { sn, sid, source }, announcedSns);
  const applied = await sql.begin(async (tx) => {
    const { numbers, created } = await lockNumbers(tx, { sn, sid }, announcedSns);
    if (numbers.get(sn)?.sid !== sid) return null;
    const above = await gatewaysAbove(tx, { sn, sid });
    const candidates = announced.children.filter((child) => !above.has(child.sn));
    const plant = await readPlant(tx, sid);
    if (!plant) return null;
    const requested = await requestedNumbers(tx, sid, announcedSns);
    const { children, joining, waiting, reattached } = sortChildren(candidates, {
      gateway: { sn, sid },
      plant,
      numbers,
      requested,
      allowance,
    });
    await forgetNumbers(
      tx,
      created.filter((each) => !joining.some((child) => child.sn === each)),
    );
    if (joining.length > 0) await joinPlant(tx, { gateway: sn, sid, at, ...plant }, announced.intervalS, joining);
    await requestNumbers(tx, { sn, sid, at }, waiting);
    if (reattached.length > 0) await attachTo(tx, { gateway: sn, sid }, reattached);
    await correctKinds(tx, sid, [{ ...announced, sn }, ...candidates]);
    // Announced once per connection, not with each report.
    await markDirty(tx, sid);
    const before = await store(tx, { sn, sid, at }, announced, children);
    // Other plants get an event only if the announcing plant has a confirmed installer.
    const reported = allowance === 'each' ? waiting : [];
    const foreign = reported.flatMap((child) => {
      const plantOf = numbers.get(child)?.sid ?? null;
      return plantOf === null ? [] : [{ sn: child, sid: plantOf }];
    });
    await recordRejectedChildren(tx, { sn, sid, at }, before.children, children, foreign);
    await recordRestart(tx, { sn, sid }, before.runningSince, runningSince(announced, at));
    await setMissingAliases(tx, sid, children);
    // Cached data of its attached devices depends on these; a thousand gateways that reconnect unchanged must not cause rereads.
    const isUnchanged = before.sid === sid && before.intervalS === announced.intervalS;
    if (!isUnchanged || joining.length + reattached.length > 0) {
      await notifyRegistry(tx, [sn, ...candidates.map((child) => child.sn)]);
    }
    const joined = joining.map((child) => child.sn);
    await countJoined(tx, { sid, at }, joined);
    // Last, in the lock order of other code: plants before commands.
    const attached = children.flatMap((child) => (child.refused ? [] : [child.sn]));
    if (attached.length > 0) await reassignCommands(tx, { sid, sn }, attached);
    return {
      children,
      timeZone: plant.timeZone,
      joined,
      above: announcedSns.filter((child) => above.has(child)),
    };
  });
  if (applied) nudges.publish([sid]);
  return applied;
}

interface Sorted {
  children: StoredChild[];
  joining: AnnouncedDevice[];
  /** Numbers that begin to wait. */
  waiting: string[];
  reattached: string[];
}

/** Decides about each announced device. A new one that cannot join waits, whatever the reason, so that the reason is not revealed. */
function sortChildren(
  candidates: readonly AnnouncedDevice[],
  {
    gateway: { sn, sid },
    plant,
    numbers,
    requested,
    allowance,
  }: {
    gateway: { sn: string; sid: string };
    plant: AnnouncingPlant;
    numbers: ReadonlyMap<string, AttachedNumber>;
    requested: ReadonlySet<string>;
    allowance: Allowance;
  },
): Sorted {
  const isOwn = (child: AnnouncedDevice) => numbers.get(child.sn)?.sid === sid;
  const added = candidates.filter((child) => !isOwn(child) && !requested.has(child.sn));
  const fitting = added.slice(0, Math.max(0, plant.capacity));
  const free = fitting.filter((child) => {
    const number = numbers.get(child.sn);
    return number !== undefined && joinsAtOnce(number, plant.seenBy);
  });
  const mayJoin = allowance === 'each' || (allowance === 'together' && free.length === fitting.length);
  const joining = mayJoin ? free : [];
  const isJoining = new Set(joining.map((child) => child.sn));
  const isFull = new Set(added.slice(fitting.length).map((child) => child.sn));
  return {
    children: candidates.map((child): StoredChild => {
      if (isOwn(child) || isJoining.has(child.sn)) return child;
      return { ...child, refused: isFull.has(child.sn) ? 'full' : 'waiting' };
    }),
    joining,
    waiting: fitting.flatMap((child) => (isJoining.has(child.sn) ? [] : [child.sn])),
    reattached: candidates.flatMap((child) =>
      isOwn(child) && numbers.get(child.sn)!.gatewaySn !== sn ? [child.sn] : [],
    ),
  };
}

/**
 * Records the announce of an unclaimed gateway. Only its own description is trusted, as nobody has shown that it may
 * report for its attached devices. Returns the number of serial numbers that were new.
 */
export async function recordUnclaimed(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  sn: string,
  source: string,
  announced: Announced,
): Promise<number> {
  const at = clock.now();
  return await sql.begin(async (tx) => {
    const announcedSns = announced.children.map((child) => child.sn);
    const sns = [sn, ...announcedSns].sort();
    const recorded = await tx<{ firstSeenAt: Date }[]>`
      insert into serial_numbers as s (sn, first_seen_at, last_seen_at, source, gateway_sn)
      select g.sn, ${at}, ${at}, ${source}, case when g.sn = ${sn} then null else ${sn} end
      from (select unnest(${textArray(sns)}::text::text[]) as sn) g order by g.sn
      on conflict (sn) do update set first_seen_at = coalesce(s.first_seen_at, excluded.first_seen_at), last_seen_at = excluded.last_seen_at,
        gateway_sn = case when s.first_seen_at is not null and s.gateway_sn is null then null
          else coalesce(excluded.gateway_sn, s.gateway_sn) end
      where s.sid is null
      returning s.first_seen_at`;
    await store(tx, { sn, sid: null, at }, announced, announced.children);
    return recorded.filter(({ firstSeenAt }) => firstSeenAt.getTime() === at.getTime()).length;
  });
}

/**
 * Locks and returns the rows of serial numbers, in the order of the numbers, so that two announces, or an announce and a
 * claim, never deadlock. Unknown numbers get a row: `created`.
 */
async function lockNumbers(
  tx: Transaction,
  { sn, sid }: { sn: string; sid: string },
  children: readonly string[],
): Promise<{ numbers: Map<string, AttachedNumber>; created: string[] }> {
  const all = [sn, ...children];
  const sns = textArray([...all].sort());
  const created = await tx<{ sn: string }[]>`
    insert into serial_numbers (sn)
    select g.sn from (select unnest(${sns}::text::text[]) as sn) g order by g.sn on conflict do nothing returning sn`;
  const rows = await readNumbers(tx, sn, all, { lock: true });
  const attached = await tx<{ sn: string; gatewaySn: string }[]>`
    select sn, gateway_sn from devices where sid = ${sid} and removed_at is null and sn in (select unnest(${sns}::text::text[]))`;
  const gateways = new Map(attached.map((device) => [device.sn, device.gatewaySn]));
  return {
    numbers: new Map([...rows].map(([each, row]) => [each, { ...row, gatewaySn: gateways.get(each) ?? null }])),
    created: created.map((row) => row.sn),
  };
}

/** Deletes the rows of numbers that were unknown and do not join: a look-up would show them as known. */
async function forgetNumbers(tx: Transaction, sns: readonly string[]): Promise<void> {
  if (sns.length === 0) return;
  await tx`delete from serial_numbers where sn in (select unnest(${textArray(sns)}::text::text[]))`;
}

/**
 * Returns the gateways that this gateway is attached to itself, directly or not; they cannot be its children, as commands
 * for each would go to the other. A gateway that is attached to itself through others, which was possible in the past, is detached.
 */
async function gatewaysAbove(tx: Transaction, { sn, sid }: { sn: string; sid: string }): Promise<Set<string>> {
  const rows = await tx<{ sn: string }[]>`
    with recursive above as (
      select d.gateway_sn as sn from devices d where d.sid = ${sid} and d.sn = ${sn} and d.removed_at is null and d.gateway_sn <> ''
      union
      select d.gateway_sn from above a join devices d on d.sn = a.sn
      where d.sid = ${sid} and d.removed_at is null and d.gateway_sn <> ''
    )
    select sn from above`;
  const above = new Set(rows.map((row) => row.sn));
  if (!above.has(sn)) return above;
  await tx`update devices set gateway_sn = '' where sid = ${sid} and sn = ${sn}`;
  // Its cached registry entry contains the interval of its gateway.
  await notifyRegistry(tx, [sn]);
  return new Set();
}

/** Sets the alias of devices without one to the name given by their gateway. */
async function setMissingAliases(tx: Transaction, sid: string, children: readonly StoredChild[]): Promise<void> {
  const named = children.filter(({ name = '', refused }) => name !== '' && !refused);
  if (named.length === 0) return;
  await tx`
    update devices d set alias = g.name from (
      select unnest(${textArray(named.map((child) => child.sn))}::text::text[]) as sn,
        unnest(${textArray(named.map(({ name }) => name!))}::text::text[]) as name
    ) g where d.sid = ${sid} and d.sn = g.sn and d.alias = '' and d.removed_at is null`;
}

/** Corrects the product of devices that a user added as another kind, as long as they have reported nothing yet. */
async function correctKinds(
  tx: Transaction,
  sid: string,
  described: readonly { sn: string; kind: ReportKind; model: string }[],
): Promise<void> {
  const silent = await tx<{ sn: string; kind: Kind }[]>`
    select d.sn, p.kind from devices d join products p on p.id = d.product_id
      join device_live l on l.sid = d.sid and l.sn = d.sn
    where d.sid = ${sid} and d.removed_at is null and l.at is null
      and d.sn in (select unnest(${textArray(described.map(({ sn }) => sn))}::text::text[]))`;
  const addedAs = new Map(silent.map(({ sn, kind }) => [sn, reportKindOf(kind)]));
  const wrong = described.filter(({ sn, kind }) => addedAs.has(sn) && addedAs.get(sn) !== kind);
  if (wrong.length === 0) return;
  const products = await tx<
    { id: number; name: string; kind: Kind }[]
  >`select id, name, kind from products order by id`;
  for (const device of wrong) {
    const product = productOfAnnounced(products, device);
    if (!product) continue;
    await tx`update devices set product_id = ${product.id} where sid = ${sid} and sn = ${device.sn}`;
    await tx`update serial_numbers set product_id = ${product.id} where sn = ${device.sn}`;
  }
}

/** Attaches devices that were attached to another gateway of the plant, or to none. */
async function attachTo(
  tx: Transaction,
  { gateway, sid }: { gateway: string; sid: string },
  sns: readonly string[],
): Promise<void> {
  await tx`
    update devices set gateway_sn = ${gateway} where sid = ${sid} and sn in (select unnest(${textArray(sns)}::text::text[]))`;
}

function runningSince({ uptimeS }: Announced, at: Date): Date | null {
  return uptimeS === null ? null : new Date(at.getTime() - uptimeS * 1000);
}

interface Stored {
  sid: string | null;
  intervalS: number | null;
  children: StoredChild[];
  runningSince: Date | null;
}

/** Stores the announce; returns the previous one, without a plant if there was none. */
async function store(
  tx: Transaction,
  { sn, sid, at }: { sn: string; sid: string | null; at: Date },
  announced: Announced,
  children: readonly StoredChild[],
): Promise<Stored> {
  const [before] = await tx<Stored[]>`
    select sid, interval_s, children, running_since from gateways where sn = ${sn} for update`;
  const { kind, model, hardware, firmware, signalDbm, intervalS, limitReturn = false } = announced;
  const since = runningSince(announced, at);
  await tx`
    insert into gateways (sn, sid, kind, model, hardware, firmware, signal_dbm, interval_s, announced_at, children, running_since, limit_return)
    values (${sn}, ${sid}, ${kind}, ${model}, ${hardware}, ${firmware}, ${signalDbm}, ${intervalS}, ${at}, ${JSON.stringify(children)}::text::jsonb, ${since}, ${limitReturn})
    on conflict (sn) do update set sid = excluded.sid, kind = excluded.kind, model = excluded.model, hardware = excluded.hardware,
      firmware = excluded.firmware, signal_dbm = excluded.signal_dbm, interval_s = excluded.interval_s,
      announced_at = excluded.announced_at, children = excluded.children, limit_return = excluded.limit_return,
      running_since = coalesce(excluded.running_since, gateways.running_since)`;
  return before ?? { sid: null, intervalS: null, children: [], runningSince: null };
}
