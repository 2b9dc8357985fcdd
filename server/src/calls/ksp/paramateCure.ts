// ksp/paramateCure (spelling of the API): sets the mode, levels and periods of a hybrid's battery as a whole.
import { changeWithPassword } from '../../accounts/passwords/reauthenticate.ts';
import { setBattery } from '../../commands/batterySettings.ts';
import type { Handler } from '../../platform/handler.ts';

export const kspParamateCure: Handler<'ksp/paramateCure'> = ({ password, ...request }, caller) =>
  changeWithPassword(caller, password, (sql, hasPassword) =>
    setBattery(request, { ...caller, sql }, 'hybrid', hasPassword),
  );
