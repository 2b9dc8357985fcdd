// device/alerts: what was noted of a plant's devices, the newest first; or of all plants that one sees, what goes on first.
import type { Handler } from '../../handler.ts';
import { deviceEvents } from '../../sql/deviceEvents.ts';

export const deviceAlerts: Handler<'device/alerts'> = deviceEvents;
