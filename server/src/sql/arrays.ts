// Columns as PostgreSQL array literals: one parameter a column, cast there, instead of one a value.

/** For `::text::text[]`. Null stays null. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${value.replace(/[\\"]/g, '\\$&')}"`)).join(',')}}`;
}

/** For `::text::float8[]`, int[], boolean[] and so on. */
export function plainArray(values: readonly (number | boolean | null | undefined)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** For `::text::timestamptz[]`. */
export function instantArray(values: readonly (number | null)[]): string {
  return `{${values.map((ms) => (ms === null ? 'NULL' : `"${new Date(ms).toISOString()}"`)).join(',')}}`;
}

/**
 * For `string_to_array(...::text, E'\n', '')`: many texts without a mark to escape, as JSON has on every second letter.
 * Null stays null.
 */
export function lineArray(values: readonly (string | null)[]): string {
  return values.map((value) => value ?? '').join('\n');
}
