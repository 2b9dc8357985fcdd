// battery/hx/params/setting
import { call } from '../../../../call.ts';
import { batteryAsked, batteryChanged, batteryRefusals, settingsAsked } from '../../../../entities/battery.ts';

export const batteryHxParamsSetting = call({
  summary:
    'Sets mode, levels and, where they are given, periods of a battery. The whole set is checked, written at once and read back.',
  access: { anyOf: ['DeviceControl'] },
  request: batteryAsked.extend(settingsAsked),
  response: batteryChanged,
  refusals: batteryRefusals.change,
  transaction: 'change',
});
