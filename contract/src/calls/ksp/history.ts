// ksp/history
import { call } from '../../call.ts';
import { deviceHistory } from '../device/history.ts';

export const kspHistory = call({
  summary: 'Samples of a hybrid inverter or an all-in-one machine, as device/history.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: deviceHistory.request,
  response: deviceHistory.response,
  errors: [...deviceHistory.errors, 'otherKind'],
});
