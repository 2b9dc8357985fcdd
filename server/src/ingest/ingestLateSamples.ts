// Late and repeated samples: the aggregates around those that change something are recomputed.
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { type DayChange, dayStoreOf } from '../energy/days/deviceDays.ts';
import { type FlowChange, recomputeFlows } from '../energy/flows/deviceFlowDays.ts';
import { type EnergySample, preferSample } from '../energy/rules/deviceEnergy.ts';
import { FLOW_NAMES, measuredFlows, preferFlows } from '../energy/rules/flowSamples.ts';
import { recomputeDays } from '../energy/rules/recomputeDays.ts';
import type { KnownDevice } from '../installation/knownDevices.ts';
import { dayBounds } from '../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { Damaged } from '../samples/bytes.ts';
import { readRetainedFrom } from '../samples/retention.ts';
import { insertSamples, readSamplesAt, type Sample } from '../samples/samples.ts';
import { republishStoredEvents } from './deviceEvents.ts';

type ComparableSample = EnergySample & { quantities?: Quantities };

/** Orders two samples of one instant, the preferred one first (negative: `left`), independent of their order of arrival. */
export function prefer(left: ComparableSample, right: ComparableSample): number {
  return preferSample(left, right) || preferFlows(left.quantities ?? {}, right.quantities ?? {});
}

interface LateChanges {
  samples: Sample[];
  days: DayChange[];
  flows: FlowChange[];
}

/**
 * Ingests samples of which some are not later than all aggregated ones: new or preferred samples change days and events
 * around them. `learnt`: the upload interval of the device so far, and now. Nothing is recomputed for a time whose samples have been dropped by retention.
 */
export async function ingestLateSamples(
  tx: Transaction,
  device: KnownDevice,
  ordered: readonly Sample[],
  learnt: { everyS: number; nowMs: number },
): Promise<LateChanges> {
  const { sid, sn, source, produces } = device;
  const { power } = await readRetainedFrom(tx);
  const retainedFromMs = power === null ? Number.NEGATIVE_INFINITY : dayBounds(power, source.timeZone).startMs;
  const retained = ordered.filter(({ atMs }) => atMs >= retainedFromMs);
  if (retained.length === 0) return { samples: [], days: [], flows: [] };
  const instantsMs = retained.map(({ atMs }) => atMs);
  const names = measuredFlows(retained).length > 0 ? FLOW_NAMES : [];
  const stored = await readSamplesAt(tx, { sid, sn, instantsMs }, names).catch(unlessDamaged);
  if (!stored && retained.length > 1) {
    // Only samples of the damaged days themselves cannot be compared with the stored ones: bisection finds them.
    const middle = retained.length >> 1;
    const left = await ingestLateSamples(tx, device, retained.slice(0, middle), learnt);
    const right = await ingestLateSamples(tx, device, retained.slice(middle), learnt);
    return {
      samples: [...left.samples, ...right.samples],
      days: [...left.days, ...right.days],
      flows: [...left.flows, ...right.flows],
    };
  }
  const samples = retained.filter((sample) => {
    const other = stored?.get(sample.atMs);
    return !other || prefer(sample, other) < 0;
  });
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
  return { samples, days, flows };
}

/** Returns null for a damaged block and rethrows any other error. */
function unlessDamaged(error: unknown): null {
  if (error instanceof Damaged) return null;
  throw error;
}
