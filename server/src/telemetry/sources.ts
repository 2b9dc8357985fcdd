// Where each device's frames come from: its usual source is learnt and kept, a second one becomes an event of its plant.
import type { Context } from '../context.ts';
import type { Sql } from '../db/connect.ts';
import { textArray } from '../sql/arrays.ts';
import type { KnownDevice } from './registry.ts';

/** So long after the usual source was last heard another one is still a second source, not a new line. */
const USUAL_MS = 30 * 60_000;
/** While it goes on, an event is noted this often at most, whatever the number of frames. */
const NOTE_MS = 10 * 60_000;
/** A source that has been silent for so long is gone: its event closes. */
const GONE_MS = 60 * 60_000;

const NOT_NOTED = 'a source could not be noted';

/** A device's first source. */
interface Learnt {
  sid: string;
  sn: string;
  source: string;
}

interface Heard {
  sid: string;
  /** As the registry last read it. */
  read: KnownDevice['sources'];
  usual: string | null;
  usualAtMs: number;
  other: string | null;
  otherAtMs: number;
  /** When the database was last told of the other, of the event, of a refusal. */
  notedOtherMs: number;
  notedEventMs: number;
  notedRefusalMs: number;
}

export interface Sources {
  /** Whether a device usually reports from here, or nothing is known yet. */
  isUsual(device: KnownDevice, source: string): boolean;
  /** The same of a number of which nothing is read at the moment, by what is remembered; undefined: it was not heard here. */
  wasUsual(sn: string, source: string): boolean | undefined;
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
  const stateOf = ({ sid, sn, sources }: KnownDevice): Heard => {
    const state = known.get(sn);
    if (state?.sid === sid) return state;
    const { usual, heardAtMs, other, otherAtMs } = sources;
    const begun = {
      sid,
      read: sources,
      usual,
      usualAtMs: heardAtMs,
      other,
      otherAtMs,
      notedOtherMs: otherAtMs,
      notedEventMs: Number.NEGATIVE_INFINITY,
      notedRefusalMs: Number.NEGATIVE_INFINITY,
    };
    if (known.size >= KEEP_AT_MOST) known.delete(known.keys().next().value!);
    known.set(sn, begun);
    return begun;
  };
  /** When each was last heard is known here alone; who is the usual one, the database says. */
  const readAgain = (state: Heard, { sources }: KnownDevice): void => {
    if (state.read === sources) return;
    // unless it says what it said before, as what is noted here is written behind the answers
    if (sources.usual !== state.read.usual) state.usual = sources.usual;
    state.read = sources;
    if (sources.other === null || sources.otherAtMs <= state.otherAtMs) return;
    state.other = sources.other;
    state.otherAtMs = sources.otherAtMs;
  };

  return {
    isUsual(device, source) {
      const state = stateOf(device);
      readAgain(state, device);
      return state.usual === null || state.usual === source;
    },
    wasUsual(sn, source) {
      const state = known.get(sn);
      return state && (state.usual === null || state.usual === source);
    },
    heard(device, source, nowMs) {
      const state = stateOf(device);
      if (state.usual === null) {
        state.usual = source;
        state.usualAtMs = nowMs;
        learnSoon({ sid: device.sid, sn: device.sn, source });
      } else if (state.usual === source) {
        state.usualAtMs = nowMs;
        const { other } = state;
        // a line that got a new address is never heard by its old one again
        if (other === null || nowMs - state.otherAtMs > USUAL_MS || nowMs - state.notedEventMs < NOTE_MS) return;
        if (device.sources.allowed.length > 0) return;
        state.notedEventMs = nowMs;
        note(() => noteSecond(sql, device, source, other, state.otherAtMs));
      } else if (nowMs - state.usualAtMs >= USUAL_MS) {
        const before = state.usual;
        state.usual = source;
        state.usualAtMs = nowMs;
        state.other = null;
        note(async () => {
          if (!(await relearn(sql, device, source)) && state.usual === source) state.usual = before;
        });
      } else {
        state.other = source;
        state.otherAtMs = nowMs;
        if (nowMs - state.notedOtherMs < NOTE_MS) return;
        state.notedOtherMs = nowMs;
        note(() => noteOther(sql, device, source, nowMs));
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

/** In the order of their keys, as other processes do. A plant may have been deleted meanwhile: then there is nothing to note. */
async function learn(sql: Sql, learnt: readonly Learnt[], log: Context['log']): Promise<void> {
  try {
    await sql`
      insert into device_sources (sid, sn, usual)
      select s.sid, g.sn, g.usual from (
        select unnest(${textArray(learnt.map(({ sid }) => sid))}::text::text[]) as sid,
          unnest(${textArray(learnt.map(({ sn }) => sn))}::text::text[]) as sn,
          unnest(${textArray(learnt.map(({ source }) => source))}::text::text[]) as usual
      ) g join sites s on s.sid = g.sid
      order by s.sid, g.sn
      on conflict (sid, sn) do update set usual = excluded.usual where device_sources.usual = ''`;
  } catch (error) {
    if (learnt.length === 1) throw error;
    // a plant that is being deleted must not take its neighbours with it
    for (const one of learnt) await learn(sql, [one], log).catch((err) => log.error({ err }, NOT_NOTED));
  }
}

/** Unless another process hears the usual source still, and has opened an event. */
async function relearn(sql: Sql, { sid, sn }: KnownDevice, source: string): Promise<boolean> {
  const { count } = await sql`
    update device_sources d set usual = ${source}, other = null, other_at = null
    where d.sid = ${sid} and d.sn = ${sn} and not exists (
      select from events e where e.sid = d.sid and e.sn = d.sn and e.code = 'secondSource' and e.closed_at is null)`;
  return count > 0;
}

/** Also told to the other processes: one of them may be the one that hears the usual source. */
async function noteOther(sql: Sql, { sid, sn }: KnownDevice, source: string, atMs: number): Promise<void> {
  const { count } = await sql`
    update device_sources set other = ${source}, other_at = ${new Date(atMs)} where sid = ${sid} and sn = ${sn}`;
  if (count > 0) await sql`select pg_notify('heliograph_registry', ${sn})`;
}

async function noteSecond(sql: Sql, device: KnownDevice, usual: string, other: string, atMs: number): Promise<void> {
  const { sid, sn } = device;
  await sql`
    update device_sources set other = ${other}, other_at = ${new Date(atMs)} where sid = ${sid} and sn = ${sn}`;
  await open(sql, device, 'secondSource', atMs, { usual, other });
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
    update events e set closed_at = case when e.code = 'secondSource' then d.other_at else d.refused_at end
    from device_sources d
    where d.sid = e.sid and d.sn = e.sn and e.closed_at is null
      and ((e.code = 'secondSource' and d.other_at < ${before}) or (e.code = 'foreignSource' and d.refused_at < ${before}))`;
  return count;
}
