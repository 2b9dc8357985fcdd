// Live values of a battery as label-value pairs, for batteries that report by themselves and those of a hybrid.
import type { Response } from '@heliograph/contract/calls.ts';
import type { TFunction } from 'i18next';
import { temperature as figureOfTemperature, full, inline, type TemperatureUnit } from '../../format/numbers.ts';
import { withUnit } from './acValues.ts';
import type { Pair } from './Pairs.tsx';

type Battery = NonNullable<Response<'ksp/overview'>['battery']>;

export const temperatureText = (celsius: number | null, unit: TemperatureUnit | undefined): string | undefined =>
  celsius === null ? undefined : inline(figureOfTemperature(celsius, unit));

export const batteryPairs = (
  { soh, voltage, current, temperature, cycles }: Battery,
  unit: TemperatureUnit | undefined,
  t: TFunction,
): Pair[] => [
  [t('device.soh'), withUnit(soh, 1, '%')],
  [t('device.voltage'), withUnit(voltage, 1, 'V')],
  [t('device.current'), withUnit(current, 1, 'A')],
  [t('device.temperature'), temperatureText(temperature, unit)],
  [t('device.cycles'), cycles === null ? undefined : full(cycles, 0)],
];

/** Returns the text key of the battery's state: power above 0 is discharging, below 0 charging. */
export function batteryWord({ power }: Pick<Battery, 'power'>) {
  if (power === null) return 'device.power';
  if (power === 0) return 'device.resting';
  return power > 0 ? 'device.discharging' : 'device.charging';
}
