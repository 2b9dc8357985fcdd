// device/alerts: events of a plant's devices, newest first; or of all accessible plants, open ones first.
import { documentCounts } from '../../documents/documents.ts';
import type { Handler } from '../../platform/handler.ts';
import { deviceEvents } from '../../problems/deviceEvents/listEvents.ts';

export const deviceAlerts: Handler<'device/alerts'> = async (request, caller) =>
  await deviceEvents(request, { ...caller, documents: await documentCounts(caller.sql, caller.session) });
