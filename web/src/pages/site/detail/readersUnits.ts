// Charts in the units that the plant's readers use.
import type { Chart } from '@heliograph/contract/entities/statistics.ts';
import { unitText } from '../../../components/chart/lines.ts';
import type { TemperatureUnit } from '../../../format/numbers.ts';

/** Temperatures travel in degrees Celsius. */
export function inReadersUnits<C extends Pick<Chart, 'series'>>(chart: C, unit: TemperatureUnit | undefined): C {
  if (unit !== 'Fahrenheit') return chart;
  const series = chart.series.map((line) =>
    unitText(line.unit) === '°C'
      ? { ...line, unit: '°F', data: line.data.map((value) => (value === null ? null : (value * 9) / 5 + 32)) }
      : line,
  );
  return { ...chart, series };
}
