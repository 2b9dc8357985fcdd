// device/statistics/years: a device, or one of its modules, year by year beside the year before.

import { visibleDevice } from '../../../access/accessibleDevice.ts';
import { visibleModule } from '../../../access/accessibleModule.ts';
import { yearsBeside } from '../../../energy/expected/yearOnYear.ts';
import type { Handler } from '../../../platform/handler.ts';

export const deviceStatisticsYears: Handler<'device/statistics/years'> = async ({ sid, sn, input }, caller) => {
  if (input === undefined) {
    const device = await visibleDevice(caller, { sid, sn });
    return { list: await yearsBeside(caller.sql, device, null, caller.at) };
  }
  const module = await visibleModule(caller, { sid, sn, input });
  return { list: await yearsBeside(caller.sql, module.device, module.input, caller.at) };
};
