// product/sn/info: the product and functions of serial numbers.
import { productSn } from '@heliograph/contract/calls/product/sn.ts';
import { readSerialNumbers } from '../../../devices/serialNumbers/serialNumbers.ts';
import type { Handler } from '../../../platform/handler.ts';
import { countLookups } from '../../../platform/limits/rateLimits.ts';

export const productSnInfo: Handler<'product/sn/info'> = async ({ sn }, { context, sql, session }) => {
  await countLookups(context, session, sn.length);
  const numbers = await readSerialNumbers(sql, session, sn, { seen: true });
  // One that is in no plant is told to who may put it into one, as product/sn tells it; to others it is as unknown as another's.
  const mayAdd = productSn.access.anyOf.some((permission) => session.permissions.has(permission));
  const known = new Map([...numbers].filter(([, { state }]) => state === 'yours' || mayAdd));
  return {
    list: sn.map((one) => ({
      sn: one,
      model: known.get(one)?.model ?? 0,
      modelName: known.get(one)?.modelName ?? '',
      funcList: known.get(one)?.functions ?? [],
      is_exist: known.has(one),
    })),
  };
};
