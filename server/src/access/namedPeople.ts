// People and companies that rows of a session name by number: row policies show only those of its branch (docs/adr/0089).
import { plainArray } from '../platform/database/arrays.ts';
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';

type Db = Sql | Transaction;

interface NamedPerson {
  id: number;
  email: string;
  name: string;
}

/** Returns these people by id. Take the ids from rows that the session may see. */
export async function peopleById(sql: Db, ids: readonly (number | null)[]): Promise<Map<number, NamedPerson>> {
  const named = [...new Set(ids.filter((id) => id !== null))];
  if (named.length === 0) return new Map();
  const rows = await sql<NamedPerson[]>`select id, email, name from named_people(${named}::int[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the address of a person whose id is in a row that the session may see; "": nobody, or a deleted account. */
export async function emailById(sql: Db, id: number | null): Promise<string> {
  return (await peopleById(sql, [id])).get(id ?? 0)?.email ?? '';
}

/** Returns the names of these companies by id. Take the ids from rows that the session may see. */
export async function companyNames(sql: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: number; name: string }[]>`
    select id, name from company_names(${[...new Set(ids)]}::int[])`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns a table with the ids and names of these companies, as far as the statement joins them; undefined: all, for a session that sees them. */
export const namedCompanies = (sql: Db, ids: readonly number[] | undefined): Fragment =>
  ids === undefined ? sql`companies` : sql`company_names(${plainArray(ids)}::text::int[])`;
