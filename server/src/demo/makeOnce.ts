// Parts of the demonstration that are made at its first start: what a visitor then changes or deletes stays so.
import type { Sql, Transaction } from '../platform/database/connect.ts';

export async function makeOnce(sql: Sql, part: string, make: (tx: Transaction) => Promise<void>): Promise<void> {
  await sql.begin(async (tx) => {
    const { count } = await tx`
      insert into settings (name, value) values (${`demoPart.${part}`}, 'true'::jsonb) on conflict do nothing`;
    if (count > 0) await make(tx);
  });
}
