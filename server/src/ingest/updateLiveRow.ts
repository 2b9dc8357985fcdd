// Computes a device's live row after its samples: current values, upload interval, events, and the changes to its plant.
import { isStale, staleAfterS } from '@heliograph/contract/freshness.ts';
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';
import { STATUS } from '@heliograph/contract/statuses.ts';
import type { DayChange } from '../energy/days/deviceDays.ts';
import { addedWhOf } from '../energy/days/deviceDays.ts';
import type { KnownDevice } from '../installation/knownDevices.ts';
import { flowNow } from '../installation/rules/flowRoles.ts';
import type { LiveRow } from '../live/liveRows.ts';
import { deviceStatus } from '../live/rules/deviceStatus.ts';
import { localDay } from '../platform/calendar/rules/localDays.ts';
import type { Sample } from '../samples/samples.ts';
import type { Writing } from './batchWrites.ts';
import { polledIntervalAfter, uploadIntervalAfter } from './rules/uploadInterval.ts';

const NO_FLOW = { flowW: null, flowOf: null } as const;

const microRounded = (wh: number): number => Math.round(wh * 1e6) / 1e6;

/** Newest gaps of a batch from which the upload interval is learnt; a history has millions. */
const LEARNING_GAPS = 20;

/** Returns the live row after the samples of a batch, which are in order, and adds the changes of device and site to `writing`. */
export function updateLiveRow(
  writing: Writing,
  live: LiveRow,
  samples: readonly Sample[],
  days: readonly DayChange[],
  device: KnownDevice,
  nowMs: number,
): LiveRow {
  const { sid, sn, source, sleeps } = device;
  const newest = samples.at(-1)!;
  writing.days.push(...days);
  const addedWh = days.reduce((sum, change) => sum + addedWhOf(change), 0);
  const forward = live.atMs === null || newest.atMs >= live.atMs;
  const next: LiveRow = { ...live, totalWh: microRounded(live.totalWh + addedWh) };
  next.quantities = withEarlier(forward ? newest.quantities : live.quantities, live.quantities, samples);
  if (forward) {
    const { statusBits, atMs: lastAtMs } = newest;
    const { latitude, longitude } = source;
    const report = { registered: true, lastAtMs, statusBits, sleeps, latitude, longitude };
    next.atMs = newest.atMs;
    next.receivedAtMs = nowMs;
    next.statusBits = newest.statusBits;
    next.mode = newest.mode;
    if (!newest.imported) {
      next.uploadEveryS = device.everyS ?? learntInterval(live, samples, device.isPolled);
    }
    next.firmware = newest.firmware ?? live.firmware;
    if (live.firmware !== '' && next.firmware !== live.firmware) {
      const detail = { from: live.firmware, to: next.firmware };
      writing.opened.push({ sid, sn, code: 'firmware', openedAtMs: newest.atMs, closedAtMs: newest.atMs, detail });
    }
    // Some devices repeat the restart flag: only the first sample with it is the restart.
    for (let index = 0; index < samples.length; index++) {
      const { restarted = false, atMs } = samples[index]!;
      const before = index === 0 ? live.restarted : (samples[index - 1]!.restarted ?? false);
      if (restarted && !before && live.atMs !== null)
        writing.opened.push({ sid, sn, code: 'restart', openedAtMs: atMs, closedAtMs: atMs });
    }
    next.restarted = newest.restarted ?? false;
    next.status = deviceStatus(report, nowMs, next.uploadEveryS);
    next.powerW = next.status === STATUS.offline ? null : newest.powerW;
    const day = localDay(newest.atMs, source.timeZone);
    const flow = device.produces ? NO_FLOW : flowNow(newest.quantities, day, device.installation);
    next.flowW = next.status === STATUS.offline ? null : flow.flowW;
    next.flowOf = flow.flowOf;
    // A device that produces nothing has no energy of today, rather than 0.
    if (device.produces) next.day = day;
    if (next.day !== live.day) next.todayWh = 0;
    if (live.status === STATUS.offline) {
      // Samples stored during the silence come in one report: the silence ends with the first of them.
      const { atMs } = firstAfter(live.atMs, samples) ?? newest;
      writing.closed.push({ sid, sn, code: 'silence', atMs });
    }
  }
  for (const { day, after } of days) if (day === next.day) next.todayWh = after?.energyWh ?? 0;
  writing.live.push(next);

  let site = writing.sites.get(sid);
  if (!site) {
    site = { sid, atMs: null, freshUntilMs: null, day: null, powerW: null, totalWh: 0, restated: false };
    writing.sites.set(sid, site);
  }
  site.totalWh += addedWh;
  // A device without recent samples may have been asleep: the plant's status comes from devices that are awake.
  const wasStale = live.atMs !== null && isStale(live.atMs, newest.atMs, live.uploadEveryS);
  if (wasStale || next.status !== live.status || next.statusBits !== live.statusBits) site.restated = true;
  if (!forward) return next;
  site.atMs = Math.max(site.atMs ?? -Infinity, newest.atMs);
  site.freshUntilMs = Math.max(site.freshUntilMs ?? -Infinity, newest.atMs + staleAfterS(next.uploadEveryS) * 1000);
  if (next.day !== null && (site.day === null || next.day > site.day)) site.day = next.day;
  if (next.powerW !== null || live.powerW !== null) {
    site.powerW = (site.powerW ?? 0) + (next.powerW ?? 0) - (live.powerW ?? 0);
  }
  return next;
}

/**
 * Returns the newest sample's quantities, with null for those that only another sample reported: at night a device keeps its
 * lines and columns. The names are those of all samples, in whichever order they came.
 */
function withEarlier(reported: Quantities, earlier: Quantities, samples: readonly Sample[]): Quantities {
  let all = withNames(reported, reported, earlier);
  for (const { quantities } of samples) all = withNames(all, reported, quantities);
  return all;
}

/** Returns `all` with null for names it lacks: a copy of `reported` when the first one is added. */
function withNames(all: Quantities, reported: Quantities, names: Quantities): Quantities {
  if (names === reported) return all;
  let named = all;
  for (const key in names) {
    const name = key as QuantityName;
    if (named[name] !== undefined) continue;
    if (named === reported) named = { ...reported };
    named[name] = null;
  }
  return named;
}

function learntInterval({ uploadEveryS, atMs }: LiveRow, samples: readonly Sample[], isPolled: boolean): number {
  const learn = isPolled ? polledIntervalAfter : uploadIntervalAfter;
  const recent = samples.slice(-LEARNING_GAPS).map((sample) => sample.atMs);
  return learn(uploadEveryS, atMs, recent);
}

const firstAfter = (ms: number | null, samples: readonly Sample[]): Sample | undefined =>
  samples.find(({ atMs }) => ms === null || atMs > ms);
