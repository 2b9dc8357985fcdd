// device/delete: releases a device and, if requested, the devices attached to it.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableDevice } from '../../access/lockDevice.ts';
import { childrenOf, releaseDevices } from '../../claiming/claimDevices.ts';
import type { Handler } from '../../platform/handler.ts';

export const deviceDelete: Handler<'device/delete'> = async ({ sid, sn, children, reason }, caller) => {
  const { sql, at } = caller;
  const device = await lockEditableDevice(caller, { sid, sn });
  if (device.removed) throw new ApiError('deviceNotFound');
  const removed = [sn, ...(children === 'go' ? await childrenOf(sql, { sid, sn }) : [])];
  const ended = await releaseDevices(sql, { sid, at, reason }, removed);
  caller.noteAudit({ after: { removed, reason, ...ended } });
  return { removed };
};
