// Seals completed days: replaces their hot rows by a block in one transaction; a late sample causes its block to be sealed again.
import type { Context } from '../context.ts';
import { type DayBounds, dayAt, dayBounds } from '../platform/calendar/rules/localDays.ts';
import { instantArray, textArray } from '../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../platform/database/connect.ts';
import { damagedBlocks, sealedBlocks } from '../platform/metrics.ts';
import { type Block, decodeBlock, encodeBlock, type SampleColumns } from './block.ts';
import { type DayBlock, insertBlocks, recordDamage, replaceBlocks } from './blocks.ts';
import { Damaged } from './bytes.ts';
import { GROUPS } from './numbers.ts';
import { firstAtOrAfter, hotColumns, mergeColumns, onDamage, sliceColumns } from './parts.ts';
import { type RetainedFrom, readRetainedFrom, retainedOf } from './retention.ts';
import { firstDay, lastDay, PACKED } from './samples.ts';

type Sealer = Pick<Context, 'sql' | 'clock' | 'log' | 'databaseHealth'> & { afterSealing?: AfterSealing };

export interface Sealed {
  /** Blocks written. */
  days: number;
  samples: number;
}

export interface SealedDay {
  sid: string;
  sn: string;
  day: string;
}

/** Called when days were sealed, after the commit and with no lock held: not called if the process is killed in between. */
export type AfterSealing = (days: readonly SealedDay[]) => Promise<void>;

/** Time after midnight of its plant until a day is sealed: delayed reports have arrived by then. */
const QUIET_MS = 2 * 3_600_000;
/** Devices that are checked in one statement. */
const CHECK_BATCH = 1_000;
/** Devices of one transaction: tens of milliseconds in which nobody waits, as only rows of past days are touched. */
const SEAL_BATCH = 20;
/** Hot rows of a device in one transaction; a history that was stored as rows is packed in several. */
const ROW_BATCH = 6_000;

interface Device {
  sid: string;
  sn: string;
  timeZone: string;
  /** Start of the first local day that is not sealed yet. */
  endMs: number;
}

/** Seals all due days. May be interrupted anywhere and run concurrently: every sample stays readable exactly once. */
export async function compactSampleDays(sealer: Sealer, stopped: () => boolean = () => false): Promise<Sealed> {
  const { sql, clock } = sealer;
  const sealed: Sealed = { days: 0, samples: 0 };
  const retainedFrom = await readRetainedFrom(sql);
  for (let after: { sid: string; sn: string } | null = { sid: '', sn: '' }; after && !stopped(); ) {
    const rows: Omit<Device, 'endMs'>[] = await sql<Omit<Device, 'endMs'>[]>`
      select l.sid, l.sn, s.timezone as time_zone from device_live l join sites s on s.sid = l.sid
      where (l.sid, l.sn) > (${after.sid}, ${after.sn}) order by l.sid, l.sn limit ${CHECK_BATCH}`;
    after = rows.length === CHECK_BATCH ? rows.at(-1)! : null;
    const quietMs = clock.now().getTime() - QUIET_MS;
    const devices = rows.map((device) => ({ ...device, endMs: dayAt(quietMs, device.timeZone).startMs }));
    let due = await dueOf(sealer, devices);
    while (due.length > 0 && !stopped()) {
      const more: Device[] = [];
      for (let at = 0; at < due.length && !stopped(); at += SEAL_BATCH) {
        if (sealer.databaseHealth.now() !== undefined) return sealed;
        const { days, samples, unfinished } = await sealDevices(sealer, due.slice(at, at + SEAL_BATCH), retainedFrom);
        sealed.days += days;
        sealed.samples += samples;
        more.push(...unfinished);
      }
      due = more;
    }
  }
  return sealed;
}

/** Returns the devices that have hot rows of a past day. */
async function dueOf({ sql }: Sealer, devices: readonly Device[]): Promise<Device[]> {
  if (devices.length === 0) return [];
  const open = [...(await openDays(sql, devices)).values()].flat();
  const rows = await sql<{ sn: string }[]>`
    select v.sn from (
      select unnest(${textArray(devices.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(devices.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${instantArray(devices.map(({ endMs }) => endMs))}::text::timestamptz[]) as until
    ) k
    join devices v on v.sid = k.sid and v.sn = k.sn
    where exists (
      select from hot_samples h where h.sid = v.sid and h.sn = v.sn and h.at < k.until and not exists (
        select from (
          select unnest(${textArray(open.map(({ sid }) => sid))}::text::text[]) as sid,
            unnest(${textArray(open.map(({ sn }) => sn))}::text::text[]) as sn,
            unnest(${instantArray(open.map(({ startMs }) => startMs))}::text::timestamptz[]) as begin_at,
            unnest(${instantArray(open.map(({ endMs }) => endMs))}::text::timestamptz[]) as end_at
        ) d
        where d.sid = h.sid and d.sn = h.sn and h.at >= d.begin_at and h.at < d.end_at))`;
  const due = new Set(rows.map(({ sn }) => sn));
  return devices.filter(({ sn }) => due.has(sn));
}

