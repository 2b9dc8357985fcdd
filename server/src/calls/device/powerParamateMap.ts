// device/powerParamateMap (spelling of the API): the quantities a device reports, which are the `lines` its charts accept.

import { accessibleDevice } from '../../access/accessibleDevice.ts';
import { parametersOf } from '../../families/families.ts';
import { titleOf } from '../../families/quantityTexts.ts';
import type { Handler } from '../../platform/handler.ts';

export const devicePowerParamateMap: Handler<'device/powerParamateMap'> = async (request, caller) => {
  const device = await accessibleDevice(caller, request);
  return {
    list: parametersOf(device).map(({ name, unit, quantity }) => ({
      name,
      unit,
      title: titleOf(quantity, caller.language),
    })),
  };
};
