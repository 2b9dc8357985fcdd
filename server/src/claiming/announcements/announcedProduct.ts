// Finds the product of an unclaimed serial number from its own announce.
import type { ReportKind } from '@heliograph/contract/report.ts';
import { productOfAnnounced } from '../../families/families.ts';
import type { Kind } from '../../families/kinds.ts';
import type { Transaction } from '../../platform/database/connect.ts';

/** Returns products by serial number, without numbers that announced nothing or belong to a plant. An unclaimed gateway's report of its children is not trusted. */
export async function announcedProducts<P extends { name: string; kind: Kind }>(
  sql: Transaction,
  products: readonly P[],
  sns: readonly string[],
): Promise<Map<string, P>> {
  const rows = await sql<{ sn: string; kind: ReportKind; model: string }[]>`
    select sn, kind, model from gateways where sid is null and kind <> '' and sn = any (${sns as string[]})`;
  return new Map(
    rows.flatMap(({ sn, ...announced }) => {
      const product = productOfAnnounced(products, announced);
      return product ? [[sn, product] as const] : [];
    }),
  );
}
