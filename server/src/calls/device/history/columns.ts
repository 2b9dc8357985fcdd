// device/history/columns: the quantities in a device's samples.

import { accessibleDevice } from '../../../access/accessibleDevice.ts';
import { columnsOf } from '../../../families/families.ts';
import { headOf } from '../../../families/quantityTexts.ts';
import type { Handler } from '../../../platform/handler.ts';

export const deviceHistoryColumns: Handler<'device/history/columns'> = async (request, caller) => {
  const names = columnsOf(await accessibleDevice(caller, request));
  return { list: names.map((name) => ({ name, ...headOf(name, caller.language) })) };
};
