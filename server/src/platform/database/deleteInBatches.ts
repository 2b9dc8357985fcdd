// Deletes a site's rows of one table in ranges of its key, so that no statement takes long.
import type { Transaction } from './connect.ts';

export interface Removed {
  removed: number;
  more: boolean;
}

/** Deletes up to `limit` rows. `key`: the columns after `sid` in the table's primary key, with their types. Names must be constants, never input. */
export async function deleteRows(
  tx: Transaction,
  { table, key, sid, limit }: { table: string; key: Record<string, string>; sid: string; limit: number },
): Promise<Removed> {
  const names = Object.keys(key).join(', ');
  const texts = Object.keys(key).map((name, index) => `${name}::text as k${index}`);
  // The end of the range is read first: as a value it uses the index; as a subquery it would read the whole site.
  const [end] = await tx.unsafe<Record<string, string>[]>(
    `select ${texts.join(', ')} from ${table} where sid = $1 order by ${names} offset $2 limit 1`,
    [sid, limit - 1],
  );
  const types = Object.values(key).map((type, index) => `$${index + 2}::text::${type}`);
  const { count } = await tx.unsafe(
    `delete from ${table} where sid = $1 ${end ? `and (${names}) <= (${types.join(', ')})` : ''}`,
    end ? [sid, ...types.map((_, index) => end[`k${index}`]!)] : [sid],
  );
  return { removed: count, more: end !== undefined };
}
