// Presents a device's current values for its pages: head, AC side, battery, inputs and strings, its part of the energy flow.

import type { AcNow, InputNow, StringNow } from '@heliograph/contract/entities/deviceNow.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { MeterType } from '@heliograph/contract/flows.ts';
import { staleAfterS } from '@heliograph/contract/freshness.ts';
import { PHASES, STRINGS } from '@heliograph/contract/inputs.ts';
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';
import type { NodeNow, PlantNow } from '../energy/periods/presentProduction.ts';
import { type Input, inputsOf } from '../installation/rules/orientation.ts';
import { alertTexts, lastUpdateTexts, statusTexts } from '../live/rowTexts.ts';
import { freshPower, isFresh } from '../live/rules/freshness.ts';
import { kWhOf } from '../platform/texts/numbers.ts';
import { type DeviceLive, moduleNow } from '../roof/moduleNow.ts';

interface Identified extends DeviceLive {
  sid: string;
  sn: string;
  alias: string;
  modelName: string;
  timezone: string;
  status: number;
  statusBits: number;
}

export function headOfDevice(device: Identified, { language, at }: { language: LanguageCode; at: Date }) {
  const { sid, sn, alias, modelName, timezone } = device;
  return {
    sid,
    sn,
    alias,
    modelName,
    timezone,
    ...statusTexts(device.status, language),
    ...alertTexts(device, language),
    ...lastUpdateTexts(device.at, timezone, at, language),
    isLive: isFresh(device, at),
    staleAfterS: staleAfterS(device.uploadEveryS),
  };
}

/** Returns the device's quantities; none if its last report is not fresh. */
export const freshQuantities = (device: DeviceLive, at: Date): Quantities =>
  isFresh(device, at) ? device.quantities : {};

/** Rounds to three decimals. */
export const rounded = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value * 1000) / 1000 + 0;

const power = (value: number | null | undefined) => ({ power: rounded(value), powerUnit: 'W' as const });
const voltage = (value: number | null | undefined) => ({ voltage: rounded(value), voltageUnit: 'V' as const });
const current = (value: number | null | undefined) => ({ current: rounded(value), currentUnit: 'A' as const });
export const powerOf = power;
export const temperatureOf = (value: number | null | undefined) => ({
  temperature: rounded(value),
  temperatureUnit: '°C' as const,
});
const reactive = (var_: number | null | undefined, factor: number | null | undefined) => ({
  reactivePower: rounded(var_),
  reactivePowerUnit: 'var' as const,
  powerFactor: rounded(factor),
});

const LINES = [
  ['L1-L2', 'l12VoltageV'],
  ['L2-L3', 'l23VoltageV'],
  ['L3-L1', 'l31VoltageV'],
] as const;

const reports = (device: DeviceLive, name: QuantityName): boolean => name in device.quantities;

/** Returns the wiring; three-wire systems report only voltages between phases; null: no voltage is reported. */
export function powerModeOf(device: DeviceLive): MeterType | null {
  const phases = PHASES.filter((n) => reports(device, `l${n}VoltageV`)).length;
  if (phases > 1) return 'fourWire';
  if (LINES.some(([, name]) => reports(device, name))) return 'threeWire';
  return phases === 1 || reports(device, 'gridVoltageV') ? 'singlePhase' : null;
}

/**
 * Presents the AC side. `q`: the current quantities; `wiring`: as registered, else as reported. The power is the sum of the phases if
 * the device reports no total.
 */
