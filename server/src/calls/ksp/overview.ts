// ksp/overview: current values of a hybrid inverter or an all-in-one system.
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { deviceOfKind } from '../../devices/deviceOfKind.ts';
import {
  acNowOf,
  batteryNowOf,
  deviceNow,
  freshQuantities,
  headOfDevice,
  inputsNow,
  powerOf,
  temperatureOf,
} from '../../devices/presentDevice.ts';
import { modulesToday } from '../../energy/modules/moduleEnergy.ts';
import { plantFlowOf } from '../../energy/periods/presentProduction.ts';
import { profileOf } from '../../families/families.ts';
import { reversedOn } from '../../installation/meterSettings.ts';
import { reversePolarity } from '../../installation/rules/reversedPolarity.ts';
import { freshPower } from '../../live/rules/freshness.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../platform/handler.ts';

export const kspOverview: Handler<'ksp/overview'> = async (request, caller) => {
  const { sql, at } = caller;
  const stored = await deviceOfKind(caller, request, 'hybrid');
  const { sn, timezone, mode, frameProfile, ratedPowerW } = stored;
  const day = localDay(at.getTime(), timezone);
  const quantities = reversePolarity(stored.quantities, (await reversedOn(sql, stored))(day));
  const device = { ...stored, quantities };
  const today = await modulesToday(sql, device, [device], day);
  const q = freshQuantities(device, at);
  const nodeOf = (name: QuantityName) => (name in quantities ? powerOf(q[name]) : null);
  const hasBattery = Object.keys(quantities).some((name) => name.startsWith('battery'));
  return {
    ...headOfDevice(device, caller),
    mode: profileOf(frameProfile).modes[mode] ?? '',
    ...temperatureOf(q.temperatureC),
    pv: { ...powerOf(freshPower(device, at)), inputs: inputsNow(device, at, today.get(sn)) },
    ac: acNowOf(device, q, 'powerW'),
    grid: nodeOf('gridPowerW'),
    load: nodeOf('loadPowerW'),
    generator: nodeOf('generatorPowerW'),
    backup: nodeOf('backupPowerW'),
    battery: hasBattery ? batteryNowOf(q) : null,
    energy: plantFlowOf(deviceNow(device, at), ratedPowerW),
  };
};
