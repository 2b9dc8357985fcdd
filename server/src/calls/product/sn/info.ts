// product/sn/info: the product and functions of serial numbers.

import type { Handler } from '../../../handler.ts';
import { countLookups } from '../../../limits.ts';
import { readSerialNumbers } from '../../../sql/serialNumbers.ts';

export const productSnInfo: Handler<'product/sn/info'> = async ({ sn }, { context, sql, session }) => {
  await countLookups(context, session, sn.length);
  const known = await readSerialNumbers(sql, session, sn, { seen: true });
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
