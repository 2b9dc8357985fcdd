// Expressions of several columns that were read earlier: their sum, its magnitude, or their vector length.
import { type ByteReader, type ByteWriter, Damaged } from './bytes.ts';

const SUM = 0;
const MAGNITUDE = 1;
const LENGTH = 2;
export const FORMS = { sum: SUM, magnitude: MAGNITUDE, length: LENGTH } as const;

export interface Term {
  id: number;
  factor: number;
}

export interface Expression {
  form: number;
  /** Empty: the value is 1. */
  terms: readonly Term[];
}

export const ONE: Expression = { form: SUM, terms: [] };

/** More than the related columns of any device. */
const MAX_TERMS = 16;

/** Numbers of a quantity by its id; undefined: it cannot be referred to. */
type ColumnOf = (id: number) => Float64Array | undefined;

/** Returns the value of an expression at each index of a column. */
export function valuesOf({ form, terms }: Expression, columnOf: ColumnOf, length: number): Float64Array {
  const values = new Float64Array(length);
  if (terms.length === 0) return values.fill(1);
  for (const { id, factor } of terms) {
    const column = columnOf(id);
    if (!column) throw new Damaged(`quantity ${id} is referred to and not there`);
    for (let index = 0; index < length; index++) {
      const part = factor * column[index]!;
      values[index] = values[index]! + (form === LENGTH ? part * part : part);
    }
  }
  if (form === LENGTH) for (let index = 0; index < length; index++) values[index] = Math.sqrt(values[index]!);
  if (form === MAGNITUDE) for (let index = 0; index < length; index++) values[index] = Math.abs(values[index]!);
  return values;
}

export function writeExpression(writer: ByteWriter, { form, terms }: Expression): void {
  writer.byte((form << 4) | terms.length);
  for (const { id, factor } of terms) {
    writer.byte(id);
    writer.float32(factor);
  }
}

/** Reads what `writeExpression` wrote; throws `Damaged` for invalid bytes. */
export function readExpression(reader: ByteReader): Expression {
  const head = reader.byte();
  const form = head >> 4;
  if (form > LENGTH) throw new Damaged(`form ${form} is not known`);
  const terms = Array.from({ length: head & (MAX_TERMS - 1) }, () => ({
    id: reader.byte(),
    factor: reader.float32(),
  }));
  if (!terms.every(({ factor }) => Number.isFinite(factor))) throw new Damaged('its factor is no number');
  return { form, terms };
}

/** Returns the encoded size in bits. */
export const bitsOf = ({ terms }: Expression): number => 8 * (1 + 5 * terms.length);

/**
 * Fits the sum of columns that is closest to these numbers except for a constant, by least squares. Factors are rounded to
 * the stored precision; one that is nearly the ratio of the units is set to it. Null: the columns determine no sum.
 */
export function fittedSum(
  numbers: Float64Array,
  columns: readonly { id: number; numbers: Float64Array; unit: number }[],
): Expression | null {
  const size = columns.length;
  const { length } = numbers;
  const mean = (values: Float64Array): number => {
    let sum = 0;
    for (let index = 0; index < length; index++) sum += values[index]!;
    return sum / length;
  };
  const all = [...columns.map((column) => column.numbers), numbers];
  const means = all.map(mean);
  // Normal equations, then elimination with the largest pivot first.
  const rows = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size + 1 }, (_, column) => {
      let sum = 0;
      const [one, other] = [all[row]!, all[column]!];
      for (let index = 0; index < length; index++)
        sum += (one[index]! - means[row]!) * (other[index]! - means[column]!);
      return sum;
    }),
  );
  for (let at = 0; at < size; at++) {
    let best = at;
    for (let row = at + 1; row < size; row++) if (Math.abs(rows[row]![at]!) > Math.abs(rows[best]![at]!)) best = row;
    [rows[at], rows[best]] = [rows[best]!, rows[at]!];
    const pivot = rows[at]![at]!;
    if (!(Math.abs(pivot) > 1e-9)) return null;
    for (let row = 0; row < size; row++) {
      if (row === at) continue;
      const share = rows[row]![at]! / pivot;
      for (let column = at; column <= size; column++) rows[row]![column]! -= share * rows[at]![column]!;
    }
  }
  const terms = columns.map(({ id, unit }, at) => ({
    id,
    factor: roundToUnit(rows[at]![size]! / rows[at]![at]!, unit),
  }));
  const isUsable = terms.every(({ factor }) => Number.isFinite(factor)) && terms.some(({ factor }) => factor !== 0);
  return isUsable ? { form: SUM, terms } : null;
}

/** Replaces a factor near the ratio of the units by it: quantities add up one to one. */
function roundToUnit(factor: number, unit: number): number {
  return Math.fround(Math.abs(Math.abs(factor) / unit - 1) < 0.01 ? Math.sign(factor) * unit : factor);
}
