// Serializes the aggregation state of energy: numbers only, as names would make up most of what every report writes.
import type { ClockHours } from '../rules/clockHours.ts';
import type { CounterKind } from '../rules/counterStep.ts';
import type { EnergyState } from '../rules/deviceEnergy.ts';

/**
 * Returns a JSON array whose order never changes; another order needs another length (13 and 17 had no grace, 19 and 20
 * name the followed counter). The hours of the day, where stored, are a list at its end.
 */
export function serializeState(state: EnergyState): string {
  const bytes = Buffer.allocUnsafe(maxStateBytes(state));
  return bytes.toString('latin1', 0, writeState(bytes, 0, state));
}

/** Upper bound: twenty numbers and those of the hours, none longer than -1.2345678901234567e-100, and a day. */
export const maxStateBytes = ({ open }: EnergyState): number => 25 * (20 + (open.hours?.length ?? 0)) + 20;

/**
 * Writes the state at an offset and returns its length in bytes. Writes bytes directly instead of building a string, as
 * every ingested row writes one.
 */
export function writeState(bytes: Buffer, from: number, state: EnergyState): number {
  const { counter, graceMicroWh, open } = state;
  const { hours } = open;
  let at = from;
  bytes[at++] = OPENS;
  at = writeNumber(bytes, at, state.atMs);
  at = writeNext(bytes, at, state.powerW);
  at = writeNext(bytes, at, state.imported ? 1 : 0);
  at += bytes.write(`,"${open.day}"`, at, 'latin1');
  at = writeNext(bytes, at, open.energyMicroWh);
  at = writeNext(bytes, at, open.integratedMicroWh);
  at = writeNext(bytes, at, open.coveredMs);
  at = writeNext(bytes, at, open.peakW);
  at = writeNext(bytes, at, open.peakAtMs);
  at = writeNext(bytes, at, open.firstAtMs);
  at = writeNext(bytes, at, open.lastAtMs);
  at = writeNext(bytes, at, open.samples);
  at = writeNext(bytes, at, open.imported ? 1 : 0);
  if (counter) {
    at = writeNext(bytes, at, counter.readAtMs);
    at = writeNext(bytes, at, counter.readMicroWh);
    at = writeNext(bytes, at, counter.levelMicroWh);
    at = writeNext(bytes, at, counter.levelAtMs);
  }
  if (counter?.kind || counter?.lifetimeMicroWh !== undefined) {
    at = writeNext(bytes, at, graceMicroWh);
    at = writeNext(bytes, at, kindNumber(counter.kind));
    if (counter.lifetimeMicroWh !== undefined) at = writeNext(bytes, at, counter.lifetimeMicroWh);
  } else if (graceMicroWh !== null) at = writeNext(bytes, at, graceMicroWh);
  if (hours) at += bytes.write(`,[${hours.join(',')}]`, at, 'latin1');
  bytes[at++] = CLOSES;
  return at - from;
}

const OPENS = 0x5b;
const CLOSES = 0x5d;
const COMMA = 0x2c;
const ZERO = 0x30;

function writeNext(bytes: Buffer, at: number, value: number | null): number {
  bytes[at] = COMMA;
  return writeNumber(bytes, at + 1, value);
}

/** Digits that fit into a small integer. */
const DIGITS = 9;
const LIMIT = 10 ** DIGITS;

/** Writes a number as JSON does; returns the offset after it. */
function writeNumber(bytes: Buffer, at: number, value: number | null): number {
  const isWhole = value !== null && value >= 0 && Number.isSafeInteger(value);
  if (!isWhole) return at + bytes.write(String(value), at, 'latin1');
  if (value < LIMIT) return writeDigits(bytes, at, value, 1);
  const high = Math.floor(value / LIMIT);
  return writeDigits(bytes, writeDigits(bytes, at, high, 1), value - high * LIMIT, DIGITS);
}

/** Writes an integer below LIMIT with at least `minDigits` digits; returns the offset after it. */
function writeDigits(bytes: Buffer, at: number, value: number, minDigits: number): number {
  let count = minDigits;
  for (let above = 10 ** minDigits; value >= above; above *= 10) count++;
  let rest = value;
  for (let index = at + count - 1; index >= at; index--) {
    // Small integers divide without fractions.
    const tens = (rest / 10) | 0;
    bytes[index] = ZERO + rest - 10 * tens;
    rest = tens;
  }
  return at + count;
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
/** Count of numbers before those of the counter. */
const SUM_LENGTH = 13;

/** Parses a stored state, also in the earlier format of objects with names. */
export function parseState(text: string): EnergyState {
  const stored = JSON.parse(text) as Omit<EnergyState, 'graceMicroWh'> | Numbers;
  if (!Array.isArray(stored)) return { graceMicroWh: null, ...stored };
  const hours = hoursAtEnd(stored);
  const [atMs, powerW, imported, day, energyMicroWh, integratedMicroWh, coveredMs, peakW, peakAtMs, firstAtMs] = stored;
  const [lastAtMs, samples, dayImported] = stored.slice(10) as [number, number, number];
  const rest = stored.slice(SUM_LENGTH) as number[];
  const [readAtMs, readMicroWh, levelMicroWh, levelAtMs] = rest as [number, number, number, number];
  const kind = KINDS[rest[5] ?? 0];
  const lifetimeMicroWh = rest[6];
  return {
    atMs,
    powerW,
    imported: imported === 1,
    counter:
      rest.length < 4
        ? null
        : {
            ...(kind && { kind }),
            ...(lifetimeMicroWh === undefined ? {} : { lifetimeMicroWh }),
            readAtMs,
            readMicroWh,
            levelMicroWh,
            levelAtMs,
          },
    graceMicroWh: (rest.length >= 6 ? rest[4] : rest.length % 4 === 1 ? rest.at(-1) : null) ?? null,
    open: {
      day,
      energyMicroWh,
      integratedMicroWh,
      coveredMs,
      peakW,
      peakAtMs,
      firstAtMs,
      lastAtMs,
      samples,
      imported: dayImported === 1,
      ...(hours && { hours }),
    },
  };
}

/** Removes the hours from the end of a stored state, of production or of a flow; returns undefined if it has none. */
export function hoursAtEnd(stored: unknown[]): ClockHours | undefined {
  return Array.isArray(stored.at(-1)) ? (stored.pop() as ClockHours) : undefined;
}
