// One module of a device that the session may see: its device, and what is said of it.
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Caller } from '../context.ts';
import { inputsToRead } from '../energy/rules/moduleShares.ts';
import { type ModuleRow, moduleRows } from '../installation/modules.ts';
import type { Input } from '../installation/rules/orientation.ts';
import { type Device, visibleDevice } from './accessibleDevice.ts';

export interface VisibleModule {
  device: Device;
  input: Input;
  said: ModuleRow | undefined;
}

/** Refuses as `visibleDevice` does, and with noSuchModule where the device never had such an input. */
export async function visibleModule(
  caller: Pick<Caller, 'sql' | 'session' | 'at'>,
  { sid, sn, input }: { sid?: string | undefined; sn: string; input: number },
): Promise<VisibleModule> {
  const device = await visibleDevice(caller, { sid, sn });
  const rows = (await moduleRows(caller.sql, device.sid, [sn])).get(sn) ?? [];
  const said = rows.find((row) => row.input === input);
  const known = said?.input ?? inputsToRead(device.inputs, device.quantities).find((one) => one === input);
  if (known === undefined) throw new Refusal('noSuchModule', { sn, input });
  return { device, input: known, said };
}
