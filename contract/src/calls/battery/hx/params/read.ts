// battery/hx/params/read
import { call } from '../../../../call.ts';
import { batteryChanged, batteryErrors, batteryRequest } from '../../../../entities/battery.ts';

export const batteryHxParamsRead = call({
  summary:
    'Reads the settings of a battery or of a hybrid from the device. While a read or a change of them has not ended, returns that command and sends none.',
  access: { anyOf: ['DeviceControl', 'OwnBatteryUpdate'] },
  request: batteryRequest,
  response: batteryChanged,
  errors: [...batteryErrors.read, 'siteReadOnly', 'controlIsOff', 'commandQueueFull'],
  transaction: 'change',
});
