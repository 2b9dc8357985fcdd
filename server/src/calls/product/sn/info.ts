// product/sn/info: the product and functions of serial numbers.
import { productSn } from '@heliograph/contract/calls/product/sn.ts';
import { readSerialNumbers } from '../../../devices/serialNumbers/serialNumbers.ts';
import type { Handler } from '../../../platform/handler.ts';
import { countLookups } from '../../../platform/limits/rateLimits.ts';

export const productSnInfo: Handler<'product/sn/info'> = async ({ sn }, { context, sql, session }) => {
  await countLookups(context, session, sn.length);
  const numbers = await readSerialNumbers(sql, session, sn, { seen: true });
  // A number in no plant is shown to users who may add it to one, as in product/sn; to others it looks as unknown as another company's.
  const mayAdd = productSn.access.anyOf.some((permission) => session.permissions.has(permission));
  const known = new Map([...numbers].filter(([, { state }]) => state === 'yours' || mayAdd));
  return {
    list: sn.map((each) => ({
      sn: each,
      model: known.get(each)?.model ?? 0,
      modelName: known.get(each)?.modelName ?? '',
      funcList: known.get(each)?.functions ?? [],
      is_exist: known.has(each),
    })),
  };
};
