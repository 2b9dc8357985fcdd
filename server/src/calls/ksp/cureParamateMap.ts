// ksp/cureParamateMap (the wire's words): the settings of a hybrid's battery, in the device and wanted.
import { viewBattery } from '../../commands/batterySettings.ts';
import type { Handler } from '../../platform/handler.ts';

export const kspCureParamateMap: Handler<'ksp/cureParamateMap'> = (request, caller) =>
  viewBattery(request, caller, 'hybrid');