export function acNowOf(
  device: DeviceLive,
  q: Quantities,
  own: 'powerW' | 'gridPowerW',
  wiring: MeterType | null = powerModeOf(device),
): AcNow {
  const phases = (wiring === 'singlePhase' ? PHASES.slice(0, 1) : PHASES).filter((n) =>
    (['VoltageV', 'CurrentA', 'PowerW'] as const).some((suffix) => reports(device, `l${n}${suffix}`)),
  );
  const powers = phases.map((n) => q[`l${n}PowerW`] ?? null).filter((value) => value !== null);
  const sum =
    phases.length > 0 && powers.length === phases.length ? powers.reduce((all, value) => all + value, 0) : null;
  return {
    ...power(q[own] ?? sum),
    ...voltage(q.gridVoltageV),
    ...current(q.gridCurrentA),
    frequency: rounded(q.frequencyHz),
    frequencyUnit: 'Hz',
    ...reactive(q.reactivePowerVar, q.powerFactor),
    phases: phases.map((n) => ({
      name: `L${n}` as const,
      ...voltage(q[`l${n}VoltageV`]),
      ...current(q[`l${n}CurrentA`]),
      ...power(q[`l${n}PowerW`]),
      ...reactive(q[`l${n}ReactivePowerVar`], q[`l${n}PowerFactor`]),
    })),
    lineVoltages:
      wiring === 'threeWire'
        ? LINES.filter(([, name]) => reports(device, name)).map(([name, quantity]) => ({
            name,
            ...voltage(q[quantity]),
          }))
        : [],
  };
}

export const batteryNowOf = (q: Quantities) => ({
  soc: rounded(q.batterySocPercent),
  socUnit: '%' as const,
  soh: rounded(q.batterySohPercent),
  sohUnit: '%' as const,
  ...voltage(q.batteryVoltageV),
  ...current(q.batteryCurrentA),
  ...power(q.batteryPowerW),
  ...temperatureOf(q.batteryTemperatureC),
  cycles: rounded(q.batteryCycles),
});

/** Presents the modules that the device reports, without the comparison; `todayWh` comes from energy/modules/moduleEnergy.ts. */
export function inputsNow(device: DeviceLive, at: Date, todayWh: ReadonlyMap<Input, number> = new Map()): InputNow[] {
  const q = freshQuantities(device, at);
  return inputsOf(device.inputs, device.quantities).map((input) => {
    const { now } = moduleNow(device, input, at);
    return {
      input,
      ...voltage(q[`input${input}VoltageV`]),
      ...current(q[`input${input}CurrentA`]),
      ...power(now),
      todayPower: kWhOf(todayWh.get(input) ?? null),
      todayPowerUnit: 'kWh',
      median: null,
      share: null,
    };
  });
}

export function stringsNow(device: DeviceLive, at: Date): StringNow[] {
  const q = freshQuantities(device, at);
  return STRINGS.filter((n) => reports(device, `string${n}CurrentA`)).map((string) => ({
    string,
    ...current(q[`string${string}CurrentA`]),
    median: null,
    share: null,
  }));
}

/** Returns the parts of the energy flow that the device measures. Its load is the measured one, else the balance of the other parts. */
export function deviceNow(device: DeviceLive, at: Date): PlantNow {
  const q = freshQuantities(device, at);
  const ageS = device.at === null ? null : Math.max(0, Math.round((at.getTime() - device.at.getTime()) / 1000));
  const nodeOf = (has: boolean, powerW: number | null): NodeNow => ({
    has,
    powerW,
    ageS: powerW === null ? null : ageS,
    isOld: false,
  });
  const measured = (name: QuantityName): NodeNow => nodeOf(reports(device, name), q[name] ?? null);
  const PVPanel = nodeOf(true, freshPower(device, at));
  const [grid, battery, gen] = [measured('gridPowerW'), measured('batteryPowerW'), measured('generatorPowerW')];
  const parts = [PVPanel, grid, ...[battery, gen].filter(({ has }) => has)];
  const isKnown = grid.has && parts.every(({ powerW }) => powerW !== null);
  const balance = nodeOf(grid.has, isKnown ? parts.reduce((sum, { powerW }) => sum + powerW!, 0) : null);
  return {
    PVPanel,
    home: reports(device, 'loadPowerW') ? measured('loadPowerW') : balance,
    grid,
    battery: { ...battery, socPercent: rounded(q.batterySocPercent) },
    gen,
  };
}
