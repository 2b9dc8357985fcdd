// One module of a device that the session may see: its device, and what is said of it.
import { Refusal } from '@heliograph/contract/errors.ts';
import type { CallContext } from '../context.ts';
import { inputsToRead } from '../energy/rules/moduleShares.ts';
import { type ModuleRow, moduleRows } from '../installation/modules.ts';
import type { Input } from '../installation/rules/orientation.ts';
import { accessibleDevice, type Device } from './accessibleDevice.ts';

export interface AccessibleModule {
  device: Device;
  input: Input;
  said: ModuleRow | undefined;
}

/** Refuses as `accessibleDevice` does, and with moduleNotFound where the device never had such an input. */
export async function accessibleModule(
  caller: Pick<CallContext, 'sql' | 'session' | 'at'>,
  { sid, sn, input }: { sid?: string | undefined; sn: string; input: number },
): Promise<AccessibleModule> {
  const device = await accessibleDevice(caller, { sid, sn });
  const rows = (await moduleRows(caller.sql, device.sid, [sn])).get(sn) ?? [];
  const said = rows.find((row) => row.input === input);
  const known = said?.input ?? inputsToRead(device.inputs, device.quantities).find((one) => one === input);
  if (known === undefined) throw new Refusal('moduleNotFound', { sn, input });
  return { device, input: known, said };
}
