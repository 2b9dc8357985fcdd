// What a gateway says of itself and of what hangs on it: children join its plant when their numbers are free, and no other plant loses one.
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

/** Between reports of what does not say how often it sends, until it is learnt. */
const USUAL_S = 60;
/** As a plant may have; the rest is refused as `full`. */
const MAX_DEVICES = 1_000;

/** Null: the gateway is no longer in this plant. `above`: announced as its children, and it hangs on them itself. */
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
  const taken = await sql.begin(async (tx) => {
    const told = announced.children.map((child) => child.sn);
    const numbers = await lockNumbers(tx, { sn, sid }, told);
    if (numbers.get(sn)?.sid !== sid) return null;
    const above = await hangsOn(tx, { sn, sid });
    const wanted = announced.children.filter((child) => !above.has(child.sn));
    const [site] = await tx<{ timeZone: string; seenBy: number[]; devices: number }[]>`
      select s.timezone as time_zone, s.seen_by,
        (select count(*)::int from devices d where d.sid = s.sid and d.removed_at is null) as devices
      from sites s where s.sid = ${sid}`;
    if (!site) return null;

    let room = MAX_DEVICES - site.devices;
    const joining: AnnouncedDevice[] = [];
    const moving: string[] = [];
    const children = wanted.map((child): StoredChild => {
      const number = numbers.get(child.sn);
      if (!number) return { ...child, refused: 'full' };
      if (number.restricted) return { ...child, refused: 'restricted' };
      if (number.sid !== null && number.sid !== sid) return { ...child, refused: 'otherPlant' };
      if (number.sid === sid) {
        if (number.gatewaySn !== sn) moving.push(child.sn);
        return child;
      }
      if (room <= 0) return { ...child, refused: 'full' };
      room--;
      joining.push(child);
      return child;
    });
    if (joining.length > 0)
      await join(tx, { gateway: sn, sid, at, seenBy: site.seenBy }, announced.intervalS ?? USUAL_S, joining);
    if (moving.length > 0) await hang(tx, { gateway: sn, sid }, moving);
    await correctKinds(tx, sid, [{ ...announced, sn }, ...wanted]);
    // It is told once a connection, not with each report.
    await markDirty(tx, sid);
    const before = await store(tx, { sn, sid, at }, announced, children);
    await recordRejectedChildren(tx, { sn, sid, at }, before.children, children, numbers);
    await recordRestart(tx, { sn, sid }, before.runningSince, runningSince(announced, at));
    await nameUnnamed(tx, sid, children);
    // What is kept of all that hangs on it depends on these; a thousand that come back as they were make nobody read them again.
    const isAsBefore = before.sid === sid && before.intervalS === announced.intervalS;
    if (!isAsBefore || joining.length + moving.length > 0) {
      await notifyRegistry(tx, [sn, ...wanted.map((child) => child.sn)]);
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
    // Last, as whoever locks plants and then commands does.
    const its = children.flatMap((child) => (child.refused ? [] : [child.sn]));
    if (its.length > 0) await reassignCommands(tx, { sid, sn }, its);
    return {
      children,
      timeZone: site.timeZone,
      joined: joining.map((child) => child.sn),
      above: told.filter((child) => above.has(child)),
    };
  });
  if (taken) nudges.tell([sid]);
  return taken;
}

/**
 * One that waits for a plant only says what it is; nobody has shown that it may speak for what hangs on it. Gives how many
 * numbers nobody had heard of.
 */
export async function recordUnclaimed(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  sn: string,
  source: string,
  announced: Announced,
): Promise<number> {
  const at = clock.now();
  return await sql.begin(async (tx) => {
    const told = announced.children.map((child) => child.sn);
    const sns = [sn, ...told].sort();
    const noted = await tx<{ firstSeenAt: Date }[]>`
      insert into serial_numbers as s (sn, first_seen_at, last_seen_at, source, gateway_sn)
      select g.sn, ${at}, ${at}, ${source}, case when g.sn = ${sn} then null else ${sn} end
      from (select unnest(${textArray(sns)}::text::text[]) as sn) g order by g.sn
      on conflict (sn) do update set first_seen_at = coalesce(s.first_seen_at, excluded.first_seen_at), last_seen_at = excluded.last_seen_at,
        gateway_sn = coalesce(excluded.gateway_sn, s.gateway_sn)
      where s.sid is null
      returning s.first_seen_at`;
    await store(tx, { sn, sid: null, at }, announced, announced.children);
    return noted.filter(({ firstSeenAt }) => firstSeenAt.getTime() === at.getTime()).length;
  });
}

