// battery/hx/scheduling: sets a battery's periods, the rest as the device has it.
import { setBattery } from '../../../commands/batterySettings.ts';
import type { Handler } from '../../../platform/handler.ts';

export const batteryHxScheduling: Handler<'battery/hx/scheduling'> = (request, caller) =>
  setBattery(request, caller, 'battery');
