// product/sn/del: removes registered serial numbers that are in no plant from the list.
import { ApiError } from '@heliograph/contract/errors.ts';
import { beginChange } from '../../../platform/database/rlsSettings.ts';
import type { Handler } from '../../../platform/handler.ts';

export const productSnDel: Handler<'product/sn/del'> = async ({ sn }, caller) => {
  const { sql } = caller;
  const requested = [...new Set(sn)];
  await beginChange(sql, 'numbers');
  const [{ removed } = { removed: 0 }] = await sql<{ removed: number }[]>`
    select give_up_numbers(${requested}::text[]) as removed`;
  // Unknown, in a plant, restricted or another company's: the error does not reveal which.
  if (removed === 0) throw new ApiError('deviceNotFound', { sn: requested.join(', ') });
  caller.noteAudit({ object: requested.length === 1 ? requested[0]! : 'numbers', before: { sn: requested } });
  return { removed };
};
