// Where each device's frames come from: its usual source is learnt and kept, a newer one gets a share beside it, and two that send by turns are an event of its plant.
import type { Context } from '../../context.ts';
import type { KnownDevice, OtherSource } from '../../installation/knownDevices.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Sql } from '../../platform/database/connect.ts';
import { notifyRegistry } from '../../platform/database/registryChannel.ts';

/** Of a source that was silent for so long another one does not send beside it: it may be its new line. */
const SILENT_MS = 30 * 60_000;
/** A usual source that was not heard for so long, by what is noted, is left to the newer one: two dark days and the nights around them are less. */
export const LEFT_MS = 3 * 24 * 60 * 60_000;
/** How often it is noted that a source with a share of its own was heard. */
const NOTE_SHARE_MS = 6 * 60 * 60_000;
/** While two send by turns, it is noted this often at most, whatever the number of frames. */
const NOTE_MS = 10 * 60_000;
/** When one of two has been silent for so long, or a foreign one, their event closes. */
const GONE_MS = 60 * 60_000;

const NOT_NOTED = 'a source could not be noted';

/** A device's usual source, the first time or now and then. */
interface Learnt {
  sid: string;
  sn: string;
  source: string;
  atMs: number;
}

interface Heard {
  sid: string;
  /** As the registry last read it. */
  read: KnownDevice['sources'];
  /** The elder of the two sources that have a share of their own. */
  usual: string | null;
  usualAtMs: number;
  /** The newer one; or, without a share, the one that was heard last. */
  other: OtherSource | null;
  /** When the database was last told of the usual one, of the other, of the event, of a refusal. */
  notedUsualMs: number;
  notedOtherMs: number;
  notedEventMs: number;
  notedRefusalMs: number;
}

export interface Sources {
  /** Whether a device has a share of its own for what comes from here, or nothing is known yet. */
  hasShare(device: KnownDevice, source: string): boolean;
  /** The same of a number of which nothing is read at the moment, by what is remembered; undefined: it was not heard here. */
  hadShare(sn: string, source: string): boolean | undefined;
  /** After a frame of the device was taken. */
  heard(device: KnownDevice, source: string, nowMs: number): void;
  /** After one was refused, because its plant does not allow the source. */
  refused(device: KnownDevice, source: string, nowMs: number): void;
  /** Ends when all that was to be noted is. */
  settled(): Promise<void>;
}

/** As many as the registry keeps. */
const KEEP_AT_MOST = 200_000;

