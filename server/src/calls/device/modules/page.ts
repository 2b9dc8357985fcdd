// device/modules/page: the pages that a plant's modules are sorted into.
import { Refusal } from '@heliograph/contract/errors.ts';
import { accessibleSite } from '../../../access/accessibleSite.ts';
import { seesDevices } from '../../../access/pageModules.ts';
import { modulePages } from '../../../installation/modules.ts';
import type { Handler } from '../../../platform/handler.ts';

export const deviceModulesPage: Handler<'device/modules/page'> = async ({ sid }, caller) => {
  await accessibleSite(caller, sid);
  // Who sees no devices is told of no modules.
  if (!seesDevices(caller.session)) throw new Refusal('deviceNotFound');
  return { list: await modulePages(caller.sql, sid) };
};
