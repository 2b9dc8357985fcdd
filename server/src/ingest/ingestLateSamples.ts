// Samples that come late, or again: what they change around them is folded again.
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

type Kept = EnergySample & { quantities?: Quantities };

/** Of two samples of one instant the same is kept, whatever came first. */
export function prefer(left: Kept, right: Kept): number {
  return preferSample(left, right) || preferFlows(left.quantities ?? {}, right.quantities ?? {});
}

interface Late {
  samples: Sample[];
  days: DayChange[];
  flows: FlowChange[];
}

/**
 * Samples of which some are not later than all that was folded: those that say something new change days and events
 * around them. Of a time whose samples were dropped nothing is recomputed.
 */
export async function ingestLateSamples(
  tx: Transaction,
  device: KnownDevice,
  ordered: readonly Sample[],
): Promise<Late> {
  const { sid, sn, source, produces } = device;
  const { power } = await readRetainedFrom(tx);
  const keptFromMs = power === null ? Number.NEGATIVE_INFINITY : dayBounds(power, source.timeZone).startMs;
  const kept = ordered.filter(({ atMs }) => atMs >= keptFromMs);
  if (kept.length === 0) return { samples: [], days: [], flows: [] };
  const instantsMs = kept.map(({ atMs }) => atMs);
  const names = measuredFlows(kept).length > 0 ? FLOW_NAMES : [];
  const there = await readSamplesAt(tx, { sid, sn, instantsMs }, names).catch(unlessDamaged);
  if (!there && kept.length > 1) {
    // Only those of the damaged days themselves cannot be compared with what was stored: halves of halves find them.
    const middle = kept.length >> 1;
    const left = await ingestLateSamples(tx, device, kept.slice(0, middle));
    const right = await ingestLateSamples(tx, device, kept.slice(middle));
    return {
      samples: [...left.samples, ...right.samples],
      days: [...left.days, ...right.days],
      flows: [...left.flows, ...right.flows],
    };
  }
  const samples = kept.filter((sample) => {
    const other = there?.get(sample.atMs);
    return !other || prefer(sample, other) < 0;
  });
  const [first] = samples;
  const last = samples.at(-1);
  const days: DayChange[] = [];
  const flows: FlowChange[] = [];
  if (first && last) {
    await insertSamples(tx, samples);
    const store = dayStoreOf(tx, { sid, sn }, (changes) => days.push(...changes));
    // Beside a damaged block, which has been reported, days and events stay as they were.
    if (produces) await recomputeDays(store, first.atMs, last.atMs, source).catch(unlessDamaged);
    flows.push(...((await recomputeFlows(tx, device, samples).catch(unlessDamaged)) ?? []));
    await republishStoredEvents(tx, { sid, sn }, first.atMs, last.atMs).catch(unlessDamaged);
  }
  return { samples, days, flows };
}

function unlessDamaged(error: unknown): null {
  if (error instanceof Damaged) return null;
  throw error;
}
