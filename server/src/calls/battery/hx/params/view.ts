// battery/hx/params/view: the settings of a battery, as stored in the device and as requested.
import { viewBattery } from '../../../../commands/batterySettings.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const batteryHxParamsView: Handler<'battery/hx/params/view'> = (request, caller) =>
  viewBattery(request, caller, 'battery');
