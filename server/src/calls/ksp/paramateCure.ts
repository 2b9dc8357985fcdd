// ksp/paramateCure (spelling of the API): sets the mode, levels and periods of a hybrid's battery as a whole.
import { setBattery } from '../../commands/batterySettings.ts';
import type { Handler } from '../../platform/handler.ts';

export const kspParamateCure: Handler<'ksp/paramateCure'> = (request, caller) => setBattery(request, caller, 'hybrid');