/**
 * In the order of their names, so that two announces, or one and a person who claims, never block one another. Numbers that
 * nobody has heard of get a row as far as the plant has room for them; those beyond it are missing.
 */
async function lockNumbers(
  tx: Transaction,
  { sn, sid }: { sn: string; sid: string },
  told: readonly string[],
): Promise<Map<string, NumberRow>> {
  const given = [sn, ...told];
  const sns = textArray([...given].sort());
  const known = await tx<{ sn: string }[]>`
    select sn from serial_numbers where sn in (select unnest(${sns}::text::text[]))`;
  const isKnown = new Set(known.map((number) => number.sn));
  const fresh = given.filter((number) => !isKnown.has(number));
  if (fresh.length > 0) {
    const [plant] = await tx<{ devices: number }[]>`
      select count(*)::int as devices from devices where sid = ${sid} and removed_at is null`;
    const fitting = fresh.slice(0, Math.max(0, MAX_DEVICES - plant!.devices));
    await tx`
      insert into serial_numbers (sn)
      select g.sn from (select unnest(${textArray(fitting)}::text::text[]) as sn) g order by g.sn on conflict do nothing`;
  }
  const rows = await tx<Omit<NumberRow, 'gatewaySn'>[]>`
    select sn, sid, restricted_at is not null as restricted from serial_numbers
    where sn in (select unnest(${sns}::text::text[])) order by sn for update`;
  const hanging = await tx<{ sn: string; gatewaySn: string }[]>`
    select sn, gateway_sn from devices where sid = ${sid} and removed_at is null and sn in (select unnest(${sns}::text::text[]))`;
  const gateways = new Map(hanging.map((device) => [device.sn, device.gatewaySn]));
  return new Map(rows.map((row) => [row.sn, { ...row, gatewaySn: gateways.get(row.sn) ?? null }]));
}

/**
 * What this gateway hangs on itself, and so cannot hang on it: commands for each would go to the other. One that hangs on itself
 * by way of others, as was possible once, hangs on nothing.
 */
async function hangsOn(tx: Transaction, { sn, sid }: { sn: string; sid: string }): Promise<Set<string>> {
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
  // Whose interval it has is kept with it.
  await notifyRegistry(tx, [sn]);
  return new Set();
}

/** A device that nobody has named is called as its gateway calls it. */
async function nameUnnamed(tx: Transaction, sid: string, children: readonly StoredChild[]): Promise<void> {
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
  const given = tx`(select unnest(${sns}::text::text[]) as sn, unnest(${ids}::text::int[]) as product_id) g`;
  await tx`
    insert into devices as d (sid, sn, seen_by, product_id, gateway_sn, created_at)
    select ${sid}, g.sn, ${seenBy}, g.product_id, ${gateway}, ${at} from ${given}
    on conflict (sid, sn) do update set removed_at = null, seen_by = excluded.seen_by, product_id = excluded.product_id, gateway_sn = excluded.gateway_sn`;
  await tx`
    insert into device_live (sid, sn, seen_by, upload_every_s, hours_from)
    select s.sid, g.sn, ${seenBy}, ${intervalS}::int, s.hours_from from ${given} join sites s on s.sid = ${sid} on conflict do nothing`;
  await tx`
    update serial_numbers n set sid = ${sid}, seen_by = ${seenBy}, product_id = g.product_id, activated_at = ${at}, activated_by = null, gateway_sn = ${gateway}
    from ${given} where n.sn = g.sn`;
}

/** A person may have added them as something else; what nothing was heard of yet is what it says that it is. */
async function correctKinds(
  tx: Transaction,
  sid: string,
  said: readonly { sn: string; kind: ReportKind; model: string }[],
): Promise<void> {
  const unheard = await tx<{ sn: string; kind: Kind }[]>`
    select d.sn, p.kind from devices d join products p on p.id = d.product_id
      join device_live l on l.sid = d.sid and l.sn = d.sn
    where d.sid = ${sid} and d.removed_at is null and l.at is null
      and d.sn in (select unnest(${textArray(said.map(({ sn }) => sn))}::text::text[]))`;
  const addedAs = new Map(unheard.map(({ sn, kind }) => [sn, reportKindOf(kind)]));
  const wrong = said.filter(({ sn, kind }) => addedAs.has(sn) && addedAs.get(sn) !== kind);
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

/** What hung on another gateway of the plant, or on none. */
async function hang(
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

/** Gives what it announced before; in no plant when it had not. */
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
