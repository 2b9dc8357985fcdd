// The single ingest function for readings: one transaction per batch writes samples, live rows, days, totals and events.
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';
import type { Context } from '../context.ts';
import type { RawBytes, Reading } from '../families/family.ts';
import { isRemoved } from '../installation/historyBreaks.ts';
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
 * Result of a reading, after the commit. `repeated`: its instant was stored before; `differs`: with other values, which
 * stand. `empty`: it has no usable value, and nothing of it was stored. `unknown`: stored until its number is registered;
 * `restricted`: stored, never shown.
 */
export type Outcome =
  | { kind: 'stored' | 'empty' | 'restricted'; sid: string; timeZone: string }
  | { kind: 'repeated'; differs: boolean; sid: string; timeZone: string }
  /** From a source that its plant does not allow: nothing of it was stored. */
  | { kind: 'foreign'; sid: string; timeZone: string }
  /** Its gateway may not report for this device, which belongs to another plant. Nothing of it was stored. */
  | { kind: 'otherPlant' }
  | { kind: 'unknown' };

export type IngestContext = Pick<Context, 'sql' | 'clock' | 'log' | 'registry' | 'deviceStates' | 'nudges'>;

/** Thrown when the transaction finds that devices belong elsewhere than the registry has cached. */
class RegistryStale extends Error {
  readonly sns: readonly string[];
  constructor(sns: readonly string[]) {
    super('the device registry is out of date');
    this.sns = sns;
  }
}

export const MAX_ATTEMPTS = 4;
/** While plants are recomputed, the location of any device in a batch may change between two attempts: such a retry is not counted as one. */
const MAX_LOCATION_CHANGES = 1_000;
/**
 * SQLSTATEs after which a batch is retried. Deadlock and serialisation failure: the fixed order of locks excludes them, but
 * other programs in the database may cause them. Unique violation: a sample exists for an instant that should have had none;
 * with devices locked first, it is replaced. A cluster reports that as XX000, like every error of one of its nodes.
 */
const RETRYABLE_SQLSTATES = new Set(['40P01', '40001', '23505', 'XX000']);

