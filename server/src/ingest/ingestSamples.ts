// Known devices' samples into the database: folded in order where they are new, recomputed where they came late.
import { TOLD_FLOWS, type ToldFlow } from '@heliograph/contract/flows.ts';
import { changesOf, daysAfter } from '../energy/days/deviceDays.ts';
import { foldFlows, type NewestFlows, readNewestFlows } from '../energy/flows/deviceFlowDays.ts';
import { readTwiceTold } from '../energy/flows/recomputeFlows.ts';
import { type Carry, foldDays, inOrder } from '../energy/rules/deviceEnergy.ts';
import { flowsTold } from '../energy/rules/flowSamples.ts';
import { isInOrder } from '../energy/rules/recomputeDays.ts';
import type { KnownDevice } from '../installation/knownDevices.ts';
import type { Transaction } from '../platform/database/connect.ts';
import type { DeviceKey } from '../platform/database/deviceKeys.ts';
import type { Sample } from '../samples/samples.ts';
import { nothingYet, write } from './batchWrites.ts';
import { eventsOf } from './deviceEvents.ts';
import { type DeviceState, type DeviceStates, lockStates, takenUntil } from './deviceStateCache.ts';
import { prefer, takeLate } from './ingestLateSamples.ts';
import { moveForward } from './updateLiveRow.ts';

export interface Arrival {
  device: KnownDevice;
  samples: Sample[];
  /** Whoever hands them over writes the samples, if they follow all that is known. */
  written?: boolean;
}

/** Days of these devices are folded with another place than whoever read the reports knew: nothing of the batch may be committed. */
export class OtherPlace extends Error {
  readonly sns: readonly string[];
  constructor(sns: readonly string[]) {
    super('the place that days are folded with has changed');
    this.sns = sns;
  }
}

export interface TakenSamples {
  stored: Set<Sample>;
  /** Devices that are no longer in the plant. */
  missing: string[];
  /** To be kept after the commit. */
  states: DeviceState[];
}

/**
 * `known`: what is known of devices; null: nothing. When all samples continue from it, nothing is read or locked
 * beforehand: the writing statements find out whether it is still true, and `Moved` is thrown if it is not. With `look`
 * the devices are locked first in any case.
 */
export async function takeSamples(
  tx: Transaction,
  arrivals: readonly Arrival[],
  nowMs: number,
  known: DeviceStates | null = null,
  look: boolean = known === null,
): Promise<TakenSamples> {
  const taken: TakenSamples = { stored: new Set(), missing: [], states: [] };
  if (arrivals.length === 0) return taken;
  const ordered = arrivals.map(ordinary).sort(byKey);
  const continues = ({ device: { sid, sn, produces }, samples }: Arrival): boolean => {
    const state = known?.get(sn);
    return state !== undefined && state.live.sid === sid && isInOrder(takenUntil(state, produces), samples);
  };
  const locked =
    look || !ordered.every(continues)
      ? await lockStates(
          tx,
          ordered.map(({ device: { sid, sn } }) => ({ sid, sn })),
          known,
        )
      : null;
  const writing = nothingYet();
  const states = ordered.map(({ device: { sn } }) => (locked ?? known)!.get(sn));
  const elsewhere = ordered.filter(({ device }, n) => states[n] && states[n].live.fold !== device.fold);
  if (elsewhere.length > 0) throw new OtherPlace(elsewhere.map(({ device }) => device.sn));
  const told = await readTold(tx, ordered, states);
  for (let n = 0; n < ordered.length; n++) {
    const { device, samples, written } = ordered[n]!;
    const { sid, sn, produces } = device;
    const state = states[n];
    if (!state) {
      taken.missing.push(sn);
      continue;
    }
    const { live, carry } = state;
    if (!isInOrder(takenUntil(state, produces), samples)) {
      const late = await takeLate(tx, device, samples);
      for (const sample of late.samples) taken.stored.add(sample);
      if (late.samples.length === 0) continue;
      writing.flowChanges.push(...late.flows);
      moveForward(writing, live, late.samples, late.days, device, nowMs);
      // its carry is another one now; it is read again when the device reports again
      known?.forget([sn]);
      continue;
    }
    for (const sample of samples) {
      taken.stored.add(sample);
      if (!written) writing.samples.push(sample);
    }
    const folded = foldOf(device, carry, samples);
    const days = changesOf(device, folded.days, state.days);
    for (let n = 0; n < days.length; n++)
      (days[n]!.before ? writing.known : writing.rows).push({ device, row: folded.days[n]! });
    const flows = told.get(sn);
    const foldedFlows = flows ? foldFlows(flows.newest, flows.told, samples, device) : null;
    if (foldedFlows) {
      writing.flows.push(...foldedFlows.rows);
      writing.flowChanges.push(...foldedFlows.changes);
      writing.flowsBegun.push(...foldedFlows.begun);
    }
    const bitsBefore = live.atMs === null ? 0 : live.statusBits;
    if (changeBits(bitsBefore, samples)) {
      const { opened, closed } = eventsOf({ sid, sn }, bitsBefore, samples);
      writing.opened.push(...opened);
      writing.closed.push(...closed);
    }
    const next = moveForward(writing, live, samples, days, device, nowMs);
    taken.states.push({
      live: next,
      carry: folded.carry,
      days: daysAfter(state.days, days),
      flows: foldedFlows?.flows ?? state.flows,
    });
  }
  if (writing.live.length > 0) {
    // What follows all that is known has no sample of its instant, almost always.
    await write(tx, writing, nowMs, locked ? 'replaced' : 'none');
    await readTwiceTold(tx, writing.flowsBegun, new Date(nowMs));
    for (const { live } of taken.states) live.version++;
  }
  return taken;
}

interface Told {
  told: readonly ToldFlow[];
  newest: NewestFlows;
}

/** By `sn`, of the devices whose samples tell of flows (`states`: of each arrival's): which, and what they continue from. Most batches have none. */
async function readTold(
  tx: Transaction,
  arrivals: readonly Arrival[],
  states: readonly (DeviceState | undefined)[],
): Promise<Map<string, Told>> {
  const tellers = new Map<string, Told>();
  const unread: (DeviceKey & { flows: readonly ToldFlow[] })[] = [];
  for (let n = 0; n < arrivals.length; n++) {
    const { device, samples } = arrivals[n]!;
    const told = flowsTold(samples);
    const state = states[n];
    if (told.length === 0 || !state) continue;
    tellers.set(device.sn, { told, newest: state.flows ?? new Map() });
    if (!state.flows) unread.push({ sid: device.sid, sn: device.sn, flows: TOLD_FLOWS });
  }
  if (unread.length > 0) {
    for (const [sn, newest] of await readNewestFlows(tx, unread)) tellers.get(sn)!.newest = newest;
  }
  return tellers;
}

/** One sample, as most devices have, is in order. */
function ordinary(arrival: Arrival): Arrival {
  const { device, samples, written } = arrival;
  return samples.length > 1 && !written ? { device, samples: inOrder(samples, prefer) } : arrival;
}

function changeBits(before: number, samples: readonly Sample[]): boolean {
  for (const { statusBits } of samples) if (statusBits !== before) return true;
  return false;
}

/** Whose power is no production has no days. */
function foldOf({ produces, source }: KnownDevice, carry: Carry | null, samples: readonly Sample[]) {
  return produces ? foldDays(carry, samples, source) : { days: [], carry: null };
}

function byKey({ device: left }: Arrival, { device: right }: Arrival): number {
  if (left.sid !== right.sid) return left.sid < right.sid ? -1 : 1;
  return left.sn < right.sn ? -1 : 1;
}
