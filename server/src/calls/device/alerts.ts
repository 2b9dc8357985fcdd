// device/alerts: what was noted of a plant's devices, the newest first; or of all plants that one sees, what goes on first.
import type { Handler } from '../../platform/handler.ts';
import { deviceEvents } from '../../problems/deviceEvents/listEvents.ts';

export const deviceAlerts: Handler<'device/alerts'> = deviceEvents;
