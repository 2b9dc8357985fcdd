// device/voltage: evidence of the grid voltage measured by a device, for the grid operator.

import { accessibleDevice } from '../../access/accessibleDevice.ts';
import { assertHasBegun } from '../../energy/charts/chartPeriods.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../platform/handler.ts';
import { requireDays, voltageEvidence } from '../../reports/voltageEvidence.ts';

export const deviceVoltage: Handler<'device/voltage'> = async (request, caller) => {
  const { start, end = start, nominal } = request;
  requireDays(start, end);
  const device = await accessibleDevice(caller, request);
  assertHasBegun(start, localDay(caller.at.getTime(), device.timezone));
  const { evidence } = await voltageEvidence(caller.sql, device, { start, end, nominal, at: caller.at });
  return evidence;
};
