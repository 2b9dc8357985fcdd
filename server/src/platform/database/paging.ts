// Pieces of lists: conditions put together, text that is searched for, the order, one page.
import type { Fragment, Sql, Transaction } from './connect.ts';

type Db = Sql | Transaction;

/** What is typed is text, not a pattern. */
const asText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** What is empty, as most aliases and invited addresses are, is not compared: `ilike` lowers pattern and text again for each row. */
export function contains(sql: Db, column: Fragment, text: string): Fragment {
  if (text === '') return sql`${column} is not null`;
  return sql`(${column} <> '' and ${column} ilike ${`%${asText(text)}%`})`;
}

/** The same where the column is kept in lower case. */
export function containsLowered(sql: Db, column: Fragment, text: string): Fragment {
  return sql`${column} like lower(${`%${asText(text)}%`})`;
}

/**
 * Serial numbers are stored in upper case. `^@` tells nothing of rows that a policy hides, so that unlike `like` it may be
 * looked up in an index before the policy is asked.
 */
export function startsWith(sql: Db, column: Fragment, text: string): Fragment {
  return sql`${column} ^@ ${text.toUpperCase()}`;
}

export function allOf(sql: Db, conditions: readonly (Fragment | false | undefined | '')[]): Fragment {
  return conditions.reduce<Fragment>((all, one) => (one ? sql`${all} and ${one}` : all), sql`true`);
}

/** What has no value comes last in both directions; `then` makes the order the same on every page. */
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
