// Known devices' samples into the database: folded in order where they are new, told anew where they came late.
import { STATUS } from '@heliograph/contract/statuses.ts';
import type { Transaction } from '../db/connect.ts';
import { foldDays, inOrder, preferSample } from '../rules/energy.ts';
import { localDay } from '../rules/localDays.ts';
import { isInOrder, refoldDays } from '../rules/refoldDays.ts';
import { deviceStatus } from '../rules/status.ts';
import { changesOf, type DayChange, type DeviceDay, dayStoreOf, readNewestDays, writeDays } from './deviceDays.ts';
import { type Closing, eventsOf, retellStored, type StoredEvent, writeEvents } from './events.ts';
import { type LiveRow, lockLive, writeLive } from './liveRows.ts';
import type { KnownDevice } from './registry.ts';
import { insertSamples, readSamplesAt, type Sample } from './samples.ts';
import { lockSites, type SiteChange, writeSiteDays, writeSiteLive } from './siteTotals.ts';

export interface Arrival {
  device: KnownDevice;
  samples: Sample[];
}

/** Everything that a batch writes, gathered so that each table is written once. */
interface Writing {
  samples: Sample[];
  rows: DeviceDay[];
  days: DayChange[];
  live: LiveRow[];
  opened: StoredEvent[];
  closed: Closing[];
  sites: Map<string, SiteChange>;
}

export async function takeSamples(
  tx: Transaction,
  arrivals: readonly Arrival[],
  nowMs: number,
): Promise<{ stored: Set<Sample>; missing: string[] }> {
  const stored = new Set<Sample>();
  if (arrivals.length === 0) return { stored, missing: [] };
  const keys = arrivals.map(({ device: { sid, sn } }) => ({ sid, sn }));
  // Sent together; the second begins after the first, so it sees what the lock waited for.
  const [lives, newest] = await Promise.all([lockLive(tx, keys), readNewestDays(tx, keys)]);
  const missing: string[] = [];
  const writing: Writing = { samples: [], rows: [], days: [], live: [], opened: [], closed: [], sites: new Map() };
  for (const { device, samples } of arrivals) {
    const { sid, sn, source } = device;
    const live = lives.get(sn);
    if (!live) {
      missing.push(sn);
      continue;
    }
    const ordered = inOrder(samples) as Sample[];
    const known = newest.get(sn);
    const carry = known?.carry ?? null;
    if (isInOrder(carry, ordered)) {
      for (const sample of ordered) stored.add(sample);
      const folded = foldDays(carry, ordered, source);
      const days = changesOf({ sid, sn }, folded.days, known?.days ?? new Map());
      for (const row of folded.days) writing.rows.push({ sid, sn, ...row });
      writing.samples.push(...ordered);
      const { opened, closed } = eventsOf({ sid, sn }, live.atMs === null ? 0 : live.statusBits, ordered);
      writing.opened.push(...opened);
      writing.closed.push(...closed);
      moveForward(writing, live, ordered.at(-1)!, days, device, nowMs);
      continue;
    }
    const kept = await takeLate(tx, device, ordered);
    for (const sample of kept.samples) stored.add(sample);
    if (kept.samples.length > 0) moveForward(writing, live, kept.samples.at(-1)!, kept.days, device, nowMs);
  }
  if (writing.live.length > 0) await write(tx, writing);
  return { stored, missing };
}

/** Samples of which some are not later than all that was folded: those that say something new change days and events around them. */
async function takeLate(
  tx: Transaction,
  { sid, sn, source }: KnownDevice,
  ordered: readonly Sample[],
): Promise<{ samples: Sample[]; days: DayChange[] }> {
  const there = await readSamplesAt(tx, { sid, sn, instantsMs: ordered.map(({ atMs }) => atMs) });
  const samples = ordered.filter((sample) => {
    const other = there.get(sample.atMs);
    return !other || preferSample(sample, other) < 0;
  });
  const [first] = samples;
  const last = samples.at(-1);
  const days: DayChange[] = [];
  if (first && last) {
    await insertSamples(tx, samples);
    await refoldDays(
      dayStoreOf(tx, { sid, sn }, (changes) => days.push(...changes)),
      first.atMs,
      last.atMs,
      source,
    );
    await retellStored(tx, { sid, sn }, first.atMs, last.atMs);
  }
  return { samples, days };
}

const microRounded = (wh: number): number => Math.round(wh * 1e6) / 1e6;

/** The live row after the newest sample of a batch, and what it changes at the site. */
function moveForward(
  writing: Writing,
  live: LiveRow,
  newest: Sample,
  days: readonly DayChange[],
  device: KnownDevice,
  nowMs: number,
): void {
  const { sid, sn, source } = device;
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
    next.status = deviceStatus(heard, nowMs);
    next.powerW = next.status === STATUS.offline ? null : newest.powerW;
    next.day = localDay(newest.atMs, source.timeZone);
    if (next.day !== live.day) next.todayWh = 0;
    if (live.status === STATUS.offline) writing.closed.push({ sid, sn, code: 'silence', atMs: newest.atMs });
  }
  for (const { day, after } of days) if (day === next.day) next.todayWh = after?.energyWh ?? 0;
  writing.live.push(next);

  let site = writing.sites.get(sid);
  if (!site) {
    site = { sid, atMs: null, day: null, powerW: null, totalWh: 0, restated: false };
    writing.sites.set(sid, site);
  }
  site.totalWh += addedWh;
  if (next.status !== live.status || next.statusBits !== live.statusBits) site.restated = true;
  if (!forward) return;
  site.atMs = Math.max(site.atMs ?? -Infinity, newest.atMs);
  if (site.day === null || next.day! > site.day) site.day = next.day;
  if (next.powerW !== null || live.powerW !== null) {
    site.powerW = (site.powerW ?? 0) + (next.powerW ?? 0) - (live.powerW ?? 0);
  }
}

const placeOf = ({ latitude, longitude }: KnownDevice['source']) => ({ latitude, longitude });

/**
 * All statements are sent at once and run one after the other: one round trip. Each of these functions hands its
 * statement over before it returns (`execute`), or the order would be lost.
 */
async function write(tx: Transaction, writing: Writing): Promise<void> {
  const sites = [...writing.sites.values()];
  await Promise.all([
    insertSamples(tx, writing.samples),
    writeDays(tx, writing.rows),
    writeLive(tx, writing.live),
    ...writeEvents(tx, writing.opened, writing.closed),
    lockSites(
      tx,
      sites.map(({ sid }) => sid),
    ),
    ...writeSiteDays(tx, writing.days),
    ...writeSiteLive(tx, sites),
  ]);
}
