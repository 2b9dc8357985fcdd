// The state of the energy fold as it is stored: the numbers alone, as names would be most of what every report writes.
import type { Carry } from '../rules/energy.ts';

/** JSON of an array, in an order that is never changed; another order needs another length. */
export function carryText({ atMs, powerW, imported, counter, open }: Carry): string {
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
  ]);
}

type Numbers = [
  ...[atMs: number, powerW: number | null, imported: number, day: string],
  ...[energyMicroWh: number, integratedMicroWh: number, coveredMs: number],
  ...[peakW: number | null, peakAtMs: number | null, firstAtMs: number | null, lastAtMs: number | null],
  ...[samples: number, imported: number],
  ...([readAtMs: number, readMicroWh: number, levelMicroWh: number, levelAtMs: number] | []),
];

/** Also of the objects with names that were stored before. */
export function carryFromText(text: string): Carry {
  const stored = JSON.parse(text) as Carry | Numbers;
  if (!Array.isArray(stored)) return stored;
  const [atMs, powerW, imported, day, energyMicroWh, integratedMicroWh, coveredMs, peakW, peakAtMs, firstAtMs] = stored;
  const [lastAtMs, samples, dayImported, readAtMs, readMicroWh, levelMicroWh, levelAtMs] = stored.slice(10) as number[];
  return {
    atMs,
    powerW,
    imported: imported === 1,
    counter:
      readAtMs === undefined
        ? null
        : { readAtMs, readMicroWh: readMicroWh!, levelMicroWh: levelMicroWh!, levelAtMs: levelAtMs! },
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