/** Ingests a batch in one transaction and returns after its commit: one outcome per reading, in the given order. */
export async function ingestReports(context: IngestContext, readings: readonly Reading[]): Promise<Outcome[]> {
  if (readings.length === 0) return [];
  const { sql, registry, deviceStates: known, nudges } = context;
  let locationChanges = 0;
  for (let tries = 1; ; tries++) {
    const devices = await registry.find(readings.map(({ sn }) => sn));
    try {
      const nowMs = context.clock.now().getTime();
      const lockFirst = tries > 1 || locationChanges > 0;
      const ingested = await sql.begin((tx) =>
        ingestBatch(tx, readings, devices, { nowMs, strict: tries < MAX_ATTEMPTS, known, lockFirst }),
      );
      known.store(ingested.states);
      nudges.publish(ingested.sids);
      return ingested.outcomes;
    } catch (error) {
      // When the connection broke, it is not known whether the transaction was committed.
      known.forget(devices.keys());
      if (error instanceof LocationChanged && locationChanges++ < MAX_LOCATION_CHANGES) {
        registry.forget(error.sns);
        tries--;
        continue;
      }
      if (tries >= MAX_ATTEMPTS) throw error;
      if (error instanceof RegistryStale) registry.forget(error.sns);
      else if (error instanceof VersionConflict) continue;
      else if (!RETRYABLE_SQLSTATES.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
}

interface IngestOptions {
  nowMs: number;
  /** Throw `RegistryStale` when the registry is out of date, so that it can be read again; else such a reading is stored as unknown. */
  strict: boolean;
  /** Device states that this process has cached after its own commits; null: the caller commits the transaction. */
  known: DeviceStates | null;
  /** Lock the devices before anything is written, see `ingestSamples`. */
  lockFirst: boolean;
}

/** Ingests a batch within a transaction: new readings, or those stored until their number was registered. */
export async function ingestBatch(
  tx: Transaction,
  readings: readonly Reading[],
  devices: ReadonlyMap<string, KnownDevice>,
  { nowMs, strict, known, lockFirst }: IngestOptions,
): Promise<{ outcomes: Outcome[]; sids: Set<string>; states: DeviceState[] }> {
  const outcomes: Outcome[] = new Array(readings.length);
  const hidden: UnclaimedReport[] = [];
  const unclaimed: UnclaimedNumber[] = [];
  const arrivals = new Map<string, Arrival & { indexes: number[] }>();
  const sids = new Set<string>();
  for (let index = 0; index < readings.length; index++) {
    const reading = readings[index]!;
    const { sn, at, gateway, plant, raw } = reading;
    const device = devices.get(sn);
    if (!device) {
      // Values of a file are not stored for a number of no plant: its importer gets the outcome.
      if (raw) {
        const arrivedAt = arrivalTime(raw, at, nowMs);
        unclaimed.push({ sn, atMs: arrivedAt.getTime(), source: sourceOf(raw.address), gateway });
        hidden.push({ sn, at: arrivedAt, raw, reason: null });
      }
      outcomes[index] = { kind: 'unknown' };
    } else if (plant !== undefined && plant !== device.sid) {
      outcomes[index] = { kind: 'otherPlant' };
    } else if (raw && gateway === null && !isAllowedSource(device.sources.allowed, raw.address)) {
      outcomes[index] = { kind: 'foreign', sid: device.sid, timeZone: device.timeZone };
    } else if (device.restricted) {
      if (raw) hidden.push({ sn, at: arrivalTime(raw, at, nowMs), raw, reason: 'restricted' });
      outcomes[index] = { kind: 'restricted', sid: device.sid, timeZone: device.timeZone };
    } else {
      const sample = sampleOf(reading, device);
      const arrival = arrivals.get(sn);
      if (isEmpty(sample) && !reading.isPresence) {
        outcomes[index] = { kind: 'empty', sid: device.sid, timeZone: device.timeZone };
      } else if (isRemoved(device.removed, sample.atMs)) {
        // Acknowledged, or the device would send it forever.
        outcomes[index] = { kind: 'repeated', differs: false, sid: device.sid, timeZone: device.timeZone };
      } else if (arrival) {
        arrival.samples.push(sample);
        arrival.indexes.push(index);
      } else arrivals.set(sn, { device, samples: [sample], indexes: [index] });
    }
  }
  // Serial numbers are locked first, then devices, then sites: every transaction keeps this order.
  if (unclaimed.length > 0) {
    const claimed = await recordUnclaimed(tx, unclaimed);
    if (claimed.size > 0 && strict) throw new RegistryStale([...claimed]);
  }
  const storing = storeUnclaimed(tx, hidden);
  const [changed] = await Promise.all([ingestSamples(tx, [...arrivals.values()], nowMs, known, lockFirst), storing]);
  if (changed.missing.length > 0 && strict) throw new RegistryStale(changed.missing);
  for (const { device, samples, indexes } of arrivals.values()) {
    const { sid, sn, timeZone } = device;
    if (!changed.missing.includes(sn)) sids.add(sid);
    for (let position = 0; position < indexes.length; position++) {
      const sample = samples[position]!;
      outcomes[indexes[position]!] = changed.stored.has(sample)
        ? { kind: 'stored', sid, timeZone }
        : { kind: 'repeated', differs: changed.differing.has(sample), sid, timeZone };
    }
  }
  return { outcomes, sids, states: changed.states };
}

/** Returns when a report arrived. A dated one was held back by an outage: its retention and its device's last contact count from its arrival. */
const arrivalTime = ({ isDated }: RawBytes, at: Date, nowMs: number): Date => (isDated ? new Date(nowMs) : at);

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

/** Returns whether a sample has nothing to store: no value, and no error bit. */
function isEmpty({ statusBits, quantities }: Sample): boolean {
  if (statusBits !== 0) return false;
  for (const name in quantities) if (quantities[name as QuantityName] != null) return false;
  return true;
}

/** Moves a lifetime counter to `counterLifeWh`, unless the product's own frames count that in `counterWh`. */
function countersOf(reading: Reading, { profile, source }: KnownDevice): Quantities {
  const reported = reading.quantities(profile);
  if (!reading.countsLife || source.counter === 'lifetime' || reported.counterWh === undefined) return reported;
  const { counterWh } = reported;
  const counted: Quantities = {};
  for (const name in reported) if (name !== 'counterWh') counted[name as QuantityName] = reported[name as QuantityName];
  counted.counterLifeWh = counterWh;
  return counted;
}
