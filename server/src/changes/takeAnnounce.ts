// What a gateway says of itself and of what hangs on it: children join its plant when their numbers are free, and no other plant loses one.
import type { ReportKind } from '@heliograph/contract/report.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/connect.ts';
import { productOfAnnounced } from '../families/families.ts';
import { type Kind, reportKindOf } from '../families/kinds.ts';
import { instantArray, plainArray, textArray } from '../sql/arrays.ts';
import { markCounted } from '../sql/markCounted.ts';
import { askKept } from '../telemetry/keptReports.ts';
import { tellRegistry } from '../telemetry/registry.ts';
import { recountSite } from '../telemetry/siteTotals.ts';

export interface AnnouncedDevice {
  sn: string;
  kind: Exclude<ReportKind, 'gateway'>;
  model: string;
  hardware: string;
  firmware: string;
  inputs?: number | undefined;
}

export interface Announced {
  kind: ReportKind;
  model: string;
  hardware: string;
  firmware: string;
  signalDbm: number | null;
  /** How long it has been running; null: it does not say. */
  uptimeS: number | null;
  /** Null: it does not say. */
  intervalS: number | null;
  /** It takes limits that end by themselves, for itself and what hangs on it. */
  limitReturn?: boolean;
  children: readonly AnnouncedDevice[];
}

/** Between reports of what does not say how often it sends, until it is learnt. */
const USUAL_S = 60;
/** As a plant may have; the rest is refused as `full`. */
const DEVICES_AT_MOST = 1_000;

export type ChildRefusal = 'otherPlant' | 'restricted' | 'full';

/** As stored with the gateway: what its page shows, and what kind of device a row of a report is of. */
export type StoredChild = AnnouncedDevice & { refused?: ChildRefusal };

/** Null: the gateway is no longer in this plant. */
export type TakenAnnounce = { children: StoredChild[]; timeZone: string; joined: string[] } | null;

interface NumberRow {
  sn: string;
  sid: string | null;
  restricted: boolean;
  gatewaySn: string | null;
}

