// ksp/cureParamateMap (spelling of the API: settings of a hybrid's battery)
import { call } from '../../call.ts';
import { batteryErrors, batteryRequest, batteryView } from '../../entities/battery.ts';

export const kspCureParamateMap = call({
  summary: 'The settings of the battery of a hybrid inverter or an all-in-one machine, as battery/hx/params/view.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: batteryRequest,
  response: batteryView,
  errors: batteryErrors.read,
});
