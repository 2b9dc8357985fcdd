// The one door: readings in, one transaction per batch, out come samples, live rows, days, totals and events.
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';
import type { Context } from '../context.ts';
import type { RawBytes, Reading } from '../families/family.ts';
import type { KnownDevice } from '../installation/knownDevices.ts';
import type { Transaction } from '../platform/database/connect.ts';
import type { Sample } from '../samples/samples.ts';
import { VersionConflict } from './batchWrites.ts';
import type { DeviceState, DeviceStates } from './deviceStateCache.ts';
import { type Arrival, ingestSamples, LocationChanged } from './ingestSamples.ts';
import { dropImplausible } from './plausibility.ts';
import { isAllowedSource, sourceOf } from './sources/networkOf.ts';
import {
  recordUnclaimed,
  storeUnclaimed,
  type UnclaimedNumber,
  type UnclaimedReport,
} from './unclaimed/unclaimedReports.ts';

/**
 * What became of a reading, once it is committed. `repeated`: it said nothing that was not known.
 * `unknown`: kept until its number is registered; `restricted`: kept, never shown.
 */
export type Outcome =
  | { kind: 'stored' | 'repeated' | 'restricted'; sid: string; timeZone: string }
  /** From a source that its plant does not allow: nothing of it was taken. */
  | { kind: 'foreign'; sid: string; timeZone: string }
  /** Its gateway does not speak for this device: it belongs to another plant. Nothing of it was taken. */
  | { kind: 'otherPlant' }
  | { kind: 'unknown' };

export type IngestContext = Pick<Context, 'sql' | 'clock' | 'log' | 'registry' | 'deviceStates' | 'nudges'>;

/** A reading that the transaction found to belong elsewhere than the registry said. */
class Stale extends Error {
  readonly sns: readonly string[];
  constructor(sns: readonly string[]) {
    super('the registry is behind');
    this.sns = sns;
  }
}

export const TRIES = 4;
/** While plants are recomputed, each of a batch's devices may change its place between two tries: that is no fault of the batch. */
const MAX_PLACES = 1_000;
/**
 * Deadlock and serialisation; with the fixed order of locks they do not happen, with other programs in the database they may.
 * And a sample is there of an instant that should have had none: looked at first, it is replaced. A cluster tells that as
 * XX000, as all that one of its nodes refuses.
 */
const AGAIN = new Set(['40P01', '40001', '23505', 'XX000']);

