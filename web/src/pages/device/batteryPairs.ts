// A battery's values of now as lines, of a battery of its own and of one at a hybrid.
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

/** What it does, by the sign of its power. */
export function batteryWord({ power }: Pick<Battery, 'power'>) {
  if (power === null) return 'device.power';
  if (power === 0) return 'device.resting';
  return power > 0 ? 'device.discharging' : 'device.charging';
}