interface OpenDay extends DayBounds {
  sid: string;
  sn: string;
}

/** Returns the days that stay open because their block is damaged, by serial number; their bounds are computed by `dayBounds`, as everywhere. */
async function openDays(sql: Sealer['sql'] | Transaction, devices: readonly Device[]): Promise<Map<string, OpenDay[]>> {
  const zones = new Map(devices.map(({ sid, sn, timeZone }) => [`${sid} ${sn}`, timeZone]));
  const rows = await sql<{ sid: string; sn: string; day: string }[]>`
    select sid, sn, day::text from damaged_blocks
    where sid = any(${textArray(devices.map(({ sid }) => sid))}::text::text[]) and sn = any(${textArray(devices.map(({ sn }) => sn))}::text::text[])`;
  const days = rows.flatMap(({ sid, sn, day }) => {
    const timeZone = zones.get(`${sid} ${sn}`);
    return timeZone === undefined ? [] : [{ sid, sn, ...dayBounds(day, timeZone) }];
  });
  return Map.groupBy(days, ({ sn }) => sn);
}

interface SealedDevices extends Sealed {
  unfinished: Device[];
}

async function sealDevices(
  sealer: Sealer,
  devices: readonly Device[],
  retainedFrom: RetainedFrom,
): Promise<SealedDevices> {
  const { sql, log } = sealer;
  try {
    const packed: Packed = { added: [], changed: [], samples: 0 };
    const unfinished: Device[] = [];
    await sql.begin(async (tx) => {
      const open = await openDays(tx, devices);
      for (const device of devices) {
        const stay = open.get(device.sn)?.filter(({ sid }) => sid === device.sid) ?? [];
        const { added, changed, samples } = await packDevice(tx, device, retainedFrom, stay);
        packed.added.push(...added);
        packed.changed.push(...changed);
        packed.samples += samples;
        if (samples >= ROW_BATCH) unfinished.push(device);
      }
      await insertBlocks(tx, packed.added);
      await replaceBlocks(tx, packed.changed);
    });
    const written = [...packed.added, ...packed.changed];
    sealedBlocks.inc(written.length);
    await sealer.afterSealing?.(written.map(({ sid, sn, day }) => ({ sid, sn, day })));
    return { days: written.length, samples: packed.samples, unfinished };
  } catch (error) {
    if (devices.length > 1) {
      // One device that cannot be sealed must not block the others of its batch.
      const total: SealedDevices = { days: 0, samples: 0, unfinished: [] };
      for (const device of devices) {
        const { days, samples, unfinished } = await sealDevices(sealer, [device], retainedFrom);
        total.days += days;
        total.samples += samples;
        total.unfinished.push(...unfinished);
      }
      return total;
    }
    const [{ sid, sn }] = devices as [Device];
    if (error instanceof DamagedDay) {
      log.error(
        { sid, sn, day: error.day, reason: error.message },
        'a block of samples is damaged; its day stays open',
      );
      damagedBlocks.inc();
      await recordDamage(sql, { sid, sn, day: error.day, reason: error.message }, sealer.clock.now());
      // Its other days are sealed in the next round.
      return { days: 0, samples: 0, unfinished: [...devices] };
    } else if (isUnavailable(error)) throw error;
    else log.error({ err: error, sid, sn }, 'a day could not be sealed; it is retried');
    return { days: 0, samples: 0, unfinished: [] };
  }
}

/** Whether the database is unreachable or full: no device can be sealed now. */
function isUnavailable(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && (!/^[0-9A-Z]{5}$/.test(code) || /^(08|53|57|58)/.test(code));
}

class DamagedDay extends Error {
  readonly day: string;
  constructor(day: string, reason: string) {
    super(reason);
    this.day = day;
  }
}

interface Packed {
  added: DayBlock[];
  changed: DayBlock[];
  samples: number;
}

/**
 * Packs the past days of one device. The rows are deleted first: the rows that the statement returns belong to this
 * transaction alone. A sample of the same instant that arrives meanwhile waits for the commit and becomes a row again.
 */
