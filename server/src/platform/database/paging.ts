// SQL fragments for lists: combined conditions, text search, order, one page.
import type { Fragment, Sql, Transaction } from './connect.ts';

type Db = Sql | Transaction;

/** Escapes the pattern characters of typed text. */
const escapePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Condition: the column contains the text, in any case. Empty values, as most aliases and invited addresses are, are excluded first: `ilike` lowers pattern and text for each row. */
export function contains(sql: Db, column: Fragment, text: string): Fragment {
  if (text === '') return sql`${column} is not null`;
  return sql`(${column} <> '' and ${column} ilike ${`%${escapePattern(text)}%`})`;
}

/** Returns the pattern of `ilike` for a text within another. */
export const containing = (text: string): string => `%${escapePattern(text)}%`;

/** Condition: the column, which is stored in lower case, contains the text, in any case. */
export function containsLowered(sql: Db, column: Fragment, text: string): Fragment {
  return sql`${column} like lower(${`%${escapePattern(text)}%`})`;
}

/**
 * Condition: the serial number, stored in upper case, starts with the text. `^@` is leakproof, so that unlike `like` it may
 * use an index before row policies are checked.
 */
export function startsWith(sql: Db, column: Fragment, text: string): Fragment {
  return sql`${column} ^@ ${text.toUpperCase()}`;
}

export function allOf(sql: Db, conditions: readonly (Fragment | false | undefined | '')[]): Fragment {
  return conditions.reduce<Fragment>((all, condition) => (condition ? sql`${all} and ${condition}` : all), sql`true`);
}

/** Sort order; nulls come last in both directions. `then`: a unique order that makes pages consistent. */
export function orderBy<Field extends string>(
  sql: Db,
  sort: readonly { field: Field; descending: boolean }[],
  columns: Record<Field, Fragment>,
  then: Fragment,
): Fragment {
  return sort.reduceRight<Fragment>(
    (rest, { field, descending }) => sql`${columns[field]} ${descending ? sql`desc` : sql`asc`} nulls last, ${rest}`,
    then,
  );
}

export function limitOffset(sql: Db, { size, num }: { size: number; num: number }): Fragment {
  return sql`limit ${size} offset ${size * num}`;
}
