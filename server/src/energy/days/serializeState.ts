// The state of the energy fold as it is stored: the numbers alone, as names would be most of what every report writes.
import type { ClockHours } from '../rules/clockHours.ts';
import type { CounterKind } from '../rules/counterStep.ts';
import type { Carry } from '../rules/deviceEnergy.ts';

/** JSON of an array, in an order that is never changed; another order needs another length (13 and 17 had no grace, 19 and 20 say which counter is followed). The day's hours, where they are kept, are a list of their own at its end. */
export function serializeState(carry: Carry): string {
  const bytes = Buffer.allocUnsafe(maxStateBytes(carry));
  return bytes.toString('latin1', 0, writeState(bytes, 0, carry));
}

/** Twenty numbers, and those of the hours, none longer than that of -1.2345678901234567e-100; and a day. */
export const maxStateBytes = ({ open }: Carry): number => 25 * (20 + (open.hours?.length ?? 0)) + 20;

/** Writes it at a place; gives how many bytes it is. By hand, and not by way of a text: each row that comes in writes one. */
export function writeState(bytes: Buffer, from: number, carry: Carry): number {
  const { counter, graceMicroWh, open } = carry;
  const { hours } = open;
  let at = from;
  bytes[at++] = OPENS;
  at = writeNumber(bytes, at, carry.atMs);
  at = writeNext(bytes, at, carry.powerW);
  at = writeNext(bytes, at, carry.imported ? 1 : 0);
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

/** So many digits fit into a small whole number. */
const DIGITS = 9;
const LIMIT = 10 ** DIGITS;

/** As JSON has it; gives the place behind it. */
function writeNumber(bytes: Buffer, at: number, value: number | null): number {
  const isWhole = value !== null && value >= 0 && Number.isSafeInteger(value);
  if (!isWhole) return at + bytes.write(String(value), at, 'latin1');
  if (value < LIMIT) return writeDigits(bytes, at, value, 1);
  const high = Math.floor(value / LIMIT);
  return writeDigits(bytes, writeDigits(bytes, at, high, 1), value - high * LIMIT, DIGITS);
}

/** At least so many digits of a whole number below LIMIT. */
function writeDigits(bytes: Buffer, at: number, value: number, least: number): number {
  let count = least;
  for (let above = 10 ** least; value >= above; above *= 10) count++;
  let left = value;
  for (let place = at + count - 1; place >= at; place--) {
    // Small whole numbers are divided without fractions.
    const tens = (left / 10) | 0;
    bytes[place] = ZERO + left - 10 * tens;
    left = tens;
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
/** Numbers before those of the counter. */
const SUM_LENGTH = 13;

/** Also of the objects with names that were stored before. */
export function parseState(text: string): Carry {
  const stored = JSON.parse(text) as Omit<Carry, 'graceMicroWh'> | Numbers;
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

/** Taken off the end of what was stored, of production or of a flow; undefined: they are not kept. */
export function hoursAtEnd(stored: unknown[]): ClockHours | undefined {
  return Array.isArray(stored.at(-1)) ? (stored.pop() as ClockHours) : undefined;
}
