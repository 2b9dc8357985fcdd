// The weather of the displayed day as lines behind its power: the quantities offered, and the selected ones in the chart's slots.
import type { Response } from '@heliograph/contract/calls.ts';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { portal } from '../../../brand/portal.ts';
import type { ChartLine } from '../../../components/chart/powerOption.ts';
import type { Quantity } from '../../../components/plant/LinePicker.tsx';
import { inUserUnits } from '../../../components/plant/userUnits.ts';
import type { TemperatureUnit } from '../../../format/numbers.ts';

type Hours = Response<'site/weatherHours'>;
type Values = Pick<Hours['list'][number], 'temperature' | 'clouds' | 'sun'>;

/** Names used in the URL; no device quantity has one of these names. */
const LINES = {
  'Weather Temperature': { field: 'temperature', unit: 'degC', word: 'power.weather.temperature', ink: 'temperature' },
  'Weather Clouds': { field: 'clouds', unit: '%', word: 'power.weather.clouds', ink: 'muted' },
  'Weather Sun': { field: 'sun', unit: 'W/m²', word: 'power.weather.sun', ink: 'other' },
} as const satisfies Record<string, { field: keyof Values; unit: string; word: string; ink: ChartLine['ink'] }>;
type Name = keyof typeof LINES;
const NAMES = Object.keys(LINES) as Name[];
const DASH = [1, 3] as const;

interface WeatherOptions {
  sid: string;
  day: string;
  lines: readonly string[];
  /** Slots of the chart; undefined: not loaded yet. */
  slots: readonly string[] | undefined;
  temperatureUnit: TemperatureUnit | undefined;
}

export interface Weather {
  /** Quantities offered; empty where the portal uses no weather service. */
  known: readonly (Quantity & { label: string })[];
  selected: readonly string[];
  /** Undefined: nothing is selected, or the weather is not loaded yet. */
  drawn: readonly ChartLine[] | undefined;
  /** Reason why the selected lines are not drawn; null: they are drawn, or still loading. */
  problem: 'failed' | 'tooOld' | 'unreached' | null;
}

/** Returns the value of each slot, taken from the hour it lies in; null: no data. */
function inSlots({ list }: Pick<Hours, 'list'>, slots: readonly string[], field: keyof Values): (number | null)[] {
  let hour = -1;
  return slots.map((iso) => {
    const ms = Date.parse(iso);
    while (hour + 1 < list.length && Date.parse(list[hour + 1]!.atIso) <= ms) hour++;
    const row = list[hour];
    return row && ms < Date.parse(row.atIso) + 3_600_000 ? row[field] : null;
  });
}

function linesOf({ slots, hours, selected, temperatureUnit }: Drawn, t: TFunction): ChartLine[] {
  const series = selected.map((name) => {
    const { unit, field } = LINES[name];
    return { name, unit, stack: '', data: inSlots(hours, slots, field) };
  });
  return inUserUnits({ series }, temperatureUnit).series.map(({ name, unit, data }) => {
    const { ink, word } = LINES[name as Name];
    return { ink, dash: DASH, isArea: false, name, label: t(word), unit, data };
  });
}

interface Drawn {
  slots: readonly string[];
  hours: Hours;
  selected: readonly Name[];
  temperatureUnit: TemperatureUnit | undefined;
}

export function useWeather({ sid, day, lines, slots, temperatureUnit }: WeatherOptions): Weather {
  const { t } = useTranslation();
  const selectedNames = portal.asksWeather ? NAMES.filter((name) => lines.includes(name)).join() : '';
  const selected = useMemo(() => NAMES.filter((name) => selectedNames.split(',').includes(name)), [selectedNames]);
  const { data, error } = useCall('site/weatherHours', { sid, day }, { enabled: selected.length > 0 });
  const hours = selected.length > 0 && data?.day === day ? data : undefined;
  const drawn = useMemo(
    () => (hours?.service === 'asked' && slots ? linesOf({ slots, hours, selected, temperatureUnit }, t) : undefined),
    [hours, slots, selected, temperatureUnit, t],
  );
  const service = hours?.service;
  return {
    known: portal.asksWeather
      ? NAMES.map((name) => ({ name, unit: unitFor(name, temperatureUnit), label: t(LINES[name].word) }))
      : [],
    selected,
    drawn,
    problem: selected.length > 0 && error ? 'unreached' : service === 'failed' || service === 'tooOld' ? service : null,
  };
}

const unitFor = (name: Name, temperatureUnit: TemperatureUnit | undefined): string =>
  LINES[name].field === 'temperature' && temperatureUnit === 'Fahrenheit' ? '°F' : LINES[name].unit;
