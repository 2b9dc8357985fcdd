// Makes a demonstration plant's past through the doors of everybody else: from its commissioning on as an old system's files, then two weeks of frames; of gateways all that they tell.
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

const DAYS_A_FILE = 365;
/** Newest days whose frames are made, and the seconds between two of them. */
const FRAMES = { days: 14, everyS: 300 };
const FRAMES_AT_ONCE = 1500;
/** A counter loses nothing between two rows; what has none is integrated from power. */
const ROW_EVERY_MINUTES = { counted: 60, integrated: 5 } as const;

type Door = Omit<Context, 'config'>;

/** Goes on where it was: of each device what is later than its newest sample. */
export async function makeHistory(
  context: Door,
  site: FleetSite,
  sid: string,
  signal: AbortSignal,
  frames: { days: number; everyS: number } = FRAMES,
): Promise<void> {
  const { commissionedOn } = site;
  if (commissionedOn === null) return;
  const nowMs = context.clock.now().getTime();
  const today = dayOf(site.timeZone, nowMs);
  const firstOfFrames = later(addDays(today, -frames.days), commissionedOn);
  const newest = await newestOf(context, sid);

  // All devices of a year before the next one: its light is worked out once.
  for (let from = commissionedOn; from < firstOfFrames; from = addDays(from, DAYS_A_FILE)) {
    const to = earlier(addDays(from, DAYS_A_FILE), firstOfFrames);
    for (const device of site.devices) {
      if (signal.aborted) return;
      if (!device.registered) continue;
      const history = fileOf(site, device, { from, to, sinceMs: newest.get(device.sn) });
      if (history) await ingestHistory(context, [history]);
    }
  }

  let batch: Reading[] = [];
  const take = async (): Promise<void> => {
    await ingestReports(context, batch);
    batch = [];
  };
  for (let day = firstOfFrames; day <= today; day = addDays(day, 1)) {
    for (const device of site.devices) {
      if (signal.aborted) return;
      const sinceMs = newest.get(device.sn) ?? Number.NEGATIVE_INFINITY;
      for (const { atMs, path, bytes } of framesOfDay(site, device, day, frames.everyS)) {
        if (atMs > nowMs || atMs <= sinceMs) continue;
        const reading = parseRaw({ path, body: bytes, address: '' }, new Date(atMs));
        if ('rejected' in reading) throw new Error(`The simulator's frame is none: ${reading.rejected}.`);
        batch.push(reading);
      }
      if (batch.length >= FRAMES_AT_ONCE) await take();
    }
  }
  await take();
  await makeGatewayHistory(context, site, sid, signal, frames.everyS);
}

const earlier = (one: Day, other: Day): Day => (one < other ? one : other);
const later = (one: Day, other: Day): Day => (one > other ? one : other);

async function newestOf({ sql }: Door, sid: string): Promise<Map<string, number>> {
  const rows = await sql<{ sn: string; atMs: number }[]>`
    select sn, (extract(epoch from at) * 1000)::float8 as at_ms from device_live where sid = ${sid} and at is not null`;
  return new Map(rows.map(({ sn, atMs }) => [sn, atMs]));
}

/** `to` is not included. Null: there is nothing later than `sinceMs`. */
function fileOf(
  site: FleetSite,
  device: FleetDevice,
  { from, to, sinceMs }: { from: Day; to: Day; sinceMs: number | undefined },
): DeviceHistory | null {
  const isCounted = profileOf(device.model).energyCounter.counter !== 'none';
  const atMs: number[] = [];
  const powerW: number[] = [];
  const counterWh: number[] = [];
  // Whole days are taken at once: one that has a sample is there.
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
