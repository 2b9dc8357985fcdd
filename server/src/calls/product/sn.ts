// product/sn: looks serial numbers up before they are added to a plant, without telling other people's from unknown ones.

import { type Kind, reportKindOf } from '../../families/kinds.ts';
import type { Handler } from '../../handler.ts';
import { countLookups } from '../../limits.ts';
import { readSerialNumbers } from '../../sql/serialNumbers.ts';

export const productSn: Handler<'product/sn'> = async ({ sn }, { context, sql, session }) => {
  await countLookups(context, session, sn.length);
  const known = await readSerialNumbers(sql, session, sn);
  const products = await sql<{ model: number; modelName: string; kind: Kind; inputs: number }[]>`
    select model, name as model_name, kind, inputs from products order by rated_power_w = 0, rated_power_w, model`;
  return {
    list: sn.map((one) => {
      const number = known.get(one);
      return {
        sn: one,
        model: number?.model ?? 0,
        modelName: number?.modelName ?? '',
        state: number?.state ?? 'unknown',
        lastSeenIso: number?.lastSeenAt?.toISOString() ?? null,
      };
    }),
    products: products.map((product) => ({ ...product, kind: reportKindOf(product.kind) })),
  };
};
