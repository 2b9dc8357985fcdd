// Encodes one hot sample as bytes: status, mode, an imported flag, and each quantity as a whole number of its scale.
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';
import { ByteReader, ByteWriter, Damaged } from './bytes.ts';
import { countOf, isScale, PLAIN_BITS, QUANTITY_NAMES, SCALE_ORDER, scaledValue } from './numbers.ts';

export interface SampleBody {
  statusBits: number;
  mode: number;
  imported: boolean;
  quantities: Quantities;
}

const IMPORTED = 1;
const ENTRIES_AT = 7;

/** Id of each quantity and the scale of its last number, which the next one most likely has too. */
const lastScales = new Map([...QUANTITY_NAMES].map(([id, name]) => [name as string, { id, scale: 0 }]));
const writer = new ByteWriter();

/** Encodes a sample; the returned writer is valid until the next call. docs/develop/block-format.md describes the bytes. */
export function bodyBytes({ statusBits, mode, imported, quantities }: SampleBody): ByteWriter {
  writer.length = 0;
  for (let shift = 24; shift >= 0; shift -= 8) writer.byte((statusBits >>> shift) & 255);
  writer.byte((mode >> 8) & 255);
  writer.byte(mode & 255);
  writer.byte(imported ? IMPORTED : 0);
  for (const key in quantities) {
    const value = quantities[key as QuantityName];
    if (value === null || value === undefined || Number.isNaN(value)) continue;
    const quantity = lastScales.get(key)!;
    writer.byte(quantity.id);
    let code = quantity.scale;
    let count = countOf(value, code);
    if (Number.isNaN(count)) {
      code = SCALE_ORDER.find((other) => !Number.isNaN(countOf(value, other))) ?? PLAIN_BITS;
      if (code !== PLAIN_BITS) {
        count = countOf(value, code);
        quantity.scale = code;
      }
    }
    writer.byte(code);
    if (code === PLAIN_BITS) {
      writer.float64(value);
    } else writer.signed(count);
  }
  return writer;
}

/** Returns the status word of an encoded sample. */
export function statusOf(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
}

/** Decodes a sample; calls `each` for every number. Throws `Damaged` for invalid bytes. */
export function readBody(
  bytes: Uint8Array,
  at: number,
  end: number,
  each: (name: QuantityName, value: number) => void,
): { statusBits: number; mode: number; imported: boolean } {
  if (end - at < ENTRIES_AT) throw new Damaged('a hot sample is too short');
  const statusBits = statusOf(bytes, at);
  const mode = ((bytes[at + 4]! << 24) >> 16) | bytes[at + 5]!;
  const imported = (bytes[at + 6]! & IMPORTED) !== 0;
  const reader = new ByteReader(bytes, at + ENTRIES_AT, end);
  while (reader.at < end) {
    const name = QUANTITY_NAMES.get(reader.byte());
    const code = reader.byte();
    if (code !== PLAIN_BITS && !isScale(code)) throw new Damaged(`scale ${code} is not known`);
    const value = code === PLAIN_BITS ? reader.float64() : scaledValue(reader.signed(), code);
    if (name) each(name, value);
  }
  return { statusBits, mode, imported };
}
