// Conversion of charts to the temperature unit of the plant.
import type { Chart } from '@heliograph/contract/entities/statistics.ts';
import type { TemperatureUnit } from '../../format/numbers.ts';
import { unitText } from '../chart/lines.ts';

type Values = Chart['series'][number]['data'];
interface ChartValues extends Pick<Chart, 'series'> {
  bands?: { least: Values; greatest: Values }[];
}

const inFahrenheit = (values: Values): Values => values.map((value) => (value === null ? null : (value * 9) / 5 + 32));

/** Converts temperatures, which are degrees Celsius on the wire, to Fahrenheit if that is the unit. */
export function inUserUnits<C extends ChartValues>(chart: C, unit: TemperatureUnit | undefined): C {
  if (unit !== 'Fahrenheit') return chart;
  const isTemperature = chart.series.map((line) => unitText(line.unit) === '°C');
  const series = chart.series.map((line, index) =>
    isTemperature[index] ? { ...line, unit: '°F', data: inFahrenheit(line.data) } : line,
  );
  const bands = chart.bands?.map(({ least, greatest }, index) =>
    isTemperature[index] ? { least: inFahrenheit(least), greatest: inFahrenheit(greatest) } : { least, greatest },
  );
  return { ...chart, series, ...(bands ? { bands } : {}) };
}
