// battery/hx/history
import { call } from '../../../call.ts';
import { deviceHistory } from '../../device/history.ts';

export const batteryHxHistory = call({
  summary: 'Samples of a battery, as device/history.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: deviceHistory.request,
  response: deviceHistory.response,
  errors: [...deviceHistory.errors, 'otherKind'],
});
