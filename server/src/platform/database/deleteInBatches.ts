// Deletes a site's rows of one table a stretch of its key at a time, so that no statement takes long.
import type { Transaction } from './connect.ts';

export interface Removed {
  removed: number;
  more: boolean;
}

/** `key`: the columns after `sid` in the table's primary key, with their types. Names are ours, never a caller's text. */
export async function deleteRows(
  tx: Transaction,
  { table, key, sid, limit }: { table: string; key: Record<string, string>; sid: string; limit: number },
): Promise<Removed> {
  const names = Object.keys(key).join(', ');
  const texts = Object.keys(key).map((name, index) => `${name}::text as k${index}`);
  // The end of the stretch first: as values it is looked up in the index, as a subquery the whole site would be read.
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
