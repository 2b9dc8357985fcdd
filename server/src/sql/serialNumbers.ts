// What the registry says of serial numbers, without saying whose they are.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Sql, Transaction } from '../db/connect.ts';

export interface KnownNumber {
  sn: string;
  taken: boolean;
  restricted: boolean;
  lastSeenAt: Date | null;
  /** Null while nobody said which product it is. */
  model: number | null;
  modelName: string | null;
  /** What its product can be asked to do; null as its product. */
  functions: Functions | null;
}

type Functions = Response<'product/sn/info'>['list'][number]['funcList'];

/** The numbers that were seen or registered, by number; others are missing. */
export async function readSerialNumbers(
  sql: Sql | Transaction,
  numbers: readonly string[],
): Promise<Map<string, KnownNumber>> {
  const rows = await sql<KnownNumber[]>`
    select s.sn, s.sid is not null as taken, s.restricted_at is not null as restricted, s.last_seen_at,
      p.model, p.name as model_name, p.functions
    from serial_numbers s left join products p on p.id = s.product_id
    where s.sn = any (${numbers as string[]})`;
  return new Map(rows.map((row) => [row.sn, row]));
}
