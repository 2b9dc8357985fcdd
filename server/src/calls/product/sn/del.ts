// product/sn/del: takes entered serial numbers that are in no plant off the list.
import { Refusal } from '@heliograph/contract/errors.ts';
import { beginChange } from '../../../platform/database/rlsSettings.ts';
import type { Handler } from '../../../platform/handler.ts';

export const productSnDel: Handler<'product/sn/del'> = async ({ sn }, caller) => {
  const { sql } = caller;
  const asked = [...new Set(sn)];
  await beginChange(sql, 'numbers');
  const [{ removed } = { removed: 0 }] = await sql<{ removed: number }[]>`
    select give_up_numbers(${asked}::text[]) as removed`;
  // Unknown, in a plant, restricted or another company's: which of these is not said.
  if (removed === 0) throw new Refusal('deviceNotFound', { sn: asked.join(', ') });
  caller.noteAudit({ object: asked.length === 1 ? asked[0]! : 'numbers', before: { sn: asked } });
  return { removed };
};
