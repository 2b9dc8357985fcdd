// Serializes the aggregation state of a flow: numbers only, as days/serializeState.ts does for production.

import { hoursAtEnd } from '../days/serializeState.ts';
import type { FlowState } from '../rules/flowDays.ts';
import type { FlowPower, FlowPowers } from '../rules/flowPowers.ts';

/**
 * Returns a JSON array whose order never changes: the three numbers of the counter and those of its doubt may be
 * missing; one further number is the energy for which it stood still; the hours of the day, where stored, are a list at
 * its end. The second element is the last power or, if anything else is known of the powers or was rejected, a list.
 */
export function serializeFlowState({ atMs, powers, imported, counter, graceMicroWh, open }: FlowState): string {
  return JSON.stringify([
    atMs,
    powersAsStored(powers, atMs, [open.rejectedPowers, open.rejectedReadings, counter?.doubt?.withheldMicroWh ?? 0]),
    imported ? 1 : 0,
    graceMicroWh,
    open.day,
    open.energyMicroWh,
    open.integratedMicroWh,
    open.spreadMicroWh,
    open.coveredMs,
    open.samples,
    open.counted ? 1 : 0,
    open.imported ? 1 : 0,
    ...(counter ? [counter.atMs, counter.readMicroWh, counter.addedMicroWh] : []),
    ...(counter?.doubt ? [counter.doubt.atMs, counter.doubt.readMicroWh, counter.doubt.addedMicroWh] : []),
    ...(counter?.stillMicroWh === undefined ? [] : [counter.stillMicroWh]),
    ...(open.hours ? [open.hours] : []),
  ]);
}

type Rejections = [rejectedPowers: number, rejectedReadings: number, withheldMicroWh: number];
/** `ageMs`: of the plausible power, at the last sample. */
type StoredPowers =
  | number
  | null
  | [
      powerW: number | null,
      ageMs: number,
      heldW: number,
      heldBackW: number,
      ...rejected: Rejections,
      ...doubtful: number[],
    ];

function powersAsStored(
  { plausible, heldW, heldBackW, doubtful }: FlowPowers,
  atMs: number,
  rejected: Rejections,
): StoredPowers {
  const powerW = plausible?.powerW ?? null;
  const ageMs = plausible ? atMs - plausible.atMs : 0;
  const numbers = [ageMs, heldW, heldBackW, ...rejected] as const;
  if (doubtful.length === 0 && numbers.every((number) => number === 0)) return powerW;
  return [powerW, ...numbers, ...doubtful.flatMap((power) => [power.atMs, power.powerW])];
}

function parsePowers(stored: StoredPowers, atMs: number): { powers: FlowPowers; rejected: Rejections } {
  const [powerW, ageMs, heldW, heldBackW, rejectedPowers, rejectedReadings, withheldMicroWh, ...doubts] = Array.isArray(
    stored,
  )
    ? stored
    : ([stored, 0, 0, 0, 0, 0, 0] as const);
  const doubtful: FlowPower[] = [];
  for (let index = 0; index < doubts.length; index += 2)
    doubtful.push({ atMs: doubts[index]!, powerW: doubts[index + 1]! });
  return {
    powers: { plausible: powerW === null ? null : { atMs: atMs - ageMs, powerW }, heldW, heldBackW, doubtful },
    rejected: [rejectedPowers, rejectedReadings, withheldMicroWh],
  };
}

type Numbers = [
  ...[atMs: number, powers: StoredPowers, imported: number, graceMicroWh: number, day: string],
  ...[energyMicroWh: number, integratedMicroWh: number, spreadMicroWh: number, coveredMs: number],
  ...[samples: number, counted: number, dayImported: number],
  ...([atMs: number, readMicroWh: number, addedMicroWh: number] | []),
  ...([atMs: number, readMicroWh: number, addedMicroWh: number] | []),
  ...([stillMicroWh: number] | []),
];
/** Count of elements before those of the counter. */
const SUM_LENGTH = 12;

export function parseFlowState(text: string): FlowState {
  const stored = JSON.parse(text) as Numbers;
  const hours = hoursAtEnd(stored);
  const [atMs, storedPowers, imported, graceMicroWh, day, energyMicroWh, integratedMicroWh, spreadMicroWh, coveredMs] =
    stored;
  const [samples, counted, dayImported] = stored.slice(9) as [number, number, number];
  const { powers, rejected } = parsePowers(storedPowers, atMs);
  const [rejectedPowers, rejectedReadings, withheldMicroWh] = rejected;
  const readings = stored.slice(SUM_LENGTH) as number[];
  const reading = (from: number) => {
    const [atMs, readMicroWh, addedMicroWh] = readings.slice(from);
    if (atMs === undefined || readMicroWh === undefined || addedMicroWh === undefined) return null;
    return { atMs, readMicroWh, addedMicroWh };
  };
  const counter = reading(0);
  const doubt = reading(3);
  const stillMicroWh = readings.length % 3 === 1 ? readings.at(-1) : undefined;
  return {
    atMs,
    powers,
    imported: imported === 1,
    counter: counter && {
      ...counter,
      doubt: doubt && { ...doubt, withheldMicroWh },
      ...(stillMicroWh !== undefined && { stillMicroWh }),
    },
    graceMicroWh,
    open: {
      day,
      energyMicroWh,
      integratedMicroWh,
      spreadMicroWh,
      coveredMs,
      samples,
      rejectedPowers,
      rejectedReadings,
      counted: counted === 1,
      imported: dayImported === 1,
      ...(hours && { hours }),
    },
  };
}
