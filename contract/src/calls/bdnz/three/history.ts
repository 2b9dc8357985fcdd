// bdnz/three/history
import { call } from '../../../call.ts';
import { deviceHistory } from '../../device/history.ts';

export const bdnzThreeHistory = call({
  summary: 'Samples of a meter, as device/history.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: deviceHistory.request,
  response: deviceHistory.response,
  errors: [...deviceHistory.errors, 'otherKind'],
});
