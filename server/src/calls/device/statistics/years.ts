// device/statistics/years: energy of a device or module by year, compared with the year before.

import { accessibleDevice } from '../../../access/accessibleDevice.ts';
import { accessibleModule } from '../../../access/accessibleModule.ts';
import { readComparedYears } from '../../../energy/expected/yearOnYear.ts';
import type { Handler } from '../../../platform/handler.ts';

export const deviceStatisticsYears: Handler<'device/statistics/years'> = async ({ sid, sn, input }, caller) => {
  if (input === undefined) {
    const device = await accessibleDevice(caller, { sid, sn });
    return { list: await readComparedYears(caller.sql, device, null, caller.at) };
  }
  const module = await accessibleModule(caller, { sid, sn, input });
  return { list: await readComparedYears(caller.sql, module.device, module.input, caller.at) };
};
