// Columns as PostgreSQL array literals: one parameter per column, cast in the statement, instead of one per value. Columns written by every report use platform/database/binaryArrays.ts.

/** Returns an array literal for `::text::text[]`. Null stays null. */
export function textArray(values: readonly (string | null)[]): string {
  return arrayLiteral(values, (value) =>
    value === null ? 'NULL' : `"${NEEDS_ESCAPE.test(value) ? escaped(value) : value}"`,
  );
}

const NEEDS_ESCAPE = /[\\"]/;
const escaped = (value: string): string => value.replace(/[\\"]/g, '\\$&');

/** Builds the literal without an intermediate list of texts. */
function arrayLiteral<T>(values: readonly T[], textOf: (value: T) => string): string {
  let text = '{';
  for (let n = 0; n < values.length; n++) text += n === 0 ? textOf(values[n]!) : `,${textOf(values[n]!)}`;
  return `${text}}`;
}

/** Returns an array literal for `::text::float8[]`, int[], boolean[] and similar types. */
export function plainArray(values: readonly (number | boolean | null | undefined)[]): string {
  return arrayLiteral(values, (value) => `${value ?? 'NULL'}`);
}

/** Returns an array literal for `::text::timestamptz[]`, from epoch milliseconds. */
export function instantArray(values: readonly (number | null)[]): string {
  return arrayLiteral(values, (ms) => (ms === null ? 'NULL' : `"${new Date(ms).toISOString()}"`));
}

/** Returns lists of numbers for `(unnest(...::text::text[]))::bigint[]`. Null and undefined become null. */
export function listArray(values: readonly (readonly number[] | null | undefined)[]): string {
  return textArray(values.map((list) => (list ? plainArray(list) : null)));
}
