// Reads one module of a device that the session may see: the device and the module's stored settings.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { CallContext } from '../context.ts';
import { inputsToRead } from '../energy/rules/moduleShares.ts';
import { type ModuleRow, moduleRows } from '../installation/modules.ts';
import type { Input } from '../installation/rules/orientation.ts';
import { accessibleDevice, type Device } from './accessibleDevice.ts';

export interface AccessibleModule {
  device: Device;
  input: Input;
  /** Stored settings; undefined: the module has none. */
  settings: ModuleRow | undefined;
}

/** Returns the module. Refuses as `accessibleDevice` does, and with moduleNotFound if the device never had such an input. */
export async function accessibleModule(
  context: Pick<CallContext, 'sql' | 'session' | 'at'>,
  { sid, sn, input }: { sid?: string | undefined; sn: string; input: number },
): Promise<AccessibleModule> {
  const device = await accessibleDevice(context, { sid, sn });
  const rows = (await moduleRows(context.sql, device.sid, [sn])).get(sn) ?? [];
  const stored = rows.find((row) => row.input === input);
  const known = stored?.input ?? inputsToRead(device.inputs, device.quantities).find((each) => each === input);
  if (known === undefined) throw new ApiError('moduleNotFound', { sn, input });
  return { device, input: known, settings: stored };
}
