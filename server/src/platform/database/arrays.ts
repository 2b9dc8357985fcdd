// Columns as PostgreSQL array literals: one parameter a column, cast there, instead of one a value. What every report writes is in platform/database/binaryArrays.ts.

/** For `::text::text[]`. Null stays null. */
export function textArray(values: readonly (string | null)[]): string {
  return listed(values, (value) => (value === null ? 'NULL' : `"${NEEDS_MARK.test(value) ? marked(value) : value}"`));
}

const NEEDS_MARK = /[\\"]/;
const marked = (value: string): string => value.replace(/[\\"]/g, '\\$&');

/** No list of texts in between. */
function listed<T>(values: readonly T[], textOf: (value: T) => string): string {
  let text = '{';
  for (let n = 0; n < values.length; n++) text += n === 0 ? textOf(values[n]!) : `,${textOf(values[n]!)}`;
  return `${text}}`;
}

/** For `::text::float8[]`, int[], boolean[] and so on. */
export function plainArray(values: readonly (number | boolean | null | undefined)[]): string {
  return listed(values, (value) => `${value ?? 'NULL'}`);
}

/** For `::text::timestamptz[]`. */
export function instantArray(values: readonly (number | null)[]): string {
  return listed(values, (ms) => (ms === null ? 'NULL' : `"${new Date(ms).toISOString()}"`));
}

/** Lists of numbers for `(unnest(...::text::text[]))::bigint[]`. Nothing stays null. */
export function listArray(values: readonly (readonly number[] | null | undefined)[]): string {
  return textArray(values.map((list) => (list ? plainArray(list) : null)));
}
