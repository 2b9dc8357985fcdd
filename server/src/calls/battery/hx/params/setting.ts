// battery/hx/params/setting: sets a battery's mode, levels and periods as a whole.
import { setBattery } from '../../../../commands/batterySettings.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const batteryHxParamsSetting: Handler<'battery/hx/params/setting'> = (request, caller) =>
  setBattery(request, caller, 'battery');
