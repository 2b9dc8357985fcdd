// battery/hx/params/setting: sets a battery's mode, levels and periods as a whole.
import { changeWithPassword } from '../../../../accounts/passwords/reauthenticate.ts';
import { setBattery } from '../../../../commands/batterySettings.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const batteryHxParamsSetting: Handler<'battery/hx/params/setting'> = ({ password, ...request }, caller) =>
  changeWithPassword(caller, password, (sql, hasPassword) =>
    setBattery(request, { ...caller, sql }, 'battery', hasPassword),
  );
