// ksp/paramateCure (spelling of the API: setting a hybrid's battery)
import { call } from '../../call.ts';
import { batteryChanged, batteryErrors, batteryRequest, confirmedSettingsRequest } from '../../entities/battery.ts';

export const kspParamateCure = call({
  summary:
    'Sets mode, levels and, where they are given, periods of the battery of a hybrid inverter or an all-in-one machine, as battery/hx/params/setting.',
  access: { anyOf: ['DeviceControl', 'OwnBatteryUpdate'] },
  request: batteryRequest.extend(confirmedSettingsRequest),
  response: batteryChanged,
  errors: batteryErrors.confirmedChange,
  transaction: 'manual',
  changes: true,
});
