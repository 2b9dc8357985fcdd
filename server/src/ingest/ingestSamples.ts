// Writes samples of known devices: samples in order continue the aggregates, late ones cause a recomputation.
import { MEASURED_FLOWS, type MeasuredFlow } from '@heliograph/contract/flows.ts';
import { changesOf, daysAfter } from '../energy/days/deviceDays.ts';
import { aggregateFlows, type NewestFlows, readNewestFlows } from '../energy/flows/deviceFlowDays.ts';
import { plausibleNow } from '../energy/flows/plausibleNow.ts';
import { resolveDuplicateFlows } from '../energy/flows/recomputeFlows.ts';
import { aggregateEnergyDays, type EnergyState, inOrder } from '../energy/rules/deviceEnergy.ts';
import { measuredFlows } from '../energy/rules/flowSamples.ts';
import { isInOrder } from '../energy/rules/recomputeDays.ts';
import type { KnownDevice } from '../installation/knownDevices.ts';
import type { Transaction } from '../platform/database/connect.ts';
import type { DeviceKey } from '../platform/database/deviceKeys.ts';
import type { Sample } from '../samples/samples.ts';
import { emptyWrites, type Writing, write } from './batchWrites.ts';
import { eventsOf, silencesOf } from './deviceEvents.ts';
import { type DeviceState, type DeviceStates, ingestedUntil, lockStates } from './deviceStateCache.ts';
import { differingFrom, ingestLateSamples } from './ingestLateSamples.ts';
import { updateLiveRow } from './updateLiveRow.ts';

export interface Arrival {
  device: KnownDevice;
  samples: Sample[];
  /** Further samples of the same instants, set aside while sorting. */
  repeats?: Sample[];
  /** The caller writes the samples itself, if they follow everything known. */
  written?: boolean;
}

/** Thrown when the plant's location, from which days are computed, has changed since the caller read it: nothing of the batch may be committed. */
export class LocationChanged extends Error {
  readonly sns: readonly string[];
  constructor(sns: readonly string[]) {
    super('the location from which days are computed has changed');
    this.sns = sns;
  }
}

export interface IngestedSamples {
  stored: Set<Sample>;
  /** Samples not stored whose values differ from those of the first one of their instant. */
  differing: Set<Sample>;
  /** Devices that are no longer in the plant. */
  missing: string[];
  /** To be cached after the commit. */
  states: DeviceState[];
}

/** The rows that a batch writes, and its result. */
interface Batch {
  writing: Writing;
  result: IngestedSamples;
  nowMs: number;
}

/**
 * Ingests samples. `known`: cached states of devices; null: none. When all samples continue from them, nothing is read or
 * locked beforehand: the writing statements detect whether the states are still current, and `VersionConflict` is thrown if
 * they are not. With `lockFirst` the devices are locked first in any case.
 */
export async function ingestSamples(
  tx: Transaction,
  arrivals: readonly Arrival[],
  nowMs: number,
  known: DeviceStates | null = null,
  lockFirst: boolean = known === null,
): Promise<IngestedSamples> {
  const result: IngestedSamples = { stored: new Set(), differing: new Set(), missing: [], states: [] };
  if (arrivals.length === 0) return result;
  const ordered = arrivals.map(sortSamples).sort(byKey);
  const continues = ({ device: { sid, sn, produces }, samples }: Arrival): boolean => {
    const state = known?.get(sn);
    return state !== undefined && state.live.sid === sid && isInOrder(ingestedUntil(state, produces), samples);
  };
  const locked =
    lockFirst || !ordered.every(continues)
      ? await lockStates(
          tx,
          ordered.map(({ device: { sid, sn } }) => ({ sid, sn })),
          known,
        )
      : null;
  const batch: Batch = { writing: emptyWrites(), result, nowMs };
  const states = ordered.map(({ device: { sn } }) => (locked ?? known)?.get(sn));
  const relocated = ordered.filter(({ device }, n) => states[n] && states[n].live.fold !== device.fold);
  if (relocated.length > 0) throw new LocationChanged(relocated.map(({ device }) => device.sn));
  const flows = await readFlowStates(tx, ordered, states);
  for (const [n, arrival] of ordered.entries()) {
    const { sn, produces } = arrival.device;
    const state = states[n];
    if (!state) result.missing.push(sn);
    else if (isInOrder(ingestedUntil(state, produces), arrival.samples))
      addInOrder(batch, arrival, state, flows.get(sn));
    else if (await addLate(tx, batch, arrival, state)) known?.forget([sn]);
  }
  if (batch.writing.live.length > 0) {
    // For samples after all stored ones, almost never is one of the same instant stored.
    await write(tx, batch.writing, nowMs, locked ? 'replaced' : 'none');
    await resolveDuplicateFlows(tx, batch.writing.flowsBegun, new Date(nowMs));
    for (const { live } of result.states) live.version++;
  }
  return result;
}

