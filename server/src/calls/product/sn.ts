// product/sn: looks up serial numbers before they are added to a plant; numbers of others look the same as unknown ones.

import { announcedProducts } from '../../claiming/announcements/announcedProduct.ts';
import { readSerialNumbers } from '../../devices/serialNumbers/serialNumbers.ts';
import { type Kind, reportKindOf } from '../../families/kinds.ts';
import type { Handler } from '../../platform/handler.ts';
import { countLookups } from '../../platform/limits/rateLimits.ts';

export const productSn: Handler<'product/sn'> = async ({ sn }, { context, sql, session }) => {
  if (sn.length > 0) await countLookups(context, session, sn.length);
  const known = await readSerialNumbers(sql, session, sn);
  const products = await sql<{ model: number; name: string; kind: Kind; inputs: number }[]>`
    select model, name, kind, inputs from products order by rated_power_w = 0, rated_power_w, model`;
  const announced = await announcedProducts(
    sql,
    products,
    sn.filter((each) => known.get(each)?.state === 'free'),
  );
  return {
    list: sn.map((each) => {
      const number = known.get(each);
      return {
        sn: each,
        model: number?.model ?? 0,
        modelName: number?.modelName ?? '',
        announcedModel: announced.get(each)?.model ?? 0,
        state: number?.state ?? 'unknown',
        lastSeenIso: number?.lastSeenAt?.toISOString() ?? null,
      };
    }),
    products: products.map(({ name, ...product }) => ({
      ...product,
      modelName: name,
      kind: reportKindOf(product.kind),
    })),
  };
};
