// Finds the silences between samples of a device that arrive later than they were measured: no detection could watch them.
import { isStale } from '@heliograph/contract/freshness.ts';
import { isSilent } from '../../live/rules/deviceStatus.ts';
import { polledIntervalAfter, uploadIntervalAfter } from './uploadInterval.ts';

export interface Silence {
  openedAtMs: number;
  closedAtMs: number;
}

export interface ReportingDevice {
  /** Whether its silence is normal while the sun is down. */
  sleeps: boolean;
  latitude: number;
  longitude: number;
  /** Seconds between its reports as announced by its gateway; null: learnt from the samples. */
  everyS: number | null;
  isPolled: boolean;
}

/** Interval of imported samples at least, s: files often hold hourly values, of which three intervals would be too long. */
const IMPORTED_EVERY_S = 1_300;

/**
 * Returns the silences between samples in order, the first one after `afterMs` (null: nothing before it), by the rule of
 * the live status. The upload interval is learnt from sample to sample, beginning with `everyS`. A silence that ends with
 * a sample of the present is left to the detection of offline devices.
 */
export function silencesIn(
  afterMs: number | null,
  samples: readonly { atMs: number; imported?: boolean }[],
  device: ReportingDevice,
  { everyS, nowMs }: { everyS: number; nowMs: number },
): Silence[] {
  const learn = device.isPolled ? polledIntervalAfter : uploadIntervalAfter;
  const silences: Silence[] = [];
  let lastMs = afterMs;
  let learntS = device.everyS ?? everyS;
  for (const { atMs, imported = false } of samples) {
    const intervalS = imported ? Math.max(learntS, IMPORTED_EVERY_S) : learntS;
    if (lastMs !== null && isStale(atMs, nowMs, intervalS) && isSilent(lastMs, atMs, device, intervalS))
      silences.push({ openedAtMs: lastMs, closedAtMs: atMs });
    if (device.everyS === null) learntS = learn(learntS, lastMs, [atMs]);
    lastMs = atMs;
  }
  return silences;
}
