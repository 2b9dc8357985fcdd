// Serializes the aggregation state of a flow: numbers only, as days/serializeState.ts does for production.

import { hoursAtEnd } from '../days/serializeState.ts';
import type { FlowState } from '../rules/flowEnergy.ts';

/**
 * Returns a JSON array whose order never changes: the three numbers of the counter and those of its doubt may be
 * missing; one further number is the energy for which it stood still; the hours of the day, where stored, are a list at
 * its end.
 */
export function serializeFlowState({ atMs, powerW, imported, counter, graceMicroWh, open }: FlowState): string {
  return JSON.stringify([
    atMs,
    powerW,
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

type Numbers = [
  ...[atMs: number, powerW: number | null, imported: number, graceMicroWh: number, day: string],
  ...[energyMicroWh: number, integratedMicroWh: number, spreadMicroWh: number, coveredMs: number],
  ...[samples: number, counted: number, dayImported: number],
  ...([atMs: number, readMicroWh: number, addedMicroWh: number] | []),
  ...([atMs: number, readMicroWh: number, addedMicroWh: number] | []),
  ...([stillMicroWh: number] | []),
];
/** Count of numbers before those of the counter. */
const SUM_LENGTH = 12;

export function parseFlowState(text: string): FlowState {
  const stored = JSON.parse(text) as Numbers;
  const hours = hoursAtEnd(stored);
  const [atMs, powerW, imported, graceMicroWh, day, energyMicroWh, integratedMicroWh, spreadMicroWh, coveredMs] =
    stored;
  const [samples, counted, dayImported] = stored.slice(9) as [number, number, number];
  const readings = stored.slice(SUM_LENGTH) as number[];
  const reading = (from: number) => {
    const [atMs, readMicroWh, addedMicroWh] = readings.slice(from);
    if (atMs === undefined || readMicroWh === undefined || addedMicroWh === undefined) return null;
    return { atMs, readMicroWh, addedMicroWh };
  };
  const counter = reading(0);
  const stillMicroWh = readings.length % 3 === 1 ? readings.at(-1) : undefined;
  return {
    atMs,
    powerW,
    imported: imported === 1,
    counter: counter && {
      ...counter,
      doubt: reading(3),
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
      counted: counted === 1,
      imported: dayImported === 1,
      ...(hours && { hours }),
    },
  };
}
