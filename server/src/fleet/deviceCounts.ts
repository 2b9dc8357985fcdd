// Numbers of devices in a fleet, from the sums by product.
import type { ReportKind } from '@heliograph/contract/report.ts';
import { type Kind, reportKindOf } from '../families/kinds.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { type Counts, countKey } from './contributions.ts';

export interface CountedProduct {
  id: number;
  model: number;
  name: string;
  kind: Kind;
}

export const countedProducts = async (sql: Transaction): Promise<CountedProduct[]> =>
  await sql<CountedProduct[]>`select id, model, name, kind from products`;

/** Returns device counts from the sums of `product` and `onGateway`; `wifi`: microinverters that report without a gateway. */
export function devicesOf(
  counts: Counts,
  products: readonly CountedProduct[],
): { deviceCount: number; kinds: Partial<Record<ReportKind, number>>; wifi: number } {
  const kinds: Partial<Record<ReportKind, number>> = {};
  let wifi = 0;
  for (const { id, kind } of products) {
    const ofProduct = counts.get(countKey('product', id)) ?? 0;
    if (kind === 'microinverter') wifi += ofProduct - (counts.get(countKey('onGateway', id)) ?? 0);
    if (ofProduct > 0) kinds[reportKindOf(kind)] = (kinds[reportKindOf(kind)] ?? 0) + ofProduct;
  }
  return { deviceCount: Object.values(kinds).reduce((sum, devices) => sum + devices, 0), kinds, wifi };
}
