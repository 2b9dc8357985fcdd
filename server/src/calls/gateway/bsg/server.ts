// gateway/bsg/server: reads or writes parameters of a device by way of its gateway, and waits for what it says without holding a connection of the database.
import { setTimeout as pause } from 'node:timers/promises';
import { isOpen } from '@heliograph/contract/commands.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { askCommand } from '../../../commands/ask.ts';
import type { Command } from '../../../commands/command.ts';
import { controlSwitch, mustControl } from '../../../commands/control.ts';
import { controllableDevice } from '../../../commands/controllable.ts';
import { columns } from '../../../commands/rows.ts';
import { toldCommands } from '../../../commands/told.ts';
import type { Transaction } from '../../../db/connect.ts';
import type { Handler } from '../../../handler.ts';
import { changeableDevice } from '../../../sql/changeableDevice.ts';
import { visibleSite } from '../../../sql/visibleSite.ts';

const LOOK_EVERY_MS = 250;

export const gatewayBsgServer: Handler<'gateway/bsg/server'> = async (request, caller) => {
  const { sid, sn, waitS, write, action } = request;
  const { session, at } = caller;
  const { id } = await caller.change(async (sql) => {
    await changeableDevice({ sql, session }, { sid, sn });
    if (write || action) mustControl(session);
    if ((await controlSwitch(sql, sid)).offAt) throw new Refusal('controlIsOff');
    const device = await controllableDevice(sql, { sid, sn });
    const asked = await askCommand(sql, session, device, request, at);
    const { parameters, before, state } = asked;
    caller.noteAudit({
      object: sid,
      before: { values: before },
      after: { command: asked.id, sn, ...(action ? { action } : {}), state, asked: parameters },
    });
    return asked;
  });
  const endsMs = performance.now() + waitS * 1000;
  while (performance.now() < endsMs) {
    const state = await caller.read(async (sql) => {
      await visibleSite({ sql, session, at }, sid);
      return (await commandOf(sql, sid, id)).state;
    });
    // A draft waits for a person.
    if (state === 'draft' || !isOpen(state)) break;
    await pause(LOOK_EVERY_MS);
  }
  return await caller.finish(async (sql) => {
    await visibleSite({ sql, session, at }, sid);
    const [command] = await toldCommands({ sql, session }, { sid, isChangeable: true }, [
      await commandOf(sql, sid, id),
    ]);
    return { command: command! };
  });
};

async function commandOf(sql: Transaction, sid: string, id: string): Promise<Command> {
  const [row] = await sql<Command[]>`select ${columns(sql)} from commands c where c.sid = ${sid} and c.id = ${id}`;
  return row!;
}
