// Reads announced serial numbers: who has them, and whether they report on a path other than the announcing gateway.
import { textArray } from '../../platform/database/arrays.ts';
import type { Fragment, Sql, Transaction } from '../../platform/database/connect.ts';
import type { NumberState } from '../rules/claimable.ts';

export interface AnnouncedNumber extends NumberState {
  sn: string;
  /** It sent frames, connected itself, or was reported by another gateway, and is in no plant. */
  reportsElsewhere: boolean;
}

/** Returns the numbers that are stored; `lock`: locks their rows, in the order of the numbers. */
export async function readNumbers(
  sql: Sql | Transaction,
  gateway: string,
  sns: readonly string[],
  { lock = false } = {},
): Promise<Map<string, AnnouncedNumber>> {
  const rows = await sql<AnnouncedNumber[]>`
    select n.sn, n.sid, n.restricted_at is not null as restricted, n.stock_of,
      n.sid is null and (
        exists (select from gateways g where g.sn = n.sn and g.sid is null and g.kind <> '' and n.sn <> ${gateway})
        or exists (select from raw_reports r where r.sn = n.sn and r.reason is null and not ${isReportOf(sql, gateway)})
      ) as reports_elsewhere
    from serial_numbers n where n.sn in (select unnest(${textArray(sns)}::text::text[]))
    order by n.sn ${lock ? sql`for update of n` : sql``}`;
  return new Map(rows.map((row) => [row.sn, row]));
}

/** Whether a stored report `r` came through this gateway: what families/rows.ts stores begins with its number. */
export function isReportOf(sql: Sql | Transaction, gateway: string): Fragment {
  const beginning = Buffer.from(`{"gateway":${JSON.stringify(gateway)}`).toString('hex');
  return sql`(r.path = 'gateway' and substring(r.body from 1 for ${beginning.length / 2}::int) = decode(${beginning}, 'hex'))`;
}
