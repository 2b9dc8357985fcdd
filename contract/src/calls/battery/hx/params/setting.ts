// battery/hx/params/setting
import { call } from '../../../../call.ts';
import {
  batteryChanged,
  batteryErrors,
  batteryRequest,
  confirmedSettingsRequest,
} from '../../../../entities/battery.ts';

export const batteryHxParamsSetting = call({
  summary:
    'Sets mode, levels and, where they are given, periods of a battery. The whole set is checked, written at once and read back. The owner of the plant sets nothing but mode and reserve.',
  access: { anyOf: ['DeviceControl', 'OwnBatteryUpdate'] },
  request: batteryRequest.extend(confirmedSettingsRequest),
  response: batteryChanged,
  errors: batteryErrors.confirmedChange,
  transaction: 'manual',
  changes: true,
});