/** Recomputes from the first late sample on; false: nothing changes. After a change the cached state is outdated and read again with the next report. */
async function addLate(
  tx: Transaction,
  { writing, result, nowMs }: Batch,
  { device, samples, repeats = [] }: Arrival,
  { live }: DeviceState,
): Promise<boolean> {
  const late = await ingestLateSamples(tx, device, samples, { everyS: live.uploadEveryS, nowMs, repeats });
  for (const sample of late.samples) result.stored.add(sample);
  for (const sample of late.differing) result.differing.add(sample);
  if (late.samples.length === 0) return false;
  writing.flowChanges.push(...late.flows);
  const { sid, sn } = device;
  const flows =
    late.flows.length === 0 ? undefined : (await readNewestFlows(tx, [{ sid, sn, flows: MEASURED_FLOWS }])).get(sn);
  updateLiveRow(writing, live, shownAsLive(late.samples, flows), late.days, device, nowMs);
  return true;
}

/** Continues the device's days, flows, events and live row from its state. */
function addInOrder(
  { writing, result, nowMs }: Batch,
  { device, samples, repeats = [], written }: Arrival,
  state: DeviceState,
  flows: FlowState | undefined,
): void {
  const { sid, sn } = device;
  const { live, carry } = state;
  for (const sample of samples) {
    result.stored.add(sample);
    if (!written) writing.samples.push(sample);
  }
  for (const sample of differingFrom(samples, repeats)) result.differing.add(sample);
  const aggregated = aggregateDays(device, carry, samples);
  const days = changesOf(device, aggregated.days, state.days);
  for (const [n, row] of aggregated.days.entries())
    (days[n]?.before ? writing.known : writing.rows).push({ device, row });
  const aggregatedFlows = flows ? aggregateFlows(flows.newest, flows.measured, samples, device) : null;
  if (aggregatedFlows) {
    writing.flows.push(...aggregatedFlows.rows);
    writing.flowChanges.push(...aggregatedFlows.changes);
    writing.flowsBegun.push(...aggregatedFlows.begun);
  }
  const bitsBefore = live.atMs === null ? 0 : live.statusBits;
  if (changeBits(bitsBefore, samples)) {
    const { opened, closed } = eventsOf({ sid, sn }, bitsBefore, samples);
    writing.opened.push(...opened);
    writing.closed.push(...closed);
  }
  writing.opened.push(...silencesOf(device, live.atMs, samples, { everyS: live.uploadEveryS, nowMs }));
  result.states.push({
    live: updateLiveRow(writing, live, shownAsLive(samples, aggregatedFlows?.flows), days, device, nowMs),
    carry: aggregated.carry,
    days: daysAfter(state.days, days),
    flows: aggregatedFlows?.flows ?? state.flows,
  });
}

/** Returns the samples with the powers of the newest one that may be shown: no doubtful one of a flow. */
function shownAsLive(samples: readonly Sample[], flows: NewestFlows | undefined): readonly Sample[] {
  const newest = samples.at(-1)!;
  const quantities = flows ? plausibleNow(newest.quantities, flows, newest.atMs) : newest.quantities;
  return quantities === newest.quantities ? samples : [...samples.slice(0, -1), { ...newest, quantities }];
}

interface FlowState {
  /** Flows that the samples measure. */
  measured: readonly MeasuredFlow[];
  newest: NewestFlows;
}

/** Returns flow states by serial number, for devices whose samples measure flows; `states` are those of the arrivals. Most batches have none. */
async function readFlowStates(
  tx: Transaction,
  arrivals: readonly Arrival[],
  states: readonly (DeviceState | undefined)[],
): Promise<Map<string, FlowState>> {
  const flows = new Map<string, FlowState>();
  const unread: (DeviceKey & { flows: readonly MeasuredFlow[] })[] = [];
  for (const [n, { device, samples }] of arrivals.entries()) {
    const measured = measuredFlows(samples);
    const state = states[n];
    if (measured.length === 0 || !state) continue;
    flows.set(device.sn, { measured, newest: state.flows ?? new Map() });
    if (!state.flows) unread.push({ sid: device.sid, sn: device.sn, flows: MEASURED_FLOWS });
  }
  if (unread.length > 0) {
    for (const [sn, newest] of await readNewestFlows(tx, unread)) {
      const state = flows.get(sn);
      if (state) state.newest = newest;
    }
  }
  return flows;
}

/** Sorts the samples of an arrival and sets repeated instants aside; skips arrivals of one sample, the majority. */
function sortSamples(arrival: Arrival): Arrival {
  const { device, samples, written } = arrival;
  if (samples.length <= 1 || written) return arrival;
  const sorted = inOrder(samples);
  if (sorted.length === samples.length) return { device, samples: sorted };
  const first = new Set(sorted);
  return { device, samples: sorted, repeats: samples.filter((sample) => !first.has(sample)) };
}

function changeBits(before: number, samples: readonly Sample[]): boolean {
  for (const { statusBits } of samples) if (statusBits !== before) return true;
  return false;
}

/** Aggregates days of energy; a device whose power is not production has none. */
function aggregateDays({ produces, source }: KnownDevice, carry: EnergyState | null, samples: readonly Sample[]) {
  return produces ? aggregateEnergyDays(carry, samples, source) : { days: [], carry: null };
}

function byKey({ device: left }: Arrival, { device: right }: Arrival): number {
  if (left.sid !== right.sid) return left.sid < right.sid ? -1 : 1;
  return left.sn < right.sn ? -1 : 1;
}