/** Takes a batch in one transaction and returns after its commit: one outcome per reading, in the given order. */
export async function ingestReports(context: IngestContext, readings: readonly Reading[]): Promise<Outcome[]> {
  if (readings.length === 0) return [];
  const { sql, registry, deviceStates: known, nudges } = context;
  let places = 0;
  for (let tries = 1; ; tries++) {
    const devices = await registry.find(readings.map(({ sn }) => sn));
    try {
      const nowMs = context.clock.now().getTime();
      const look = tries > 1 || places > 0;
      const taken = await sql.begin((tx) =>
        ingestBatch(tx, readings, devices, { nowMs, strict: tries < TRIES, known, look }),
      );
      known.keep(taken.states);
      nudges.tell(taken.sids);
      return taken.outcomes;
    } catch (error) {
      // whether it was committed is not known when the connection broke
      known.forget(devices.keys());
      if (error instanceof LocationChanged && places++ < MAX_PLACES) {
        registry.forget(error.sns);
        tries--;
        continue;
      }
      if (tries >= TRIES) throw error;
      if (error instanceof Stale) registry.forget(error.sns);
      else if (error instanceof VersionConflict) continue;
      else if (!AGAIN.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
}

interface Taking {
  nowMs: number;
  /** Throw `Stale` when the registry is behind, so that it can be asked again; else such a reading is kept as unknown. */
  strict: boolean;
  /** What this process knows of devices after its own commits; null: the transaction is not ours to commit. */
  known: DeviceStates | null;
  look: boolean;
}

/** The batch within a transaction, for the door and for what was kept until its number came into a plant. */
export async function ingestBatch(
  tx: Transaction,
  readings: readonly Reading[],
  devices: ReadonlyMap<string, KnownDevice>,
  { nowMs, strict, known, look }: Taking,
): Promise<{ outcomes: Outcome[]; sids: Set<string>; states: DeviceState[] }> {
  const outcomes: Outcome[] = new Array(readings.length);
  const hidden: UnclaimedReport[] = [];
  const heard: UnclaimedNumber[] = [];
  const arrivals = new Map<string, Arrival & { indexes: number[] }>();
  const sids = new Set<string>();
  for (let index = 0; index < readings.length; index++) {
    const reading = readings[index]!;
    const { sn, at, gateway, plant, raw } = reading;
    const device = devices.get(sn);
    if (!device) {
      // a file's values are not kept for a number of no plant: its importer is told
      if (raw) {
        const came = cameAt(raw, at, nowMs);
        heard.push({ sn, atMs: came.getTime(), source: sourceOf(raw.address), gateway });
        hidden.push({ sn, at: came, raw, reason: null });
      }
      outcomes[index] = { kind: 'unknown' };
    } else if (plant !== undefined && plant !== device.sid) {
      outcomes[index] = { kind: 'otherPlant' };
    } else if (raw && gateway === null && !isAllowedSource(device.sources.allowed, raw.address)) {
      outcomes[index] = { kind: 'foreign', sid: device.sid, timeZone: device.timeZone };
    } else if (device.restricted) {
      if (raw) hidden.push({ sn, at: cameAt(raw, at, nowMs), raw, reason: 'restricted' });
      outcomes[index] = { kind: 'restricted', sid: device.sid, timeZone: device.timeZone };
    } else {
      const sample = sampleOf(reading, device);
      const arrival = arrivals.get(sn);
      if (arrival) {
        arrival.samples.push(sample);
        arrival.indexes.push(index);
      } else arrivals.set(sn, { device, samples: [sample], indexes: [index] });
    }
  }
  // Serial numbers are locked first, then devices, then sites: every transaction keeps this order.
  if (heard.length > 0) {
    const taken = await recordUnclaimed(tx, heard);
    if (taken.size > 0 && strict) throw new Stale([...taken]);
  }
  const keeping = storeUnclaimed(tx, hidden);
  const [changed] = await Promise.all([ingestSamples(tx, [...arrivals.values()], nowMs, known, look), keeping]);
  if (changed.missing.length > 0 && strict) throw new Stale(changed.missing);
  for (const { device, samples, indexes } of arrivals.values()) {
    const { sid, sn, timeZone } = device;
    if (!changed.missing.includes(sn)) sids.add(sid);
    for (let position = 0; position < indexes.length; position++) {
      const stored = changed.stored.has(samples[position]!);
      outcomes[indexes[position]!] = { kind: stored ? 'stored' : 'repeated', sid, timeZone };
    }
  }
  return { outcomes, sids, states: changed.states };
}

/** What an outage held back is kept as long as anything else, and its device was heard when it came. */
const cameAt = ({ isDated }: RawBytes, at: Date, nowMs: number): Date => (isDated ? new Date(nowMs) : at);

function sampleOf(reading: Reading, device: KnownDevice): Sample {
  const { sn, at, statusBits, mode, imported, firmware, restarted } = reading;
  const quantities = dropImplausible(countersOf(reading, device), device.source);
  const sample: Sample = {
    sid: device.sid,
    sn,
    atMs: at.getTime(),
    statusBits,
    mode,
    imported,
    powerW: quantities.powerW ?? null,
    counterWh: quantities.counterWh ?? null,
    counterDayWh: quantities.counterDayWh ?? null,
    counterLifeWh: quantities.counterLifeWh ?? null,
    quantities,
  };
  if (firmware !== null) sample.firmware = firmware;
  if (restarted) sample.restarted = restarted;
  return sample;
}

/** A counter of life is not taken for what the product's own frames count in `counterWh`. */
function countersOf(reading: Reading, { profile, source }: KnownDevice): Quantities {
  const said = reading.quantities(profile);
  if (!reading.countsLife || source.counter === 'lifetime' || said.counterWh === undefined) return said;
  const { counterWh } = said;
  const counted: Quantities = {};
  for (const name in said) if (name !== 'counterWh') counted[name as QuantityName] = said[name as QuantityName];
  counted.counterLifeWh = counterWh;
  return counted;
}
