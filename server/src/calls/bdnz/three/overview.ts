// bdnz/three/overview: current readings of a meter by phase, and its energy in both directions.
import type { Flow } from '@heliograph/contract/flows.ts';
import { deviceOfKind } from '../../../devices/deviceOfKind.ts';
import { acNowOf, freshQuantities, headOfDevice, powerModeOf, rounded } from '../../../devices/presentDevice.ts';
import { deviceFlows } from '../../../energy/flows/deviceFlowTotals.ts';
import { readMeterSettings } from '../../../installation/meterSettings.ts';
import { countsAs, settingOn } from '../../../installation/rules/flowRoles.ts';
import { reversedQuantities, reversePolarity } from '../../../installation/rules/reversedPolarity.ts';
import { localDay } from '../../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../../platform/handler.ts';
import { imbalancePercent, spreadOf } from '../../../problems/rules/phaseImbalance.ts';

export const bdnzThreeOverview: Handler<'bdnz/three/overview'> = async (request, caller) => {
  const { sql, at } = caller;
  const device = await deviceOfKind(caller, request, 'meter');
  const [meter, flows] = await Promise.all([readMeterSettings(sql, device), deviceFlows(device, caller)]);
  const settings = meter?.settings ?? [];
  const today = localDay(at.getTime(), device.timezone);
  const setting = settingOn(settings, today);
  const { role, reversed } = setting;
  const measured = reversePolarity(freshQuantities(device, at), reversedQuantities('meter', setting));
  const { meterType } = device;
  const powerMode = meterType ?? powerModeOf(device);
  const ac = acNowOf(device, measured, 'gridPowerW', powerMode);
  const voltages = powerMode === 'threeWire' ? ac.lineVoltages : ac.phases;
  const flowOf = (requested: Flow | null) => flows.find(({ flow }) => flow === requested) ?? null;
  const positive = countsAs(reversed ? 'toGrid' : 'fromGrid', today, { isMeter: true, settings });
  return {
    ...headOfDevice(device, caller),
    meterType,
    powerMode,
    role,
    reversed,
    ac,
    imbalance: {
      voltage: rounded(imbalancePercent(voltages.map(({ voltage }) => voltage))),
      current: rounded(imbalancePercent(ac.phases.map(({ current }) => current))),
      unit: '%',
      power: rounded(spreadOf(ac.phases.map(({ power }) => power))),
      powerUnit: 'W',
    },
    positiveEnergy: flowOf(positive),
    nativeEnergy: flowOf('toGrid'),
  };
};
