// gateway/commands/list: all commands ever requested in a plant, newest first.

import { accessibleSite } from '../../../access/accessibleSite.ts';
import { seesDevices } from '../../../access/pageModules.ts';
import type { Command } from '../../../commands/command.ts';
import { commandColumns } from '../../../commands/commandRows.ts';
import { presentCommands } from '../../../commands/presentCommands.ts';
import { allOf, limitOffset } from '../../../platform/database/paging.ts';
import type { Handler } from '../../../platform/handler.ts';

export const gatewayCommandsList: Handler<'gateway/commands/list'> = async ({ sid, page, filters }, caller) => {
  const { sql, session } = caller;
  const { changeable } = await accessibleSite(caller, sid);
  if (!seesDevices(session)) return { list: [], total: 0 };
  const { sn, state, action, renewals } = filters;
  const condition = allOf(sql, [
    sql`c.sid = ${sid}`,
    sn !== undefined && sql`c.sn = ${sn}`,
    state !== undefined && sql`c.state = ${state}`,
    action !== undefined && sql`c.action = ${action}`,
    !renewals && sql`(c.by_rule is null or c.by_rule <> 'renewal' or c.state <> 'readBack')`,
  ]);
  const [rows, [count]] = await Promise.all([
    sql<Command[]>`
      select ${commandColumns(sql)} from commands c where ${condition} order by c.asked_at desc, c.id ${limitOffset(sql, page)}`,
    sql<{ n: number }[]>`select count(*)::int as n from commands c where ${condition}`,
  ]);
  return { list: await presentCommands({ sql, session }, { sid, isChangeable: changeable }, rows), total: count!.n };
};
