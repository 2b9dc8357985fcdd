// The state of the energy fold as it is stored: the numbers alone, as names would be most of what every report writes.
import type { ClockHours } from '../rules/clockHours.ts';
import type { CounterKind } from '../rules/counterStep.ts';
import type { Carry } from '../rules/energy.ts';

/** JSON of an array, in an order that is never changed; another order needs another length (13 and 17 had no grace, 19 and 20 say which counter is followed). The day's hours, where they are kept, are a list of their own at its end. */
export function carryText({ atMs, powerW, imported, counter, graceMicroWh, open }: Carry): string {
  const { day, energyMicroWh, integratedMicroWh, coveredMs, peakW, peakAtMs, firstAtMs, lastAtMs, samples, hours } =
    open;
  // By hand: each row that comes in writes one.
  let text =
    `[${atMs},${powerW},${imported ? 1 : 0},"${day}",${energyMicroWh},${integratedMicroWh},${coveredMs},` +
    `${peakW},${peakAtMs},${firstAtMs},${lastAtMs},${samples},${open.imported ? 1 : 0}`;
  if (counter) text += `,${counter.readAtMs},${counter.readMicroWh},${counter.levelMicroWh},${counter.levelAtMs}`;
  if (counter?.kind || counter?.lifetimeMicroWh !== undefined) {
    text += `,${graceMicroWh},${kindNumber(counter.kind)}`;
    if (counter.lifetimeMicroWh !== undefined) text += `,${counter.lifetimeMicroWh}`;
  } else if (graceMicroWh !== null) text += `,${graceMicroWh}`;
  return hours ? `${text},[${hours.join(',')}]]` : `${text}]`;
}

const KINDS = [undefined, 'daily', 'lifetime'] as const;
const kindNumber = (kind: CounterKind | undefined): number => KINDS.indexOf(kind);

type Numbers = [
  ...[atMs: number, powerW: number | null, imported: number, day: string],
  ...[energyMicroWh: number, integratedMicroWh: number, coveredMs: number],
  ...[peakW: number | null, peakAtMs: number | null, firstAtMs: number | null, lastAtMs: number | null],
  ...[samples: number, imported: number],
  ...([readAtMs: number, readMicroWh: number, levelMicroWh: number, levelAtMs: number] | []),
  ...([graceMicroWh: number | null, kind: number, lifetimeMicroWh?: number] | [graceMicroWh: number] | []),
];
/** Numbers before those of the counter. */
const SUM_LENGTH = 13;

/** Also of the objects with names that were stored before. */
export function carryFromText(text: string): Carry {
  const stored = JSON.parse(text) as Omit<Carry, 'graceMicroWh'> | Numbers;
  if (!Array.isArray(stored)) return { graceMicroWh: null, ...stored };
  const hours = hoursAtEnd(stored);
  const [atMs, powerW, imported, day, energyMicroWh, integratedMicroWh, coveredMs, peakW, peakAtMs, firstAtMs] = stored;
  const [lastAtMs, samples, dayImported] = stored.slice(10) as number[];
  const rest = stored.slice(SUM_LENGTH) as number[];
  const [readAtMs, readMicroWh, levelMicroWh, levelAtMs] = rest.length < 4 ? [] : rest;
  const kind = KINDS[rest[5] ?? 0];
  const lifetimeMicroWh = rest[6];
  return {
    atMs,
    powerW,
    imported: imported === 1,
    counter:
      readAtMs === undefined
        ? null
        : {
            ...(kind && { kind }),
            ...(lifetimeMicroWh === undefined ? {} : { lifetimeMicroWh }),
            readAtMs,
            readMicroWh: readMicroWh!,
            levelMicroWh: levelMicroWh!,
            levelAtMs: levelAtMs!,
          },
    graceMicroWh: rest.length >= 6 ? rest[4]! : rest.length % 4 === 1 ? rest.at(-1)! : null,
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
      ...(hours && { hours }),
    },
  };
}

/** Taken off the end of what was stored, of production or of a flow; undefined: they are not kept. */
export function hoursAtEnd(stored: unknown[]): ClockHours | undefined {
  return Array.isArray(stored.at(-1)) ? (stored.pop() as ClockHours) : undefined;
}
