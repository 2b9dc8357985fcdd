// ksp/paramateCure (spelling of the API: setting a hybrid's battery)
import { call } from '../../call.ts';
import { batteryChanged, batteryErrors, batteryRequest, settingsRequest } from '../../entities/battery.ts';

export const kspParamateCure = call({
  summary:
    'Sets mode, levels and, where they are given, periods of the battery of a hybrid inverter or an all-in-one machine, as battery/hx/params/setting.',
  access: { anyOf: ['DeviceControl'] },
  request: batteryRequest.extend(settingsRequest),
  response: batteryChanged,
  errors: batteryErrors.change,
  transaction: 'change',
});
