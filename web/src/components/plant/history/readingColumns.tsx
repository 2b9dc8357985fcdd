// The columns of a table of readings: the time, measured quantities in the call's order, and the device's status.
import type { Response } from '@heliograph/contract/calls.ts';
import type { TFunction } from 'i18next';
import { DASH, fixed, type TemperatureUnit } from '../../../format/numbers.ts';
import { dayText } from '../../../format/times.ts';
import type { ListColumn } from '../../list/column.ts';
import type { Reading } from './useReadings.ts';

const MAX_DIGITS = 3;
/** Minimum width of a column of figures; its title may wrap between words, but not within a word. */
const MIN_PX = 120;
const LETTER_PX = 7;
const PADDING_PX = 24;
const widthOf = (title: string): number =>
  Math.max(MIN_PX, ...title.split(' ').map((word) => (word.length + 1) * LETTER_PX + PADDING_PX));

interface ColumnOptions {
  columns: Response<'device/history'>['columns'];
  temperatureUnit: TemperatureUnit | undefined;
  /** Number of decimals by quantity: the same in the whole column, so that decimal points are aligned. */
  digits: ReadonlyMap<string, number>;
  /** More than one day is shown. */
  withDay: boolean;
}

const isFahrenheit = (unit: string, temperatureUnit: TemperatureUnit | undefined): boolean =>
  unit === '°C' && temperatureUnit === 'Fahrenheit';
const converted = (value: number, asFahrenheit: boolean): number => (asFahrenheit ? (value * 9) / 5 + 32 : value);

export function readingColumns(
  { columns, temperatureUnit, digits, withDay }: ColumnOptions,
  t: TFunction,
): ListColumn<Reading, never>[] {
  return [
    {
      id: 'time',
      title: t('history.time'),
      widthPx: withDay ? 196 : 110,
      isFixed: true,
      cell: ({ time }) => (
        <span className="num">
          {withDay ? t('history.dayAndTime', { day: dayText(time), time: time.slice(11) }) : time.slice(11)}
        </span>
      ),
    },
    ...columns.map(({ name, title, unit }): ListColumn<Reading, never> => {
      const asFahrenheit = isFahrenheit(unit, temperatureUnit);
      return {
        id: name,
        title,
        unit: asFahrenheit ? '°F' : unit,
        widthPx: widthOf(title),
        isNumber: true,
        cell: ({ values }) => {
          const value = values.get(name) ?? null;
          return value === null ? DASH : fixed(converted(value, asFahrenheit), digits.get(name) ?? 0);
        },
      };
    }),
    {
      id: 'status',
      title: t('history.status'),
      widthPx: 190,
      cell: ({ code, statusTitle }) => <span className={code === '0000' ? 'muted' : undefined}>{statusTitle}</span>,
    },
    {
      id: 'code',
      title: t('history.code'),
      widthPx: 76,
      cell: ({ code }) => <span className={code === '0000' ? 'muted num' : 'num'}>{code}</span>,
    },
    {
      id: 'mode',
      title: t('history.mode'),
      widthPx: 130,
      isHiddenByDefault: true,
      cell: ({ mode }) => mode || DASH,
    },
    {
      id: 'source',
      title: t('history.source'),
      widthPx: 100,
      isHiddenByDefault: true,
      cell: ({ imported }) => <span className="muted">{t(imported ? 'history.imported' : 'history.device')}</span>,
    },
  ];
}

/** Returns the decimals that any of these rows needs; earlier decimals are retained, so that no column jumps during scrolling. */
export function widened(
  before: ReadonlyMap<string, number>,
  rows: readonly (readonly Reading[])[],
  { columns, temperatureUnit }: Pick<ColumnOptions, 'columns' | 'temperatureUnit'>,
): ReadonlyMap<string, number> {
  let after: Map<string, number> | null = null;
  for (const { name, unit } of columns) {
    const asFahrenheit = isFahrenheit(unit, temperatureUnit);
    const needed = rows.flat().reduce((digits, { values }) => {
      const value = values.get(name) ?? null;
      return value === null ? digits : Math.max(digits, digitsOf(converted(value, asFahrenheit)));
    }, 0);
    if (needed > (before.get(name) ?? 0)) after = (after ?? new Map(before)).set(name, needed);
  }
  return after ?? before;
}

/** Returns the number of decimals of a value, at most three. */
function digitsOf(value: number): number {
  const [, decimals = ''] = String(Number(value.toFixed(MAX_DIGITS))).split('.');
  return decimals.length;
}
