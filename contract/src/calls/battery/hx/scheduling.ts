// battery/hx/scheduling
import { call } from '../../../call.ts';
import { batteryChanged, batteryErrors, batteryRequest, periodsRequest } from '../../../entities/battery.ts';

export const batteryHxScheduling = call({
  summary:
    'Sets the periods of a battery, and leaves the rest as the device has it. They are of the clock on the plant’s wall: nothing is done in an hour that it leaves out, and what lies in one that comes twice is done twice.',
  access: { anyOf: ['DeviceControl'] },
  request: batteryRequest.extend({ periods: periodsRequest }),
  response: batteryChanged,
  errors: batteryErrors.change,
  transaction: 'change',
});
