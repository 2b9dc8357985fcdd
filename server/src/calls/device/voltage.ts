// device/voltage: evidence of the grid voltage that a device measured, for its operator.
import { requireDays, voltageEvidence } from '../../figures/voltageEvidence.ts';
import type { Handler } from '../../handler.ts';
import { visibleDevice } from '../../sql/visibleDevice.ts';

export const deviceVoltage: Handler<'device/voltage'> = async (request, caller) => {
  const { start, end = start, nominal } = request;
  requireDays(start, end);
  const device = await visibleDevice(caller, request);
  const { evidence } = await voltageEvidence(caller.sql, device, { start, end, nominal, at: caller.at });
  return evidence;
};
