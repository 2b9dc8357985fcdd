// Reads the settings of a battery from the device, by one command at a time.
import type { ParsedRequest, Response } from '@heliograph/contract/calls.ts';
import { COMMAND_VALID_S } from '@heliograph/contract/commands.ts';
import { lockEditableDevice } from '../access/lockDevice.ts';
import type { CallContext } from '../context.ts';
import { assertMayReadBattery } from './batteryRights.ts';
import { openBatteryCommand, presentOne, settableBattery } from './batterySettings.ts';
import { enqueueCommand } from './enqueueCommand.ts';

/** Enqueues a read of all settings, or returns the command that reads or writes them already. */
export async function readBattery(
  { sid, sn }: ParsedRequest<'battery/hx/params/read'>,
  caller: CallContext,
): Promise<Response<'battery/hx/params/read'>> {
  const { sql, session, at } = caller;
  // The lock lets two pages that open at the same time enqueue one command.
  await lockEditableDevice(caller, { sid, sn });
  await assertMayReadBattery(caller, sid);
  const device = await settableBattery(caller, { sid, sn }, 'battery', 'hybrid');
  const open = await openBatteryCommand(sql, { sid, sn });
  const validS = COMMAND_VALID_S.usual;
  const { id } = open ?? (await enqueueCommand(sql, session, device, { sid, read: device.names, validS }, at));
  caller.noteAudit({ object: sid, after: { command: id, sn, isNew: open === undefined } });
  return { command: await presentOne({ sql, session }, { sid, id }) };
}