export async function takeAnnounce(
  { sql, clock, nudges }: Pick<Context, 'sql' | 'clock' | 'nudges'>,
  { sn, sid }: { sn: string; sid: string },
  announced: Announced,
): Promise<TakenAnnounce> {
  const at = clock.now();
  const taken = await sql.begin(async (begun) => {
    const tx = begun as Transaction;
    const wanted = announced.children;
    const numbers = await lockNumbers(tx, [sn, ...wanted.map((child) => child.sn)], sid);
    if (numbers.get(sn)?.sid !== sid) return null;
    const [site] = await tx<{ timeZone: string; seenBy: number[]; devices: number }[]>`
      select s.timezone as time_zone, s.seen_by,
        (select count(*)::int from devices d where d.sid = s.sid and d.removed_at is null) as devices
      from sites s where s.sid = ${sid}`;
    if (!site) return null;

    let room = DEVICES_AT_MOST - site.devices;
    const joining: AnnouncedDevice[] = [];
    const moving: string[] = [];
    const children = wanted.map((child): StoredChild => {
      const number = numbers.get(child.sn)!;
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
    await markCounted(tx, sid);
    const before = await store(tx, { sn, sid, at }, announced, children);
    await tellRefused(tx, { sn, sid, at }, before.children, children, numbers);
    await tellRestart(tx, { sn, sid }, before.runningSince, runningSince(announced, at));
    // The interval of all that hangs on it is read again.
    await tellRegistry(tx, [sn, ...wanted.map((child) => child.sn)]);
    if (joining.length > 0) {
      await recountSite(tx, sid, at);
      await askKept(
        tx,
        sid,
        joining.map((child) => child.sn),
        at,
      );
    }
    return { children, timeZone: site.timeZone, joined: joining.map((child) => child.sn) };
  });
  if (taken) nudges.tell([sid]);
  return taken;
}

/** One that waits for a plant only says what it is; nobody has shown that it may speak for what hangs on it. */
export async function noteWaiting(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  sn: string,
  source: string,
  announced: Announced,
): Promise<void> {
  const at = clock.now();
  await sql.begin(async (begun) => {
    const tx = begun as Transaction;
    const told = announced.children.map((child) => child.sn);
    const sns = [sn, ...told].sort();
    await tx`
      insert into serial_numbers as s (sn, first_seen_at, last_seen_at, source, gateway_sn)
      select g.sn, ${at}, ${at}, ${source}, case when g.sn = ${sn} then null else ${sn} end
      from (select unnest(${textArray(sns)}::text::text[]) as sn) g order by g.sn
      on conflict (sn) do update set first_seen_at = coalesce(s.first_seen_at, excluded.first_seen_at), last_seen_at = excluded.last_seen_at,
        gateway_sn = coalesce(excluded.gateway_sn, s.gateway_sn)
      where s.sid is null`;
    await store(tx, { sn, sid: null, at }, announced, announced.children);
  });
}

/** In the order of their names, so that two announces, or one and a person who claims, never block one another. */
async function lockNumbers(tx: Transaction, given: readonly string[], sid: string): Promise<Map<string, NumberRow>> {
  const sns = textArray([...given].sort());
  await tx`
    insert into serial_numbers (sn) select g.sn from (select unnest(${sns}::text::text[]) as sn) g order by g.sn on conflict do nothing`;
  const rows = await tx<Omit<NumberRow, 'gatewaySn'>[]>`
    select sn, sid, restricted_at is not null as restricted from serial_numbers
    where sn in (select unnest(${sns}::text::text[])) order by sn for update`;
  const hanging = await tx<{ sn: string; gatewaySn: string }[]>`
    select sn, gateway_sn from devices where sid = ${sid} and removed_at is null and sn in (select unnest(${sns}::text::text[]))`;
  const gateways = new Map(hanging.map((device) => [device.sn, device.gatewaySn]));
  return new Map(rows.map((row) => [row.sn, { ...row, gatewaySn: gateways.get(row.sn) ?? null }]));
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

/** Gives what it announced before. */
async function store(
  tx: Transaction,
  { sn, sid, at }: { sn: string; sid: string | null; at: Date },
  announced: Announced,
  children: readonly StoredChild[],
): Promise<{ children: StoredChild[]; runningSince: Date | null }> {
  const [before] = await tx<{ children: StoredChild[]; runningSince: Date | null }[]>`
    select children, running_since from gateways where sn = ${sn} for update`;
  const { kind, model, hardware, firmware, signalDbm, intervalS, limitReturn = false } = announced;
  const since = runningSince(announced, at);
  await tx`
    insert into gateways (sn, sid, kind, model, hardware, firmware, signal_dbm, interval_s, announced_at, children, running_since, limit_return)
    values (${sn}, ${sid}, ${kind}, ${model}, ${hardware}, ${firmware}, ${signalDbm}, ${intervalS}, ${at}, ${JSON.stringify(children)}::text::jsonb, ${since}, ${limitReturn})
    on conflict (sn) do update set sid = excluded.sid, kind = excluded.kind, model = excluded.model, hardware = excluded.hardware,
      firmware = excluded.firmware, signal_dbm = excluded.signal_dbm, interval_s = excluded.interval_s,
      announced_at = excluded.announced_at, children = excluded.children, limit_return = excluded.limit_return,
      running_since = coalesce(excluded.running_since, gateways.running_since)`;
  return before ?? { children: [], runningSince: null };
}

/** Clocks drift, and an announce takes its time. */
const SAME_START_MS = 60_000;
/** Milliseconds in 32 bits start over after 49.7 days, without a restart: so do an OpenDTU's of before 2025. */
const WRAP_MS = 2 ** 32;

/** A connection that was lost and made again proves nothing; a gateway that runs since later than it did has started over. */
async function tellRestart(
  tx: Transaction,
  { sn, sid }: { sn: string; sid: string },
  before: Date | null,
  now: Date | null,
): Promise<void> {
  if (before === null || now === null) return;
  const laterMs = now.getTime() - before.getTime();
  if (laterMs <= SAME_START_MS || Math.abs(laterMs - WRAP_MS) <= SAME_START_MS) return;
  await tx`
    insert into events (sid, sn, code, opened_at, closed_at) values (${sid}, ${sn}, 'restart', ${now}, ${now}) on conflict do nothing`;
}

/** How many numbers of a kind an event names. */
const MOST_NAMED = 20;

/** What the event of a gateway names: the children by why they are refused, those of another plant as `children`. */
function refusedOf(children: readonly StoredChild[]): Record<string, string> {
  const because = (reason: ChildRefusal): string =>
    children
      .filter(({ refused }) => refused === reason)
      .slice(0, MOST_NAMED)
      .map(({ sn }) => sn)
      .join(', ');
  const named = { children: because('otherPlant'), restricted: because('restricted'), full: because('full') };
  return Object.fromEntries(Object.entries(named).filter(([, numbers]) => numbers !== ''));
}

/** An event of the gateway's plant, and of a device of another plant one there: open as long as it is announced and refused. */
async function tellRefused(
  tx: Transaction,
  { sn, sid, at }: { sn: string; sid: string; at: Date },
  before: readonly StoredChild[],
  now: readonly StoredChild[],
  numbers: ReadonlyMap<string, NumberRow>,
): Promise<void> {
  const refusals = (children: readonly StoredChild[]): string =>
    children
      .flatMap(({ sn: child, refused }) => (refused ? [`${child} ${refused}`] : []))
      .sort()
      .join();
  if (refusals(before) === refusals(now)) return;
  const foreign = (children: readonly StoredChild[]): string[] =>
    children.filter(({ refused }) => refused === 'otherPlant').map((child) => child.sn);
  const wasForeign = foreign(before);
  const isForeign = foreign(now);
  const begins = isForeign.filter((child) => !wasForeign.includes(child));
  const ends = wasForeign.filter((child) => !isForeign.includes(child));
  await tx`update events set closed_at = ${at} where sid = ${sid} and sn = ${sn} and code = 'refusedChild' and closed_at is null`;
  if (refusals(now) !== '') {
    const detail = JSON.stringify(refusedOf(now));
    await tx`
      insert into events (sid, sn, code, opened_at, detail) values (${sid}, ${sn}, 'refusedChild', ${at}, ${detail}::text::jsonb)
      on conflict (sid, sn, code, opened_at) do update set detail = excluded.detail, closed_at = null`;
  }
  if (ends.length > 0) {
    await tx`
      update events set closed_at = ${at} where code = 'refusedChild' and closed_at is null and detail ->> 'gateway' = ${sn}
        and sn in (select unnest(${textArray(ends)}::text::text[]))`;
  }
  const told = begins.map((child) => ({ sid: numbers.get(child)!.sid, sn: child }));
  if (told.length === 0) return;
  await tx`
    insert into events (sid, sn, code, opened_at, detail)
    select sid, sn, 'refusedChild', at, ${JSON.stringify({ gateway: sn })}::text::jsonb from (
      select unnest(${textArray(told.map((child) => child.sid))}::text::text[]) as sid,
        unnest(${textArray(told.map((child) => child.sn))}::text::text[]) as sn,
        unnest(${instantArray(told.map(() => at.getTime()))}::text::timestamptz[]) as at
    ) g on conflict do nothing`;
}
