// ksp/cureParamateMap (spelling of the API): the settings of a hybrid's battery, as stored in the device and as requested.
import { viewBattery } from '../../commands/batterySettings.ts';
import type { Handler } from '../../platform/handler.ts';

export const kspCureParamateMap: Handler<'ksp/cureParamateMap'> = (request, caller) =>
  viewBattery(request, caller, 'hybrid');
