// ksp/recordTime (spelling of the API): times when the settings of a hybrid's battery were read, with their values.
import { recordedSets } from '../../commands/batterySettings.ts';
import type { Handler } from '../../platform/handler.ts';

export const kspRecordTime: Handler<'ksp/recordTime'> = (request, caller) => recordedSets(request, caller);
