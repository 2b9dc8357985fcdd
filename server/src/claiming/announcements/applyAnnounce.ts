// Applies a gateway's announce of itself and its attached devices: children join its plant if their serial numbers are free; no other plant loses one.
import type { ReportKind } from '@heliograph/contract/report.ts';
import { reassignCommands } from '../../commands/reassignCommands.ts';
import type { Context } from '../../context.ts';
import { recountSite } from '../../energy/days/siteTotals.ts';
import { productOfAnnounced } from '../../families/families.ts';
import { type Kind, reportKindOf } from '../../families/kinds.ts';
import { enqueueReplay } from '../../ingest/unclaimed/replayReports.ts';
import { plainArray, textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { markDirty } from '../../platform/database/markDirty.ts';
import { notifyRegistry } from '../../platform/database/registryChannel.ts';
import type { Announced, AnnouncedDevice, StoredChild } from './announced.ts';
import { recordRejectedChildren, recordRestart } from './announceEvents.ts';

/** Reporting interval in seconds of a device that reports none, until it is learnt. */
const DEFAULT_INTERVAL_S = 60;
/** Maximum number of devices of a plant; further ones are refused as `full`. */
const MAX_DEVICES = 1_000;

/** Result of an announce. Null: the gateway is no longer in this plant. `above`: devices that it announced as children although it is attached to them itself. */
export type AppliedAnnounce = { children: StoredChild[]; timeZone: string; joined: string[]; above: string[] } | null;

interface NumberRow {
  sn: string;
  sid: string | null;
  restricted: boolean;
  gatewaySn: string | null;
}

export async function applyAnnounce(
  { sql, clock, nudges }: Pick<Context, 'sql' | 'clock' | 'nudges'>,
  { sn, sid }: { sn: string; sid: string },
  announced: Announced,
): Promise<AppliedAnnounce> {
  const at = clock.now();
  const applied = await sql.begin(async (tx) => {
    const announcedSns = announced.children.map((child) => child.sn);
    const numbers = await lockNumbers(tx, { sn, sid }, announcedSns);
    if (numbers.get(sn)?.sid !== sid) return null;
    const above = await gatewaysAbove(tx, { sn, sid });
    const candidates = announced.children.filter((child) => !above.has(child.sn));
    const [site] = await tx<{ timeZone: string; seenBy: number[]; devices: number }[]>`
      select s.timezone as time_zone, s.seen_by,
        (select count(*)::int from devices d where d.sid = s.sid and d.removed_at is null) as devices
      from sites s where s.sid = ${sid}`;
    if (!site) return null;

    let capacity = MAX_DEVICES - site.devices;
    const joining: AnnouncedDevice[] = [];
    const reattached: string[] = [];
    const children = candidates.map((child): StoredChild => {
      const number = numbers.get(child.sn);
      if (!number) return { ...child, refused: 'full' };
      if (number.restricted) return { ...child, refused: 'restricted' };
      if (number.sid !== null && number.sid !== sid) return { ...child, refused: 'otherPlant' };
      if (number.sid === sid) {
        if (number.gatewaySn !== sn) reattached.push(child.sn);
        return child;
      }
      if (capacity <= 0) return { ...child, refused: 'full' };
      capacity--;
      joining.push(child);
      return child;
    });
    if (joining.length > 0)
      await join(tx, { gateway: sn, sid, at, seenBy: site.seenBy }, announced.intervalS ?? DEFAULT_INTERVAL_S, joining);
    if (reattached.length > 0) await attachTo(tx, { gateway: sn, sid }, reattached);
    await correctKinds(tx, sid, [{ ...announced, sn }, ...candidates]);
    // Announced once per connection, not with each report.
    await markDirty(tx, sid);
    const before = await store(tx, { sn, sid, at }, announced, children);
    await recordRejectedChildren(tx, { sn, sid, at }, before.children, children, numbers);
    await recordRestart(tx, { sn, sid }, before.runningSince, runningSince(announced, at));
    await setMissingAliases(tx, sid, children);
    // Cached data of its attached devices depends on these; a thousand gateways that reconnect unchanged must not cause rereads.
    const isUnchanged = before.sid === sid && before.intervalS === announced.intervalS;
    if (!isUnchanged || joining.length + reattached.length > 0) {
      await notifyRegistry(tx, [sn, ...candidates.map((child) => child.sn)]);
    }
    if (joining.length > 0) {
      await recountSite(tx, sid, at);
      await enqueueReplay(
        tx,
        sid,
        joining.map((child) => child.sn),
        at,
      );
    }
    // Last, in the lock order of other code: plants before commands.
    const attached = children.flatMap((child) => (child.refused ? [] : [child.sn]));
    if (attached.length > 0) await reassignCommands(tx, { sid, sn }, attached);
    return {
      children,
      timeZone: site.timeZone,
      joined: joining.map((child) => child.sn),
      above: announcedSns.filter((child) => above.has(child)),
    };
  });
  if (applied) nudges.publish([sid]);
  return applied;
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
        gateway_sn = coalesce(excluded.gateway_sn, s.gateway_sn)
      where s.sid is null
      returning s.first_seen_at`;
    await store(tx, { sn, sid: null, at }, announced, announced.children);
    return recorded.filter(({ firstSeenAt }) => firstSeenAt.getTime() === at.getTime()).length;
  });
}

/**
 * Locks and returns the rows of serial numbers, in the order of the numbers, so that two announces, or an announce and a
 * claim, never deadlock. Unknown numbers get a row as far as the plant has capacity; those beyond it are missing.
 */
async function lockNumbers(
  tx: Transaction,
  { sn, sid }: { sn: string; sid: string },
  children: readonly string[],
): Promise<Map<string, NumberRow>> {
  const all = [sn, ...children];
  const sns = textArray([...all].sort());
  const known = await tx<{ sn: string }[]>`
    select sn from serial_numbers where sn in (select unnest(${sns}::text::text[]))`;
  const isKnown = new Set(known.map((number) => number.sn));
  const unknown = all.filter((number) => !isKnown.has(number));
  if (unknown.length > 0) {
    const [plant] = await tx<{ devices: number }[]>`
      select count(*)::int as devices from devices where sid = ${sid} and removed_at is null`;
    const fitting = unknown.slice(0, Math.max(0, MAX_DEVICES - plant!.devices));
    await tx`
      insert into serial_numbers (sn)
      select g.sn from (select unnest(${textArray(fitting)}::text::text[]) as sn) g order by g.sn on conflict do nothing`;
  }
  const rows = await tx<Omit<NumberRow, 'gatewaySn'>[]>`
    select sn, sid, restricted_at is not null as restricted from serial_numbers
    where sn in (select unnest(${sns}::text::text[])) order by sn for update`;
  const attached = await tx<{ sn: string; gatewaySn: string }[]>`
    select sn, gateway_sn from devices where sid = ${sid} and removed_at is null and sn in (select unnest(${sns}::text::text[]))`;
  const gateways = new Map(attached.map((device) => [device.sn, device.gatewaySn]));
  return new Map(rows.map((row) => [row.sn, { ...row, gatewaySn: gateways.get(row.sn) ?? null }]));
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

async function join(
  tx: Transaction,
  { gateway, sid, at, seenBy }: { gateway: string; sid: string; at: Date; seenBy: number[] },
  intervalS: number,
  joining: readonly AnnouncedDevice[],
): Promise<void> {
  const products = await tx<{ id: number; model: number; name: string; kind: Kind }[]>`
    select id, model, name, kind from products order by id`;
  const rows = joining.flatMap((child) => {
    const product = productOfAnnounced(products, child);
    return product ? [{ sn: child.sn, productId: product.id }] : [];
  });
  const sns = textArray(rows.map(({ sn }) => sn));
  const ids = plainArray(rows.map(({ productId }) => productId));
  const added = tx`(select unnest(${sns}::text::text[]) as sn, unnest(${ids}::text::int[]) as product_id) g`;
  await tx`
    insert into devices as d (sid, sn, seen_by, product_id, gateway_sn, created_at)
    select ${sid}, g.sn, ${seenBy}, g.product_id, ${gateway}, ${at} from ${added}
    on conflict (sid, sn) do update set removed_at = null, seen_by = excluded.seen_by, product_id = excluded.product_id, gateway_sn = excluded.gateway_sn`;
  await tx`
    insert into device_live (sid, sn, seen_by, upload_every_s, hours_from)
    select s.sid, g.sn, ${seenBy}, ${intervalS}::int, s.hours_from from ${added} join sites s on s.sid = ${sid} on conflict do nothing`;
  await tx`
    update serial_numbers n set sid = ${sid}, seen_by = ${seenBy}, product_id = g.product_id, activated_at = ${at}, activated_by = null, gateway_sn = ${gateway}
    from ${added} where n.sn = g.sn`;
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