async function packDevice(
  tx: Transaction,
  { sid, sn, timeZone, endMs }: Device,
  retainedFrom: RetainedFrom,
  open: readonly OpenDay[],
): Promise<Packed> {
  const isUndamaged = open.reduce<Fragment>(
    (all, day) => tx`${all} and not (at >= ${new Date(day.startMs)} and at < ${new Date(day.endMs)})`,
    tx`true`,
  );
  // The limit is computed once instead of per row: statistics do not include the rows since yesterday yet.
  const [row] = await tx<{ packed: Uint8Array | null }[]>`
    with taken as (
      delete from hot_samples where sid = ${sid} and sn = ${sn} and at < ${new Date(endMs)}
        and at <= coalesce((
          select at from hot_samples where sid = ${sid} and sn = ${sn} and at < ${new Date(endMs)} and ${isUndamaged}
          order by at offset ${ROW_BATCH - 1} limit 1), 'infinity')
        and ${isUndamaged}
      returning at, body
    ) select ${tx.unsafe(PACKED)} as packed from taken`;
  if (!row?.packed) return { added: [], changed: [], samples: 0 };
  const rows = hotColumns(row.packed, 'all');
  const stored = await tx<(DayBlock & { day: string })[]>`
    select sid, sn, day::text, ${tx.unsafe(GROUPS.join(', '))} from sample_blocks b
    where sid = ${sid} and sn = ${sn} and day between ${firstDay(rows.atMs[0]!)}::text::date and ${lastDay(rows.atMs.at(-1)! + 1)}::text::date
      and not exists (select from damaged_blocks d where d.sid = ${sid} and d.sn = ${sn} and d.day = b.day)
    for update`;
  const added: DayBlock[] = [];
  const changed: DayBlock[] = [];
  for (const [day, columns] of byDay(rows, timeZone, stored)) {
    const block = stored.find((other) => other.day === day);
    const merged = block ? mergeColumns([decode(block), columns]) : columns;
    const written = retainedOf({ sid, sn, day, ...encodeBlock(merged) }, retainedFrom);
    if (written) (block ? changed : added).push(written);
  }
  return { added, changed, samples: rows.atMs.length };
}

/**
 * Assigns samples to blocks: each to the block of its local day, but never to a day before the preceding block or after the
 * following one, as could happen after a plant's time zone was changed. So blocks are in the same order by day and by
 * instant, none overlaps another, and no instant is in two.
 */
function byDay(rows: SampleColumns, timeZone: string, stored: readonly DayBlock[]): Map<string, SampleColumns> {
  const spans = stored.map((block) => {
    const { atMs } = decode(block, []);
    return { day: block.day, fromMs: atMs[0]!, toMs: atMs.at(-1)! };
  });
  const pieces = new Map<string, SampleColumns[]>();
  for (let from = 0; from < rows.atMs.length; ) {
    const ms = rows.atMs[from]!;
    let { day, endMs: nextMs } = dayAt(ms, timeZone);
    for (const span of spans) {
      if (span.toMs < ms) {
        if (span.day > day) day = span.day;
      } else {
        if (span.day < day) day = span.day;
        nextMs = Math.min(nextMs, span.fromMs > ms ? span.fromMs : span.toMs + 1);
        if (span.fromMs <= ms) day = span.day;
      }
    }
    const to = firstAtOrAfter(rows.atMs, nextMs);
    const piece = sliceColumns(rows, from, to);
    const toMs = piece.atMs.at(-1)!;
    const span = spans.find((candidate) => candidate.day === day);
    if (span) {
      span.fromMs = Math.min(span.fromMs, ms);
      span.toMs = Math.max(span.toMs, toMs);
    } else spans.push({ day, fromMs: ms, toMs });
    const dayPieces = pieces.get(day);
    if (dayPieces) dayPieces.push(piece);
    else pieces.set(day, [piece]);
    from = to;
  }
  return new Map([...pieces].map(([day, parts]) => [day, mergeColumns(parts)]));
}

/** Throws `DamagedDay` for a damaged block. */
function decode(block: DayBlock, names: readonly [] | 'all' = 'all'): SampleColumns {
  try {
    return decodeBlock(block satisfies Block, names);
  } catch (error) {
    throw error instanceof Damaged ? new DamagedDay(block.day, error.message) : error;
  }
}

/** Logs every damaged block that any reader finds and records it in `damaged_blocks`. Returns how to stop. */
export function watchDamage({ sql, clock, log }: Pick<Context, 'sql' | 'clock' | 'log'>): () => Promise<void> {
  let recording = Promise.resolve();
  const known = new Set<string>();
  const unsubscribe = onDamage((damage) => {
    const key = `${damage.sid} ${damage.sn} ${damage.day}`;
    if (known.has(key) || known.size > 10_000) return;
    known.add(key);
    log.error(damage, 'a block of samples is damaged; its day is a gap');
    recording = recording
      .then(() => recordDamage(sql, damage, clock.now()))
      .catch(() => {
        known.delete(key);
      });
  });
  return async () => {
    unsubscribe();
    await recording;
  };
}
