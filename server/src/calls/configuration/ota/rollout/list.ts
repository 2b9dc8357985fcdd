// configuration/ota/rollout/list: roll-outs, newest first.
import { mayControl } from '../../../../commands/controlRights.ts';
import { accessibleRollouts } from '../../../../firmware/rollouts/accessibleRollouts.ts';
import { mayRollOut, presentRollouts, rolloutsWhere } from '../../../../firmware/rollouts/rolloutRows.ts';
import { allOf, limitOffset } from '../../../../platform/database/paging.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const configurationOtaRolloutList: Handler<'configuration/ota/rollout/list'> = async ({ id, page }, caller) => {
  const { sql, session } = caller;
  const condition = allOf(sql, [accessibleRollouts(sql, session), id !== undefined && sql`u.firmware_id = ${id}`]);
  const [rows, [count]] = await Promise.all([
    rolloutsWhere(sql, condition, sql`order by u.asked_at desc, u.id ${limitOffset(sql, page)}`),
    sql<{ n: number }[]>`select count(*)::int as n from rollouts u where ${condition}`,
  ]);
  const { list } = await presentRollouts(caller, rows);
  return { list, total: count!.n, mayBegin: mayRollOut(session), needsSecondFactor: !mayControl(session) };
};
