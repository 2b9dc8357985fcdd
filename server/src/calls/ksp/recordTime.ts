// ksp/recordTime (the wire's words): when the settings of a hybrid's battery were read, and what they were.
import { recordedSets } from '../../commands/batterySettings.ts';
import type { Handler } from '../../platform/handler.ts';

export const kspRecordTime: Handler<'ksp/recordTime'> = (request, caller) => recordedSets(request, caller);
