// Known devices' samples into the database: folded in order where they are new, recomputed where they came late.
import { staleAfterS } from '@heliograph/contract/freshness.ts';
import { STATUS } from '@heliograph/contract/statuses.ts';
import type { Transaction } from '../db/connect.ts';
import { type DayRow, foldDays, inOrder, preferSample } from '../rules/energy.ts';
import { dayBounds, localDay } from '../rules/localDays.ts';
import { isInOrder, refoldDays } from '../rules/refoldDays.ts';
import { deviceStatus } from '../rules/status.ts';
import { uploadIntervalAfter } from '../rules/uploadInterval.ts';
import { Damaged } from '../samples/bytes.ts';
import { readKeptFrom } from '../samples/retention.ts';
import { insertSamples, readSamplesAt, type Sample } from '../samples/samples.ts';
import {
  changesOf,
  type DayChange,
  type DeviceDay,
  dayStoreOf,
  type NewestDays,
  updateDays,
  writeDays,
} from './deviceDays.ts';
import { type DeviceState, type DeviceStates, lockStates } from './deviceStates.ts';
import { type Closing, eventsOf, retellStored, type StoredEvent, writeEvents } from './events.ts';
import { type LiveRow, moveLive } from './liveRows.ts';
import type { KnownDevice } from './registry.ts';
import { lockSites, type SiteChange, writeSiteDays, writeSiteLive } from './siteTotals.ts';

export interface Arrival {
  device: KnownDevice;
  samples: Sample[];
  /** Whoever hands them over writes the samples, if they follow all that is known. */
  written?: boolean;
}

/** Everything that a batch writes, gathered so that each table is written once. */
interface Writing {
  samples: Sample[];
  /** Rows that are there already, and those that may not be. */
  known: DeviceDay[];
  rows: DeviceDay[];
  days: DayChange[];
  live: LiveRow[];
  opened: StoredEvent[];
  closed: Closing[];
  sites: Map<string, SiteChange>;
}

/** Another process was faster with one of these devices: nothing of the batch may be committed. */
export class Moved extends Error {
  readonly sns: readonly string[];
  constructor(sns: readonly string[]) {
    super('a device was moved meanwhile');
    this.sns = sns;
  }
}

/** Days of these devices are folded with another place than whoever read the reports knew: nothing of the batch may be committed. */
export class OtherPlace extends Error {
  readonly sns: readonly string[];
  constructor(sns: readonly string[]) {
    super('the place that days are folded with has changed');
    this.sns = sns;
  }
}

export interface TakenSamples {
  stored: Set<Sample>;
  /** Devices that are no longer in the plant. */
  missing: string[];
  /** To be kept after the commit. */
  states: DeviceState[];
}

/**
 * `known`: what is known of devices; null: nothing. When all samples continue from it, nothing is read or locked
 * beforehand: the writing statements find out whether it is still true, and `Moved` is thrown if it is not. With `look`
 * the devices are locked first in any case.
 */
