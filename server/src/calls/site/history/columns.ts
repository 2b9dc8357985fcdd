// site/history/columns: the quantities in the samples of a plant's devices, and these devices.
import { accessibleSite } from '../../../access/accessibleSite.ts';
import { headOf } from '../../../families/quantityTexts.ts';
import type { Handler } from '../../../platform/handler.ts';
import { columnsOfAll, plantDevices } from '../../../readings/plantDevices.ts';

export const siteHistoryColumns: Handler<'site/history/columns'> = async ({ sid }, caller) => {
  const devices = await plantDevices(caller.sql, await accessibleSite(caller, sid));
  return { list: columnsOfAll(devices).map((name) => ({ name, ...headOf(name, caller.language) })), devices };
};
