// Table rows and columns of the module inputs (MPPT).
import type { InputNow } from '@heliograph/contract/entities/deviceNow.ts';
import type { TFunction } from 'i18next';
import type { ValueColumn, ValueRow } from './Values.tsx';

export const inputColumns = (t: TFunction): ValueColumn[] => [
  { title: t('device.voltage'), unit: 'V', digits: 1 },
  { title: t('device.current'), unit: 'A', digits: 2 },
  { title: t('device.power'), unit: 'W', digits: 0 },
];

export const inputRows = (inputs: readonly InputNow[], t: TFunction): ValueRow[] =>
  inputs.map(({ input, voltage, current, power, share }) => ({
    name: t('device.inputOf', { n: input }),
    values: [voltage, current, power],
    share,
  }));
