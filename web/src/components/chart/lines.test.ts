// Names of chart lines: the page's own, else the server's title, else the wire name; a colour by unit.
import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { lineLabel, lineLook } from './lines.ts';

const t = ((key: string) => key) as TFunction;

test.each([
  ['Wind Speed', 'Speed of the wind', 'chart.line.windSpeed'],
  ['DC Voltage_2', 'Voltage of input 2', 'chart.line.ofInput'],
  ['Humidity', 'Air humidity', 'Air humidity'],
  ['Cell Voltage_3', 'Voltage of cell 3', 'Voltage of cell 3'],
  ['Humidity', undefined, 'Humidity'],
])('%s with the title %s is called %s', (name, title, label) => {
  expect(lineLabel(name, t, title)).toBe(label);
});

test('a line that no list names has the colour of its unit', () => {
  expect(lineLook('Humidity', '%').ink).toBe('other');
  expect(lineLook('Cell Temperature', '°C').ink).toBe('temperature');
});