/** One per door. What another process noted comes with the registry's next reading of the device. */
export function openSources({ sql, log }: Pick<Context, 'sql' | 'log'>): Sources {
  const known = new Map<string, Heard>();
  // One after the other: a storm of forged frames must not take the connections that reports need.
  let noting: Promise<unknown> = Promise.resolve();
  const note = (work: () => Promise<unknown>): void => {
    noting = noting.then(work).catch((error) => log.error({ err: error }, NOT_NOTED));
  };
  // A fleet that comes back at once is learnt in few statements, as each has a commit of its own.
  let unlearnt: Learnt[] = [];
  const learnSoon = (learnt: Learnt): void => {
    unlearnt.push(learnt);
    if (unlearnt.length > 1) return;
    note(() => {
      const gathered = unlearnt;
      unlearnt = [];
      return learn(sql, gathered, log);
    });
  };
  const stateOf = (device: KnownDevice): Heard => {
    const { sid, sn, sources } = device;
    const state = known.get(sn);
    if (state?.sid === sid) {
      if (state.read !== sources) readAgain(state, device);
      return state;
    }
    const { usual, usualAtMs, heardAtMs, other } = sources;
    const begun = {
      sid,
      read: sources,
      usual,
      usualAtMs: heardAtMs,
      // What is noted of one with a share is hours old: it is taken for the one that was heard last.
      other: other && { ...other, atMs: hasOwn(other) ? Math.max(other.atMs, heardAtMs) : other.atMs },
      notedUsualMs: usualAtMs,
      notedOtherMs: other?.atMs ?? Number.NEGATIVE_INFINITY,
      notedEventMs: Number.NEGATIVE_INFINITY,
      notedRefusalMs: Number.NEGATIVE_INFINITY,
    };
    if (known.size >= KEEP_AT_MOST) known.delete(known.keys().next().value!);
    known.set(sn, begun);
    return begun;
  };
  /** When each was last heard is known here best; who they are, the database says. */
  const readAgain = (state: Heard, device: KnownDevice): void => {
    const { usual, usualAtMs, other } = device.sources;
    const before = state.read.usual;
    state.read = device.sources;
    // unless it says what it said before, as what is noted here is written behind the answers
    if (usual !== before && usual !== state.usual) {
      Object.assign(state, { usual, usualAtMs, other: other && { ...other }, notedUsualMs: usualAtMs });
      return;
    }
    state.usualAtMs = Math.max(state.usualAtMs, usualAtMs);
    state.notedUsualMs = Math.max(state.notedUsualMs, usualAtMs);
    const own = state.other;
    if (other === null) return;
    if (own?.source === other.source) {
      own.atMs = Math.max(own.atMs, other.atMs);
      own.sinceMs = Math.min(own.sinceMs, other.sinceMs);
    } else if (!own || staysBeside(other, own)) {
      state.other = { ...other };
      state.notedOtherMs = other.atMs;
    } else if (hasOwn(own) && own.sinceMs < other.sinceMs) {
      // Another process does not hear the one that has this share, and gave it away.
      const { source, atMs, sinceMs } = own;
      note(() => share(sql, device, { source, atMs, sinceMs }));
    }
  };

  return {
    hasShare: (device, source) => isKnown(stateOf(device), source),
    hadShare(sn, source) {
      const state = known.get(sn);
      return state && isKnown(state, source);
    },
    heard(device, source, nowMs) {
      const { sid, sn } = device;
      const state = stateOf(device);
      const { usual } = state;
      if (usual === null || usual === source) {
        const beforeMs = state.usualAtMs;
        state.usual = source;
        state.usualAtMs = nowMs;
        if (usual === null || nowMs - state.notedUsualMs >= NOTE_SHARE_MS) {
          state.notedUsualMs = nowMs;
          learnSoon({ sid, sn, source, atMs: nowMs });
        }
        const { other } = state;
        if (usual === null || other === null) return;
        if (nowMs - beforeMs >= SILENT_MS) {
          // A process that hears the other one must know that this one is there again.
          if (hasOwn(other) && nowMs - other.atMs < LEFT_MS) note(() => noteBoth(sql, device, source, nowMs, other));
          return;
        }
        // a line that got a new address is never heard by its old one again
        if (other.atMs < beforeMs || nowMs - other.atMs > SILENT_MS || nowMs - state.notedEventMs < NOTE_MS) return;
        if (device.sources.allowed.length > 0) return;
        state.notedEventMs = nowMs;
        note(() => noteSecond(sql, device, source, nowMs, { ...other }));
        return;
      }
      const before = state.other;
      // The one other place is taken while its source is heard.
      if (before && before.source !== source && hasOwn(before) && nowMs - before.atMs < SILENT_MS) return;
      const other = before?.source === source ? before : { source, atMs: nowMs, sinceMs: Number.POSITIVE_INFINITY };
      state.other = other;
      other.atMs = nowMs;
      const isAlone = nowMs - state.usualAtMs >= SILENT_MS;
      if (!hasOwn(other) && isAlone) {
        other.sinceMs = nowMs;
        state.notedOtherMs = nowMs;
        note(async () => {
          if (await share(sql, device, { source, atMs: nowMs, sinceMs: nowMs })) return;
          other.sinceMs = Number.POSITIVE_INFINITY;
          state.usualAtMs = nowMs;
        });
      } else if (hasOwn(other) && nowMs - state.notedUsualMs >= LEFT_MS) {
        // It comes back with the registry's next reading; until then both have their shares.
        state.notedUsualMs = nowMs;
        note(() => succeed(sql, device, usual, source, nowMs));
      } else if (nowMs - state.notedOtherMs >= (isAlone ? NOTE_SHARE_MS : NOTE_MS)) {
        state.notedOtherMs = nowMs;
        note(() => noteOther(sql, device, { ...other }));
      }
    },
    refused(device, source, nowMs) {
      const state = stateOf(device);
      if (nowMs - state.notedRefusalMs < NOTE_MS) return;
      state.notedRefusalMs = nowMs;
      note(() => noteRefused(sql, device, source, nowMs));
    },
    settled: async () => {
      await noting;
    },
  };
}

const hasOwn = ({ sinceMs }: OtherSource): boolean => sinceMs !== Number.POSITIVE_INFINITY;

function isKnown({ usual, other }: Heard, source: string): boolean {
  return usual === null || usual === source || (other?.source === source && hasOwn(other));
}

/** Which of two stays beside the usual one, the same in every process: the one that is heard still; of both, whose share is older. */
function staysBeside(one: OtherSource, other: OtherSource): boolean {
  if (Math.abs(one.atMs - other.atMs) < SILENT_MS && one.sinceMs !== other.sinceMs) return one.sinceMs < other.sinceMs;
  return one.atMs > other.atMs;
}

/** In the order of their keys, as other processes do. A plant may have been deleted meanwhile: then there is nothing to note. */
async function learn(sql: Sql, learnt: readonly Learnt[], log: Context['log']): Promise<void> {
  try {
    await sql`
      insert into device_sources (sid, sn, usual, usual_at)
      select s.sid, g.sn, g.usual, g.at from (
        select unnest(${textArray(learnt.map(({ sid }) => sid))}::text::text[]) as sid,
          unnest(${textArray(learnt.map(({ sn }) => sn))}::text::text[]) as sn,
          unnest(${textArray(learnt.map(({ source }) => source))}::text::text[]) as usual,
          unnest(${textArray(learnt.map(({ atMs }) => new Date(atMs).toISOString()))}::text::timestamptz[]) as at
      ) g join sites s on s.sid = g.sid
      order by s.sid, g.sn
      on conflict (sid, sn) do update set usual = excluded.usual, usual_at = excluded.usual_at
      where device_sources.usual in ('', excluded.usual)`;
  } catch (error) {
    if (learnt.length === 1) throw error;
    // a plant that is being deleted must not take its neighbours with it
    for (const one of learnt) await learn(sql, [one], log).catch((err) => log.error({ err }, NOT_NOTED));
  }
}

