// battery/hx/params/setting
import { call } from '../../../../call.ts';
import { batteryChanged, batteryErrors, batteryRequest, settingsRequest } from '../../../../entities/battery.ts';

export const batteryHxParamsSetting = call({
  summary:
    'Sets mode, levels and, where they are given, periods of a battery. The whole set is checked, written at once and read back.',
  access: { anyOf: ['DeviceControl'] },
  request: batteryRequest.extend(settingsRequest),
  response: batteryChanged,
  errors: batteryErrors.change,
  transaction: 'change',
});
