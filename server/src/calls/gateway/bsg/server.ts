// gateway/bsg/server: reads or writes parameters of a device through its gateway, and waits for the result without holding a database connection.
import { setTimeout as pause } from 'node:timers/promises';
import { isOpen } from '@heliograph/contract/commands.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleSite } from '../../../access/accessibleSite.ts';
import { lockEditableDevice } from '../../../access/lockDevice.ts';
import type { Command } from '../../../commands/command.ts';
import { commandColumns } from '../../../commands/commandRows.ts';
import { controllableDevice } from '../../../commands/controllableDevices.ts';
import { assertMayControl, readControlSwitch } from '../../../commands/controlRights.ts';
import { enqueueCommand } from '../../../commands/enqueueCommand.ts';
import { isLimitedByRule } from '../../../commands/limitRules/limitRuleRows.ts';
import { presentCommands } from '../../../commands/presentCommands.ts';
import { keyOf, readSleepingDevices } from '../../../commands/sleepingDevices.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import type { Handler } from '../../../platform/handler.ts';

const POLL_MS = 250;

export const gatewayBsgServer: Handler<'gateway/bsg/server'> = async (request, caller) => {
  const { sid, sn, waitS, write, action, atSunrise } = request;
  const { session, at } = caller;
  const enqueue = async (sql: Transaction): Promise<string> => {
    await lockEditableDevice({ sql, session }, { sid, sn });
    if (write || action) assertMayControl(session);
    if ((await readControlSwitch(sql, sid)).offAt) throw new ApiError('controlIsOff');
    // The limit rule would undo it, and users of the plant would not know why.
    if (action === 'limit' && (await isLimitedByRule(sql, sid))) throw new ApiError('limitedByRule');
    const device = await controllableDevice(sql, { sid, sn });
    const startsAt = atSunrise
      ? (await readSleepingDevices(sql, [{ sid, sn }], at)).get(keyOf({ sid, sn }))
      : undefined;
    const { id, parameters, before, state } = await enqueueCommand(sql, session, device, { ...request, startsAt }, at);
    caller.noteAudit({
      object: sid,
      before: { values: before },
      after: { command: id, sn, ...(action ? { action } : {}), state, asked: parameters },
    });
    return id;
  };
  const present = async (sql: Transaction, id: string) => {
    const [command] = await presentCommands({ sql, session }, { sid, isChangeable: true }, [
      await commandOf(sql, sid, id),
    ]);
    return { command: command! };
  };
  // No waiting: saves one transaction per command when a program sends a thousand.
  if (waitS === 0) return await caller.finish(async (sql) => present(sql, await enqueue(sql)));
  const id = await caller.change(enqueue);
  const endsMs = performance.now() + waitS * 1000;
  while (performance.now() < endsMs) {
    const { state, startsAt } = await caller.read(async (sql) => {
      await accessibleSite({ sql, session, at }, sid);
      return await commandOf(sql, sid, id);
    });
    // A draft waits for approval by a person, others for the sunrise.
    if (state === 'draft' || startsAt !== null || !isOpen(state)) break;
    await pause(POLL_MS);
  }
  return await caller.finish(async (sql) => {
    await accessibleSite({ sql, session, at }, sid);
    return await present(sql, id);
  });
};

async function commandOf(sql: Transaction, sid: string, id: string): Promise<Command> {
  const [row] = await sql<
    Command[]
  >`select ${commandColumns(sql)} from commands c where c.sid = ${sid} and c.id = ${id}`;
  return row!;
}
