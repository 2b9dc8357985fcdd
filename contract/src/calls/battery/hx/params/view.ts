// battery/hx/params/view
import { call } from '../../../../call.ts';
import { batteryErrors, batteryRequest, batteryView } from '../../../../entities/battery.ts';

export const batteryHxParamsView = call({
  summary:
    'The settings of a battery: modes, levels and periods that may be set, what the device said last, what was asked for and how far that is, and the last good set.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: batteryRequest,
  response: batteryView,
  errors: batteryErrors.read,
});
