// device/alerts: events of a plant's devices, newest first; or of all accessible plants, open ones first.
import type { Handler } from '../../platform/handler.ts';
import { deviceEvents } from '../../problems/deviceEvents/listEvents.ts';

export const deviceAlerts: Handler<'device/alerts'> = deviceEvents;
