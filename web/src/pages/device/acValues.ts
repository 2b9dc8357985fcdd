// Values of the AC side of a device: phases as a table, single values as lines.
import type { AcNow } from '@heliograph/contract/entities/deviceNow.ts';
import type { TFunction } from 'i18next';
import { fixed } from '../../format/numbers.ts';
import type { Pair } from './Pairs.tsx';
import type { ValueColumn, ValueRow } from './Values.tsx';

export const phaseColumns = (t: TFunction): ValueColumn[] => [
  { title: t('device.voltage'), unit: 'V', digits: 1 },
  { title: t('device.current'), unit: 'A', digits: 2 },
  { title: t('device.power'), unit: 'W', digits: 0 },
  { title: t('device.powerFactorShort'), unit: '', digits: 2 },
];

/** Rows of the phases and their sum. A column that no phase reports is omitted: a three-wire meter has no phase voltages. */
export function phaseRows({ phases, power, powerFactor }: AcNow, sum: string): ValueRow[] {
  const ifReported = <Key extends 'voltage' | 'current' | 'power' | 'powerFactor'>(key: Key, value: number | null) =>
    phases.some((phase) => phase[key] !== null) ? value : undefined;
  const rows = phases.map(
    ({ name, voltage, current, power: watts, powerFactor: factor }): ValueRow => ({
      name,
      values: [
        ifReported('voltage', voltage),
        ifReported('current', current),
        watts,
        ifReported('powerFactor', factor),
      ],
    }),
  );
  return rows.length === 0
    ? []
    : [
        ...rows,
        { name: sum, values: [undefined, undefined, power, ifReported('powerFactor', powerFactor)], isSum: true },
      ];
}

/** Formats a value, as "50.01 Hz"; undefined if it is not reported. */
export const withUnit = (value: number | null, digits: number, unit: string): string | undefined =>
  value === null ? undefined : `${fixed(value, digits)} ${unit}`.trim();

export const acPairs = (
  { phases, voltage, current, frequency, reactivePower, powerFactor }: AcNow,
  t: TFunction,
): Pair[] => [
  [t('device.voltage'), phases.length > 0 ? undefined : withUnit(voltage, 1, 'V')],
  [t('device.current'), phases.length > 0 ? undefined : withUnit(current, 2, 'A')],
  [t('device.frequency'), withUnit(frequency, 2, 'Hz')],
  [t('device.reactivePower'), withUnit(reactivePower, 0, 'var')],
  [
    t('device.powerFactor'),
    phases.some((phase) => phase.powerFactor !== null) ? undefined : withUnit(powerFactor, 2, ''),
  ],
];
