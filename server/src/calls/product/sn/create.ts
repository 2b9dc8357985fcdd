// product/sn/create: registers serial numbers as devices of a product.
import { ApiError } from '@heliograph/contract/errors.ts';
import { addSerialNumbers } from '../../../devices/serialNumbers/addSerialNumbers.ts';
import type { Handler } from '../../../platform/handler.ts';
import { countAttempt } from '../../../platform/limits/rateLimits.ts';

export const productSnCreate: Handler<'product/sn/create'> = async ({ model, sn }, caller) => {
  const { context, sql, session } = caller;
  if (session.scope === 'own') throw new ApiError('forbidden');
  await countAttempt(context, 'enteredNumbers', session.userId, sn.length);
  const [product] = await sql`select from products where model = ${model}`;
  if (!product) throw new ApiError('productNotFound', { sn: model });
  const result = await addSerialNumbers(
    caller,
    sn.map((each, index) => ({ row: index + 1, sn: each, product: String(model) })),
  );
  caller.noteAudit({
    object: `product ${model}`,
    after: { numbers: sn, isWritten: result.isWritten },
  });
  return result;
};
