// device/modules/page: the module pages of a plant.
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleSite } from '../../../access/accessibleSite.ts';
import { seesDevices } from '../../../access/pageModules.ts';
import { modulePages } from '../../../installation/modules.ts';
import type { Handler } from '../../../platform/handler.ts';

export const deviceModulesPage: Handler<'device/modules/page'> = async ({ sid }, caller) => {
  await accessibleSite(caller, sid);
  // Users who cannot see devices must not see modules.
  if (!seesDevices(caller.session)) throw new ApiError('deviceNotFound');
  return { list: await modulePages(caller.sql, sid) };
};
