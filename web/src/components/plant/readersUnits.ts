// Charts in the units that the plant's readers use.
import type { Chart } from '@heliograph/contract/entities/statistics.ts';
import type { TemperatureUnit } from '../../format/numbers.ts';
import { unitText } from '../chart/lines.ts';

type Values = Chart['series'][number]['data'];
interface Drawn extends Pick<Chart, 'series'> {
  bands?: { least: Values; greatest: Values }[];
}

const inFahrenheit = (values: Values): Values => values.map((value) => (value === null ? null : (value * 9) / 5 + 32));

/** Temperatures travel in degrees Celsius. */
export function inReadersUnits<C extends Drawn>(chart: C, unit: TemperatureUnit | undefined): C {
  if (unit !== 'Fahrenheit') return chart;
  const isTemperature = chart.series.map((line) => unitText(line.unit) === '°C');
  const series = chart.series.map((line, place) =>
    isTemperature[place] ? { ...line, unit: '°F', data: inFahrenheit(line.data) } : line,
  );
  const bands = chart.bands?.map(({ least, greatest }, place) =>
    isTemperature[place] ? { least: inFahrenheit(least), greatest: inFahrenheit(greatest) } : { least, greatest },
  );
  return { ...chart, series, ...(bands ? { bands } : {}) };
}