export async function takeSamples(
  tx: Transaction,
  arrivals: readonly Arrival[],
  nowMs: number,
  known: DeviceStates | null = null,
  look: boolean = known === null,
): Promise<TakenSamples> {
  const taken: TakenSamples = { stored: new Set(), missing: [], states: [] };
  if (arrivals.length === 0) return taken;
  const ordered = arrivals
    .map(({ device, samples, written = false }) => ({
      device,
      samples: samples.length > 1 && !written ? (inOrder(samples) as Sample[]) : samples,
      written,
    }))
    .sort(byKey);
  const continues = ({ device: { sid, sn }, samples }: Arrival): boolean => {
    const state = known?.get(sn);
    return state !== undefined && state.live.sid === sid && isInOrder(state.carry, samples);
  };
  const locked =
    look || !ordered.every(continues)
      ? await lockStates(
          tx,
          ordered.map(({ device: { sid, sn } }) => ({ sid, sn })),
          known,
        )
      : null;
  const writing: Writing = {
    samples: [],
    known: [],
    rows: [],
    days: [],
    live: [],
    opened: [],
    closed: [],
    sites: new Map(),
  };
  const elsewhere = ordered.filter(({ device: { sn, fold } }) => {
    const state = (locked ?? known)!.get(sn);
    return state !== undefined && state.live.fold !== fold;
  });
  if (elsewhere.length > 0) throw new OtherPlace(elsewhere.map(({ device }) => device.sn));
  for (const { device, samples, written } of ordered) {
    const { sid, sn, source } = device;
    const state = (locked ?? known)!.get(sn);
    if (!state) {
      taken.missing.push(sn);
      continue;
    }
    const { live, carry } = state;
    if (!isInOrder(carry, samples)) {
      const late = await takeLate(tx, device, samples);
      for (const sample of late.samples) taken.stored.add(sample);
      if (late.samples.length === 0) continue;
      moveForward(writing, live, late.samples, late.days, device, nowMs);
      // its carry is another one now; it is read again when the device reports again
      known?.forget([sn]);
      continue;
    }
    for (const sample of samples) {
      taken.stored.add(sample);
      if (!written) writing.samples.push(sample);
    }
    const folded = foldDays(carry, samples, source);
    const days = changesOf({ sid, sn }, folded.days, state.days);
    for (const row of folded.days) {
      (state.days.has(row.day) ? writing.known : writing.rows).push({ sid, sn, ...row });
    }
    const bitsBefore = live.atMs === null ? 0 : live.statusBits;
    if (samples.some(({ statusBits }) => statusBits !== bitsBefore)) {
      const { opened, closed } = eventsOf({ sid, sn }, bitsBefore, samples);
      writing.opened.push(...opened);
      writing.closed.push(...closed);
    }
    const next = moveForward(writing, live, samples, days, device, nowMs);
    taken.states.push({ live: next, carry: folded.carry, days: daysAfter(state.days, folded.days) });
  }
  if (writing.live.length > 0) {
    await write(tx, writing);
    for (const { live } of taken.states) live.version++;
  }
  return taken;
}

function byKey({ device: left }: Arrival, { device: right }: Arrival): number {
  if (left.sid !== right.sid) return left.sid < right.sid ? -1 : 1;
  return left.sn < right.sn ? -1 : 1;
}

/** What is known of days from the newest carry's day on. */
function daysAfter(before: NewestDays['days'], rows: readonly DayRow[]): NewestDays['days'] {
  const { day, energyWh, coveredS, source } = rows.at(-1)!;
  const days = new Map([[day, { energyWh, coveredS, source }]]);
  if (before.size > 1) for (const [later, figures] of before) if (later > day) days.set(later, figures);
  return days;
}

interface Late {
  samples: Sample[];
  days: DayChange[];
}

/**
 * Samples of which some are not later than all that was folded: those that say something new change days and events
 * around them. Of a time whose samples were dropped nothing is recomputed.
 */
async function takeLate(tx: Transaction, device: KnownDevice, ordered: readonly Sample[]): Promise<Late> {
  const { sid, sn, source } = device;
  const { power } = await readKeptFrom(tx);
  const keptFromMs = power === null ? Number.NEGATIVE_INFINITY : dayBounds(power, source.timeZone).startMs;
  const kept = ordered.filter(({ atMs }) => atMs >= keptFromMs);
  if (kept.length === 0) return { samples: [], days: [] };
  const there = await readSamplesAt(tx, { sid, sn, instantsMs: kept.map(({ atMs }) => atMs) }).catch(unlessDamaged);
  if (!there && kept.length > 1) {
    // Only those of the damaged days themselves cannot be compared with what was stored: halves of halves find them.
    const middle = kept.length >> 1;
    const left = await takeLate(tx, device, kept.slice(0, middle));
    const right = await takeLate(tx, device, kept.slice(middle));
    return { samples: [...left.samples, ...right.samples], days: [...left.days, ...right.days] };
  }
  const samples = kept.filter((sample) => {
    const other = there?.get(sample.atMs);
    return !other || preferSample(sample, other) < 0;
  });
  const [first] = samples;
  const last = samples.at(-1);
  const days: DayChange[] = [];
  if (first && last) {
    await insertSamples(tx, samples);
    const store = dayStoreOf(tx, { sid, sn }, (changes) => days.push(...changes));
    // Beside a damaged block, which has been reported, days and events stay as they were.
    await refoldDays(store, first.atMs, last.atMs, source).catch(unlessDamaged);
    await retellStored(tx, { sid, sn }, first.atMs, last.atMs).catch(unlessDamaged);
  }
  return { samples, days };
}

