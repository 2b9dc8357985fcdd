// ksp/alert: what was noted of a hybrid inverter or an all-in-one machine, the newest first.
import type { Handler } from '../../handler.ts';
import { deviceEvents } from '../../sql/deviceEvents.ts';
import { deviceOfKind } from '../../sql/deviceOfKind.ts';

export const kspAlert: Handler<'ksp/alert'> = async (request, caller) => {
  await deviceOfKind(caller, request, 'hybrid');
  return await deviceEvents(request, caller);
};
