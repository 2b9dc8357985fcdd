// battery/hx/scheduling: sets a battery's periods; all other settings stay as in the device.
import { setBattery } from '../../../commands/batterySettings.ts';
import type { Handler } from '../../../platform/handler.ts';

export const batteryHxScheduling: Handler<'battery/hx/scheduling'> = (request, caller) =>
  setBattery(request, caller, 'battery');
