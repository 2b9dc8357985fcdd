// Late and repeated samples: the aggregates around those that change something are recomputed.
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';
import { type DayChange, dayStoreOf } from '../energy/days/deviceDays.ts';
import { type FlowChange, recomputeFlows } from '../energy/flows/deviceFlowDays.ts';
import { recomputeDays } from '../energy/rules/recomputeDays.ts';
import type { KnownDevice } from '../installation/knownDevices.ts';
import { dayBounds } from '../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import type { StatusSample } from '../problems/rules/events.ts';
import { Damaged } from '../samples/bytes.ts';
import { readRetainedFrom } from '../samples/retention.ts';
import { insertSamples, readSamplesAt, type Sample } from '../samples/samples.ts';
import { republishStoredEvents } from './deviceEvents.ts';

interface LateChanges {
  samples: Sample[];
  /** Samples whose instant is stored with other values. */
  differing: Sample[];
  days: DayChange[];
  flows: FlowChange[];
}

/**
 * Ingests samples of which some are not later than all aggregated ones: samples of new instants change days and events
 * around them; of a repeated instant the stored sample stands. `repeats`: further samples of the instants of `ordered`.
 * `everyS`: the upload interval of the device. Nothing is recomputed for a time whose samples have been dropped by retention.
 */
export async function ingestLateSamples(
  tx: Transaction,
  device: KnownDevice,
  ordered: readonly Sample[],
  { repeats, ...learnt }: { repeats: readonly Sample[]; everyS: number; nowMs: number },
): Promise<LateChanges> {
  const { sid, sn, source, produces } = device;
  const { power } = await readRetainedFrom(tx);
  const retainedFromMs = power === null ? Number.NEGATIVE_INFINITY : dayBounds(power, source.timeZone).startMs;
  const retained = ordered.filter(({ atMs }) => atMs >= retainedFromMs);
  if (retained.length === 0) return { samples: [], differing: [], days: [], flows: [] };
  const instantsMs = retained.map(({ atMs }) => atMs);
  const names = [
    ...new Set([...retained, ...repeats].flatMap(({ quantities }) => Object.keys(quantities) as QuantityName[])),
  ];
  const stored = await readSamplesAt(tx, { sid, sn, instantsMs }, names).catch(unlessDamaged);
  if (!stored && retained.length > 1) {
    // Only samples of the damaged days themselves cannot be compared with the stored ones: bisection finds them.
    const middle = retained.length >> 1;
    const left = await ingestLateSamples(tx, device, retained.slice(0, middle), { ...learnt, repeats: [] });
    const right = await ingestLateSamples(tx, device, retained.slice(middle), { ...learnt, repeats: [] });
    return {
      samples: [...left.samples, ...right.samples],
      differing: [...left.differing, ...right.differing],
      days: [...left.days, ...right.days],
      flows: [...left.flows, ...right.flows],
    };
  }
  const samples = retained.filter(({ atMs }) => !stored?.has(atMs));
  const differing = differingFrom([...(stored?.values() ?? []), ...samples], [...retained, ...repeats]);
  const [first] = samples;
  const last = samples.at(-1);
  const days: DayChange[] = [];
  const flows: FlowChange[] = [];
  if (first && last) {
    await insertSamples(tx, samples);
    const store = dayStoreOf(tx, { sid, sn }, (changes) => days.push(...changes));
    // Next to a damaged block, which has been reported, days and events stay as they were.
    if (produces) await recomputeDays(store, first.atMs, last.atMs, source).catch(unlessDamaged);
    flows.push(...((await recomputeFlows(tx, device, samples).catch(unlessDamaged)) ?? []));
    const range = { fromMs: first.atMs, toMs: last.atMs };
    await republishStoredEvents(tx, device, range, learnt).catch(unlessDamaged);
  }
  return { samples, differing, days, flows };
}

/** Returns the samples whose values differ from those of the first one of their instant. */
export function differingFrom(
  firsts: readonly (StatusSample & { quantities?: Quantities })[],
  samples: readonly Sample[],
): Sample[] {
  if (samples.length === 0) return [];
  const first = new Map(firsts.map((sample) => [sample.atMs, sample]));
  return samples.filter((sample) => {
    const other = first.get(sample.atMs);
    return other !== undefined && differs(sample, other);
  });
}

/**
 * Returns whether a repeated sample has another status or any other value than the first one; values that it lacks are no
 * difference.
 */
function differs(repeated: Sample, first: StatusSample & { quantities?: Quantities }): boolean {
  if (repeated.statusBits !== first.statusBits) return true;
  for (const name in repeated.quantities) {
    const value = repeated.quantities[name as QuantityName] ?? null;
    if (value !== null && value !== (first.quantities?.[name as QuantityName] ?? null)) return true;
  }
  return false;
}

/** Returns null for a damaged block and rethrows any other error. */
function unlessDamaged(error: unknown): null {
  if (error instanceof Damaged) return null;
  throw error;
}