function unlessDamaged(error: unknown): null {
  if (error instanceof Damaged) return null;
  throw error;
}

const microRounded = (wh: number): number => Math.round(wh * 1e6) / 1e6;

/** So many of a batch's newest gaps tell how often a device uploads; a history has millions. */
const GAPS_LEARNT_FROM = 20;

/** The live row after the samples of a batch, which are in order, and what it changes at the site. */
function moveForward(
  writing: Writing,
  live: LiveRow,
  samples: readonly Sample[],
  days: readonly DayChange[],
  device: KnownDevice,
  nowMs: number,
): LiveRow {
  const { sid, sn, source } = device;
  const newest = samples.at(-1)!;
  writing.days.push(...days);
  const addedWh = days.reduce((sum, { before, after }) => sum + (after?.energyWh ?? 0) - (before?.energyWh ?? 0), 0);
  const forward = live.atMs === null || newest.atMs >= live.atMs;
  const next: LiveRow = { ...live, totalWh: microRounded(live.totalWh + addedWh) };
  if (forward) {
    const heard = { registered: true, lastAtMs: newest.atMs, statusBits: newest.statusBits, ...placeOf(source) };
    next.atMs = newest.atMs;
    next.receivedAtMs = nowMs;
    next.quantities = newest.quantities;
    next.statusBits = newest.statusBits;
    next.mode = newest.mode;
    if (!newest.imported) {
      const recent = samples.slice(-GAPS_LEARNT_FROM).map(({ atMs }) => atMs);
      next.uploadEveryS = uploadIntervalAfter(live.uploadEveryS, live.atMs, recent);
    }
    next.firmware = newest.firmware ?? live.firmware;
    if (live.firmware !== '' && next.firmware !== live.firmware) {
      const detail = { from: live.firmware, to: next.firmware };
      writing.opened.push({ sid, sn, code: 'firmware', openedAtMs: newest.atMs, closedAtMs: newest.atMs, detail });
    }
    next.status = deviceStatus(heard, nowMs, next.uploadEveryS);
    next.powerW = next.status === STATUS.offline ? null : newest.powerW;
    next.day = localDay(newest.atMs, source.timeZone);
    if (next.day !== live.day) next.todayWh = 0;
    if (live.status === STATUS.offline) writing.closed.push({ sid, sn, code: 'silence', atMs: newest.atMs });
  }
  for (const { day, after } of days) if (day === next.day) next.todayWh = after?.energyWh ?? 0;
  writing.live.push(next);

  let site = writing.sites.get(sid);
  if (!site) {
    site = { sid, atMs: null, freshUntilMs: null, day: null, powerW: null, totalWh: 0, restated: false };
    writing.sites.set(sid, site);
  }
  site.totalWh += addedWh;
  if (next.status !== live.status || next.statusBits !== live.statusBits) site.restated = true;
  if (!forward) return next;
  site.atMs = Math.max(site.atMs ?? -Infinity, newest.atMs);
  site.freshUntilMs = Math.max(site.freshUntilMs ?? -Infinity, newest.atMs + staleAfterS(next.uploadEveryS) * 1000);
  if (site.day === null || next.day! > site.day) site.day = next.day;
  if (next.powerW !== null || live.powerW !== null) {
    site.powerW = (site.powerW ?? 0) + (next.powerW ?? 0) - (live.powerW ?? 0);
  }
  return next;
}

const placeOf = ({ latitude, longitude }: KnownDevice['source']) => ({ latitude, longitude });

/**
 * All statements are sent at once and run one after the other: one round trip. Each of these functions hands its
 * statement over before it returns (`execute`), or the order would be lost.
 */
async function write(tx: Transaction, writing: Writing): Promise<void> {
  const sites = [...writing.sites.values()];
  const [moved, found] = await Promise.all([
    moveLive(tx, writing.live),
    updateDays(tx, writing.known),
    insertSamples(tx, writing.samples),
    writeDays(tx, writing.rows),
    ...writeEvents(tx, writing.opened, writing.closed),
    lockSites(
      tx,
      sites.map(({ sid }) => sid),
    ),
    ...writeSiteDays(tx, writing.days),
    ...writeSiteLive(tx, sites),
  ]);
  if (moved !== writing.live.length || found !== writing.known.length)
    throw new Moved(writing.live.map(({ sn }) => sn));
}