const sinceOf = (other: OtherSource): Date | null => (hasOwn(other) ? new Date(other.sinceMs) : null);

/** Gives it a share of its own, unless another process hears the usual source still, and has opened an event. */
async function share(sql: Sql, { sid, sn }: KnownDevice, other: OtherSource): Promise<boolean> {
  const { count } = await sql`
    update device_sources d set other = ${other.source}, other_at = ${new Date(other.atMs)}, other_since = ${sinceOf(other)}
    where d.sid = ${sid} and d.sn = ${sn} and not exists (
      select from events e where e.sid = d.sid and e.sn = d.sn and e.code = 'secondSource' and e.closed_at is null)`;
  if (count > 0) await notifyRegistry(sql, [sn]);
  return count > 0;
}

/** The newer source becomes the usual one, unless another process noted that it hears the usual one still. */
async function succeed(sql: Sql, { sid, sn }: KnownDevice, usual: string, newer: string, nowMs: number): Promise<void> {
  const { count } = await sql`
    update device_sources
    set usual = ${newer}, usual_at = ${new Date(nowMs)}, other = null, other_at = null, other_since = null
    where sid = ${sid} and sn = ${sn} and usual = ${usual} and usual_at <= ${new Date(nowMs - LEFT_MS)}`;
  if (count > 0) await notifyRegistry(sql, [sn]);
}

/** Also told to the other processes: one of them may be the one that hears the usual source. */
async function noteOther(sql: Sql, { sid, sn }: KnownDevice, other: OtherSource): Promise<void> {
  const { count } = await sql`
    update device_sources set other = ${other.source}, other_at = ${new Date(other.atMs)}, other_since = ${sinceOf(other)}
    where sid = ${sid} and sn = ${sn}`;
  if (count > 0) await notifyRegistry(sql, [sn]);
}

async function noteBoth(
  sql: Sql,
  { sid, sn }: KnownDevice,
  usual: string,
  usualAtMs: number,
  other: OtherSource,
): Promise<void> {
  await sql`
    update device_sources set usual_at = ${new Date(usualAtMs)}, other = ${other.source},
      other_at = ${new Date(other.atMs)}, other_since = ${sinceOf(other)}
    where sid = ${sid} and sn = ${sn} and usual = ${usual}`;
  await notifyRegistry(sql, [sn]);
}

async function noteSecond(
  sql: Sql,
  device: KnownDevice,
  usual: string,
  usualAtMs: number,
  other: OtherSource,
): Promise<void> {
  await noteBoth(sql, device, usual, usualAtMs, other);
  await open(sql, device, 'secondSource', other.atMs, { usual, other: other.source });
}

async function noteRefused(sql: Sql, device: KnownDevice, source: string, atMs: number): Promise<void> {
  const { sid, sn } = device;
  await sql`
    insert into device_sources (sid, sn, usual, refused, refused_at)
    select s.sid, ${sn}, '', ${source}, ${new Date(atMs)} from sites s where s.sid = ${sid}
    on conflict (sid, sn) do update set refused = excluded.refused, refused_at = excluded.refused_at`;
  await open(sql, device, 'foreignSource', atMs, { other: source });
}

/** Once, until it is closed. */
async function open(
  sql: Sql,
  { sid, sn }: KnownDevice,
  code: 'secondSource' | 'foreignSource',
  atMs: number,
  detail: { usual?: string; other: string },
): Promise<void> {
  await sql`
    insert into events (sid, sn, code, opened_at, detail)
    select s.sid, ${sn}, ${code}, ${new Date(atMs)}, ${JSON.stringify(detail)}::text::jsonb from sites s
    where s.sid = ${sid} and not exists (
      select from events e where e.sid = s.sid and e.sn = ${sn} and e.code = ${code} and e.closed_at is null)
    on conflict do nothing`;
}

/** Closes the events of sources that have gone, at the time when they were last noted. */
export async function closeGoneSources({ sql, clock }: Pick<Context, 'sql' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - GONE_MS);
  const { count } = await sql`
    update events e
    set closed_at = case when e.code = 'secondSource' then greatest(e.opened_at, least(d.usual_at, d.other_at)) else d.refused_at end
    from device_sources d
    where d.sid = e.sid and d.sn = e.sn and e.closed_at is null
      and ((e.code = 'secondSource' and least(d.usual_at, d.other_at) < ${before}) or (e.code = 'foreignSource' and d.refused_at < ${before}))`;
  return count;
}
