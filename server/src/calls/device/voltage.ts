// device/voltage: evidence of the grid voltage that a device measured, for its operator.
import { requireDays, voltageEvidence } from '../../figures/voltageEvidence.ts';
import type { Handler } from '../../handler.ts';
import { localDay } from '../../rules/localDays.ts';
import { visibleDevice } from '../../sql/visibleDevice.ts';
import { mustHaveBegun } from '../../wire/chartPeriods.ts';

export const deviceVoltage: Handler<'device/voltage'> = async (request, caller) => {
  const { start, end = start, nominal } = request;
  requireDays(start, end);
  const device = await visibleDevice(caller, request);
  mustHaveBegun(start, localDay(caller.at.getTime(), device.timezone));
  const { evidence } = await voltageEvidence(caller.sql, device, { start, end, nominal, at: caller.at });
  return evidence;
};
