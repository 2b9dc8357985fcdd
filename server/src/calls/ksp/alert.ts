// ksp/alert: events of a hybrid inverter or an all-in-one system, newest first.

import { deviceOfKind } from '../../devices/deviceOfKind.ts';
import { documentCounts } from '../../documents/documents.ts';
import type { Handler } from '../../platform/handler.ts';
import { deviceEvents } from '../../problems/deviceEvents/listEvents.ts';

export const kspAlert: Handler<'ksp/alert'> = async (request, caller) => {
  await deviceOfKind(caller, request, 'hybrid');
  return await deviceEvents(request, { ...caller, documents: await documentCounts(caller.sql, caller.session) });
};
