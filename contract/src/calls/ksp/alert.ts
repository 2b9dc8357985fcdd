// ksp/alert
import { call } from '../../call.ts';
import { sn } from '../../entities/parts.ts';
import { deviceAlerts } from '../device/alerts.ts';

export const kspAlert = call({
  summary: 'Events of a hybrid inverter or an all-in-one machine, as device/alerts.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: deviceAlerts.request.omit({ gatewaySn: true }).extend({ sn }),
  response: deviceAlerts.response,
  errors: [...deviceAlerts.errors, 'otherKind'],
});
