// The weather of the shown day as lines behind its power: what may be chosen, and the chosen of it in the chart's slots.
import type { Response } from '@heliograph/contract/calls.ts';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { portal } from '../../../brand/portal.ts';
import type { ChartLine } from '../../../components/chart/powerOption.ts';
import type { Quantity } from '../../../components/plant/LinePicker.tsx';
import { inReadersUnits } from '../../../components/plant/readersUnits.ts';
import type { TemperatureUnit } from '../../../format/numbers.ts';

type Hours = Response<'site/weatherHours'>;
type Values = Pick<Hours['list'][number], 'temperature' | 'clouds' | 'sun'>;

/** In the address; no quantity of the wire is called so. */
const LINES = {
  'Weather Temperature': { of: 'temperature', unit: 'degC', word: 'power.weather.temperature', ink: 'temperature' },
  'Weather Clouds': { of: 'clouds', unit: '%', word: 'power.weather.clouds', ink: 'muted' },
  'Weather Sun': { of: 'sun', unit: 'W/m²', word: 'power.weather.sun', ink: 'other' },
} as const satisfies Record<string, { of: keyof Values; unit: string; word: string; ink: ChartLine['ink'] }>;
type Name = keyof typeof LINES;
const NAMES = Object.keys(LINES) as Name[];
const DASH = [1, 3] as const;

interface Asked {
  sid: string;
  day: string;
  lines: readonly string[];
  /** Undefined: nothing is drawn yet. */
  slots: readonly string[] | undefined;
  temperatureUnit: TemperatureUnit | undefined;
}

export interface Weather {
  /** None where the portal asks no weather service. */
  known: readonly (Quantity & { label: string })[];
  chosen: readonly string[];
  /** Undefined: none is chosen, or it is not known yet. */
  drawn: readonly ChartLine[] | undefined;
  /** Why nothing is drawn of what is chosen; null: it is, or is being asked for. */
  trouble: 'failed' | 'tooOld' | 'unreached' | null;
}

/** Each hour's values in the slots that lie in it. */
function inSlots({ list }: Pick<Hours, 'list'>, slots: readonly string[], of: keyof Values): (number | null)[] {
  let hour = -1;
  return slots.map((iso) => {
    const ms = Date.parse(iso);
    while (hour + 1 < list.length && Date.parse(list[hour + 1]!.atIso) <= ms) hour++;
    const found = list[hour];
    return found && ms < Date.parse(found.atIso) + 3_600_000 ? found[of] : null;
  });
}

function linesOf({ slots, hours, chosen, temperatureUnit }: Drawn, t: TFunction): ChartLine[] {
  const series = chosen.map((name) => {
    const { unit, of } = LINES[name];
    return { name, unit, stack: '', data: inSlots(hours, slots, of) };
  });
  return inReadersUnits({ series }, temperatureUnit).series.map(({ name, unit, data }) => {
    const { ink, word } = LINES[name as Name];
    return { ink, dash: DASH, isArea: false, name, label: t(word), unit, data };
  });
}

interface Drawn {
  slots: readonly string[];
  hours: Hours;
  chosen: readonly Name[];
  temperatureUnit: TemperatureUnit | undefined;
}

export function useWeather({ sid, day, lines, slots, temperatureUnit }: Asked): Weather {
  const { t } = useTranslation();
  const wanted = portal.asksWeather ? NAMES.filter((name) => lines.includes(name)).join() : '';
  const chosen = useMemo(() => NAMES.filter((name) => wanted.split(',').includes(name)), [wanted]);
  const { data, error } = useCall('site/weatherHours', { sid, day }, { enabled: chosen.length > 0 });
  const hours = chosen.length > 0 && data?.day === day ? data : undefined;
  const drawn = useMemo(
    () => (hours?.service === 'asked' && slots ? linesOf({ slots, hours, chosen, temperatureUnit }, t) : undefined),
    [hours, slots, chosen, temperatureUnit, t],
  );
  const service = hours?.service;
  return {
    known: portal.asksWeather
      ? NAMES.map((name) => ({ name, unit: unitFor(name, temperatureUnit), label: t(LINES[name].word) }))
      : [],
    chosen,
    drawn,
    trouble: chosen.length > 0 && error ? 'unreached' : service === 'failed' || service === 'tooOld' ? service : null,
  };
}

const unitFor = (name: Name, temperatureUnit: TemperatureUnit | undefined): string =>
  LINES[name].of === 'temperature' && temperatureUnit === 'Fahrenheit' ? '°F' : LINES[name].unit;
