// product/sn: looks serial numbers up before they are added to a plant.
import type { Handler } from '../../http/handler.ts';
import { countTry } from '../../limits.ts';
import { type KnownNumber, readSerialNumbers } from '../../sql/serialNumbers.ts';

export const productSn: Handler<'product/sn'> = async ({ sn }, { context, sql, session }) => {
  await countTry(context, 'serialNumbers', session.userId, sn.length);
  const known = await readSerialNumbers(sql, session, sn);
  const products = await sql<{ model: number; modelName: string }[]>`
    select model, name as model_name from products order by rated_power_w, model`;
  return {
    list: sn.map((one) => {
      const number = known.get(one);
      return {
        sn: one,
        model: number?.model ?? 0,
        modelName: number?.modelName ?? '',
        state: stateOf(number),
        lastSeenIso: number?.lastSeenAt?.toISOString() ?? null,
      };
    }),
    products,
  };
};

function stateOf(number: KnownNumber | undefined): 'free' | 'taken' | 'restricted' | 'unknown' {
  if (!number) return 'unknown';
  if (number.restricted) return 'restricted';
  return number.taken ? 'taken' : 'free';
}
