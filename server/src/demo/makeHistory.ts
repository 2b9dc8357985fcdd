// Makes a demo plant's history through the regular import: from its commissioning on as files of an old system, then two weeks of frames; for gateways all reports.
import { dayOf } from '@heliograph/simulator/daylight.ts';
import { fileOfDay, framesOfDay } from '@heliograph/simulator/device.ts';
import type { FleetDevice, FleetSite } from '@heliograph/simulator/fleetSite.ts';
import type { Context } from '../context.ts';
import { parseRaw, profileOf } from '../families/families.ts';
import type { Reading } from '../families/family.ts';
import { type DeviceHistory, ingestHistory } from '../ingest/ingestHistory.ts';
import { ingestReports } from '../ingest/ingestReports.ts';
import { addDays, type Day } from '../platform/calendar/rules/localDays.ts';
import { makeGatewayHistory } from './makeGatewayHistory.ts';

const FILE_DAYS = 365;
/** Number of newest days made of frames, and seconds between two frames. */
const FRAMES = { days: 14, everyS: 300 };
const BATCH_FRAMES = 1500;
/** Minutes between two rows: a counter loses nothing between them; energy without a counter is integrated from power. */
const ROW_EVERY_MINUTES = { counted: 60, integrated: 5 } as const;

type IngestContext = Omit<Context, 'config'>;

/** Continues after the newest sample of each device; until it is complete, the plant is shown as importing. */
export async function makeHistory(
  context: IngestContext,
  site: FleetSite,
  sid: string,
  signal: AbortSignal,
  frames: { days: number; everyS: number } = FRAMES,
): Promise<void> {
  const { commissionedOn } = site;
  if (commissionedOn === null) return;
  const nowMs = context.clock.now().getTime();
  const today = dayOf(site.timeZone, nowMs);
  const firstFrameDay = later(addDays(today, -frames.days), commissionedOn);
  const newest = await newestSamples(context, sid);

  // All devices of a year before the next year, so that its irradiance is computed once.
  for (let from = commissionedOn; from < firstFrameDay; from = addDays(from, FILE_DAYS)) {
    const to = earlier(addDays(from, FILE_DAYS), firstFrameDay);
    for (const device of site.devices) {
      if (signal.aborted) return;
      if (!device.registered) continue;
      const history = fileOf(site, device, { from, to, sinceMs: newest.get(device.sn) });
      if (history) await ingestHistory(context, [history]);
    }
  }

  let batch: Reading[] = [];
  const flush = async (): Promise<void> => {
    await ingestReports(context, batch);
    batch = [];
  };
  for (let day = firstFrameDay; day <= today; day = addDays(day, 1)) {
    for (const device of site.devices) {
      if (signal.aborted) return;
      const sinceMs = newest.get(device.sn) ?? Number.NEGATIVE_INFINITY;
      for (const { atMs, path, bytes } of framesOfDay(site, device, day, frames.everyS)) {
        if (atMs > nowMs || atMs <= sinceMs) continue;
        const reading = parseRaw({ path, body: bytes, address: '' }, new Date(atMs));
        if ('rejected' in reading) throw new Error(`The simulator's frame was rejected: ${reading.rejected}.`);
        batch.push(reading);
      }
      if (batch.length >= BATCH_FRAMES) await flush();
    }
  }
  await flush();
  await makeGatewayHistory(context, site, sid, signal, frames.everyS);
  if (signal.aborted) return;
  await context.sql.begin(async (tx) => {
    // What was imported arrived when it was measured, so that a device that is silent has been so since then.
    await tx`update device_live set version = version + 1, received_at = at where sid = ${sid}`;
    await tx`update sites set is_importing = false where sid = ${sid}`;
  });
}

const earlier = (a: Day, b: Day): Day => (a < b ? a : b);
const later = (a: Day, b: Day): Day => (a > b ? a : b);

async function newestSamples({ sql }: IngestContext, sid: string): Promise<Map<string, number>> {
  const rows = await sql<{ sn: string; atMs: number }[]>`
    select sn, (extract(epoch from at) * 1000)::float8 as at_ms from device_live where sid = ${sid} and at is not null`;
  return new Map(rows.map(({ sn, atMs }) => [sn, atMs]));
}

/** Returns the rows of a file from `from` to `to`, exclusive; null: there are none later than `sinceMs`. */
function fileOf(
  site: FleetSite,
  device: FleetDevice,
  { from, to, sinceMs }: { from: Day; to: Day; sinceMs: number | undefined },
): DeviceHistory | null {
  const isCounted = profileOf(device.model).energyCounter.counter !== 'none';
  const atMs: number[] = [];
  const powerW: number[] = [];
  const counterWh: number[] = [];
  // Whole days are ingested at once: a day with a sample is complete.
  const first = sinceMs === undefined ? from : later(from, addDays(dayOf(site.timeZone, sinceMs), 1));
  for (let day = first; day < to; day = addDays(day, 1)) {
    const file = fileOfDay(site, device, day, ROW_EVERY_MINUTES[isCounted ? 'counted' : 'integrated']);
    atMs.push(...file.atMs);
    powerW.push(...file.powerW);
    counterWh.push(...file.energyWh);
  }
  if (atMs.length === 0) return null;
  return {
    sn: device.sn,
    columns: {
      atMs: Float64Array.from(atMs),
      statusBits: new Int32Array(atMs.length),
      mode: new Int16Array(atMs.length).fill(-1),
      imported: new Uint8Array(atMs.length).fill(1),
      values: {
        powerW: Float64Array.from(powerW, (watts) => Math.round(watts * 100) / 100),
        ...(isCounted ? { counterWh: Float64Array.from(counterWh, (wh) => Math.round(wh * 10) / 10) } : {}),
      },
    },
  };
}
