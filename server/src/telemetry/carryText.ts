// The state of the energy fold as it is stored: the numbers alone, as names would be most of what every report writes.
import type { Carry } from '../rules/energy.ts';

/** JSON of an array, in an order that is never changed; another order needs another length (13 and 17 had no grace). */
export function carryText({ atMs, powerW, imported, counter, graceMicroWh, open }: Carry): string {
  return JSON.stringify([
    atMs,
    powerW,
    imported ? 1 : 0,
    open.day,
    open.energyMicroWh,
    open.integratedMicroWh,
    open.coveredMs,
    open.peakW,
    open.peakAtMs,
    open.firstAtMs,
    open.lastAtMs,
    open.samples,
    open.imported ? 1 : 0,
    ...(counter ? [counter.readAtMs, counter.readMicroWh, counter.levelMicroWh, counter.levelAtMs] : []),
    ...(graceMicroWh === null ? [] : [graceMicroWh]),
  ]);
}

type Numbers = [
  ...[atMs: number, powerW: number | null, imported: number, day: string],
  ...[energyMicroWh: number, integratedMicroWh: number, coveredMs: number],
  ...[peakW: number | null, peakAtMs: number | null, firstAtMs: number | null, lastAtMs: number | null],
  ...[samples: number, imported: number],
  ...([readAtMs: number, readMicroWh: number, levelMicroWh: number, levelAtMs: number] | []),
  ...([graceMicroWh: number] | []),
];
/** Numbers before those of the counter. */
const SUM_LENGTH = 13;

/** Also of the objects with names that were stored before. */
export function carryFromText(text: string): Carry {
  const stored = JSON.parse(text) as Omit<Carry, 'graceMicroWh'> | Numbers;
  if (!Array.isArray(stored)) return { graceMicroWh: null, ...stored };
  const [atMs, powerW, imported, day, energyMicroWh, integratedMicroWh, coveredMs, peakW, peakAtMs, firstAtMs] = stored;
  const [lastAtMs, samples, dayImported] = stored.slice(10) as number[];
  const rest = stored.slice(SUM_LENGTH) as number[];
  const [readAtMs, readMicroWh, levelMicroWh, levelAtMs] = rest.length < 4 ? [] : rest;
  return {
    atMs,
    powerW,
    imported: imported === 1,
    counter:
      readAtMs === undefined
        ? null
        : { readAtMs, readMicroWh: readMicroWh!, levelMicroWh: levelMicroWh!, levelAtMs: levelAtMs! },
    graceMicroWh: rest.length % 4 === 1 ? rest.at(-1)! : null,
    open: {
      day,
      energyMicroWh,
      integratedMicroWh,
      coveredMs,
      peakW,
      peakAtMs,
      firstAtMs,
      lastAtMs: lastAtMs!,
      samples: samples!,
      imported: dayImported === 1,
    },
  };
}
