// Text of values, units, amounts of money, days and ages.

import { describe, expect, test } from 'vitest';
import { ageOf } from './ages.ts';
import {
  amountOf,
  angle,
  changeText,
  comparedPeak,
  energy,
  energyLike,
  fixed,
  full,
  hours,
  inline,
  likeOf,
  mass,
  money,
  peakPower,
  percent,
  power,
  powerLike,
  price,
  quantity,
  reportEnergy,
  specificYield,
  temperature,
  wireNumber,
} from './numbers.ts';
import { dateTime, dayIn, daysText, dayText, oneLine, whenText } from './times.ts';

test('an angle is shown to a tenth of a degree', () => {
  expect([32, 22.5, 22.46, 0, null].map((degrees) => angle(degrees, 'en'))).toEqual([
    '32°',
    '22.5°',
    '22.5°',
    '0°',
    '–',
  ]);
});

describe('figures', () => {
  test.each([
    [power(1284, 'en'), '1,284 W'],
    [power(4310, 'en'), '4.31 kW'],
    [power(0, 'en'), '0 W'],
    [power(12.34, 'en'), '12.3 W'],
    [power(-2610, 'en'), '-2.61 kW'],
    [power(999_960, 'en'), '1.00 MW'],
    [power(9996, 'en'), '10.0 kW'],
    [powerLike(1943, 43_000, 'en'), '1.94 kW'],
    [powerLike(43_000, 43_000, 'en'), '43.0 kW'],
    [powerLike(4.25, 43_000, 'en'), '0.00 kW'],
    [powerLike(212, 800, 'en'), '212 W'],
    [powerLike(12_345, 800, 'en'), '12,300 W'],
    [powerLike(4310, 0, 'en'), '4.31 kW'],
    [power(null, 'en'), '–'],
    [energyLike(0.448, [4.78], 'en'), '0.45 kWh'],
    [energyLike(4.78, [0.448, null], 'en'), '4.78 kWh'],
    [energyLike(0.448, [0.2], 'en'), '448 Wh'],
    [energyLike(0, [null], 'en'), '0 Wh'],
    [energyLike(null, [4.78], 'en'), '–'],
    [reportEnergy(0.448, 'en'), '0.45 kWh'],
    [reportEnergy(3.14, 'en'), '3.14 kWh'],
    [reportEnergy(90.9, 'en'), '90.9 kWh'],
    [reportEnergy(999.6, 'en'), '1.00 MWh'],
    [reportEnergy(43_210, 'en'), '43.2 MWh'],
    [reportEnergy(null, 'en'), '–'],
    [quantity(9999, 'km', 'en'), '9,999 km'],
    [quantity(69_873, 'oak days', 'en'), '69,900 oak days'],
    [quantity(-123_456, 'km', 'en'), '-123,000 km'],
    [power(Number.NaN, 'en'), '–'],
    [energy(3200, 'en'), '3.20 kWh'],
    [energy(12_400_000, 'en'), '12.4 MWh'],
    [energy(999_600, 'en'), '1.00 MWh'],
    [energy(178_200, 'en'), '178 kWh'],
    [energy(640, 'en'), '640 Wh'],
    [energy(3200, 'de'), '3,20 kWh'],
    [peakPower(6900, 'en'), '6.9 kWp'],
    [peakPower(43_030, 'en'), '43.0 kWp'],
    [peakPower(31_994, 'de'), '32,0 kWp'],
    [peakPower(10_000, 'en'), '10 kWp'],
    [peakPower(1597, 'en'), '1.60 kWp'],
    [peakPower(821, 'en'), '821 Wp'],
    [peakPower(1_125_400, 'en'), '1.13 MWp'],
    [peakPower(999_600, 'en'), '1.00 MWp'],
    [comparedPeak(6900, 'en'), '6.9 kWp'],
    [comparedPeak(1597, 'en'), '1,597 Wp'],
    [comparedPeak(640_000, 'en'), '640 kWp'],
    [mass(11_300, 'en'), '11.3 t'],
    [temperature(-0.04, 'Celsius', 'en'), '0 °C'],
    [temperature(25, 'Fahrenheit', 'en'), '77 °F'],
    [temperature(null), '–'],
  ])('%o is shown as %s', (figure, text) => expect(inline(figure)).toBe(text));

  test('power is shown in the unit of the rated power, or of the largest shown value', () => {
    expect([likeOf(43_000, 50_000), likeOf(0, 1943, null, -2610), likeOf(0, undefined)]).toEqual([43_000, 2610, 0]);
  });
  test('hours are shown in hours, days or years', () => {
    expect([hours(31, 'en'), hours(178_189, 'en'), hours(300, 'de'), hours(20_000, 'zh'), hours(null)]).toEqual([
      { text: '31', unit: 'hr' },
      { text: '20.3', unit: 'years' },
      { text: '12,5', unit: 'Tage' },
      { text: '2.28', unit: '年' },
      { text: '–', unit: '' },
    ]);
  });
  test('a specific yield is energy divided by peak power', () => {
    expect(specificYield(21.5, 43_000)).toBe(0.5);
    expect([specificYield(null, 43_000), specificYield(1, 0)]).toEqual([null, null]);
  });
  test('tables show all digits', () => {
    expect(full(12_345.678, 3, 'en')).toBe('12,345.678');
    expect(fixed(3, 2, 'en')).toBe('3.00');
    expect(full(null)).toBe('–');
  });
  test('a value that rounds to zero has no sign', () => {
    expect([fixed(-0.001, 2, 'en'), full(-0.001, 2, 'en'), fixed(-0.006, 2, 'en'), money(-0.001, 'EUR', 'en')]).toEqual(
      [...['0.00', '0', '-0.01', '€0.00']],
    );
    expect([percent(-0.001, 0, 'en'), changeText(-0.0001, 'en')]).toEqual(['0%', '0%']);
  });
  test('a missing wire value is null, not zero', () => {
    expect(wireNumber('')).toBeNull();
    expect(wireNumber('0')).toBe(0);
    expect(wireNumber('n/a')).toBeNull();
  });
  test('percent and money follow the language', () => {
    expect(percent(0.624, 0, 'en')).toBe('62%');
    expect(percent(null)).toBe('–');
    expect(money(1638.5, 'EUR', 'en')).toBe('€1,638.50');
    expect(money(1638.5, 'JPY', 'en')).toBe('¥1,639');
    expect(money(2, '', 'en')).toBe('2.00');
    expect(money(null, 'EUR')).toBe('–');
  });
  test('a price per kWh has at least the decimals of its currency, and all decimals that were entered', () => {
    expect([0.2, 0.0786, 0.24503, 12, -0.05].map((amount) => price(amount, 'EUR', 'en'))).toEqual([
      ...['0.20', '0.0786', '0.24503', '12.00', '-0.05'],
    ]);
    expect(price(0.2, 'EUR', 'de')).toBe('0,20');
    expect([price(27, 'JPY', 'en'), price(27.5, 'JPY', 'en'), price(0.03, 'KWD', 'en'), price(0.2, '', 'en')]).toEqual([
      ...['27', '27.5', '0.030', '0.20'],
    ]);
    expect(price(null, 'EUR')).toBe('–');
  });
  test('an amount in a table has the decimals of its currency', () => {
    expect([amountOf(0.2, 'EUR', 'en'), amountOf(1234.56, 'JPY', 'en'), amountOf(null, 'EUR')]).toEqual([
      ...['0.20', '1,235', '–'],
    ]);
  });
});

describe('times', () => {
  test('a time of today has no date and a time of another day has one, in the reader’s own zone', () => {
    const at = new Date(2026, 10, 21, 14, 36).getTime();
    expect(whenText(at, new Date(2026, 10, 21, 23, 59).getTime(), 'en-GB')).toBe('14:36');
    expect(whenText(at, new Date(2026, 10, 22, 0, 1).getTime(), 'en-GB')).toBe('21 Nov 2026, 14:36');
  });
  test('an instant is shown in the zone of the plant', () => {
    expect(dateTime('2026-11-21T23:30:00Z', 'Asia/Kathmandu', 'en-GB')).toBe('22 Nov 2026, 05:15');
    expect(dateTime(null)).toBe('–');
  });
  test('a calendar day is the same day everywhere', () => {
    expect(dayText('2026-03-29', 'en-GB')).toBe('29 Mar 2026');
    expect(dayIn(Date.parse('2026-11-21T11:00:00Z'), 'Pacific/Kiritimati')).toBe('2026-11-22');
  });
  test('a day in Portuguese is short enough for a column', () => {
    expect(dayText('2026-09-08', 'pt')).toBe('08/09/2026');
    expect(dateTime('2026-09-08T14:32:00Z', 'UTC', 'pt')).toBe('08/09/2026, 14:32');
    expect(dayText('2026-09-08', 'es')).toBe('8 sept 2026');
  });
  test('a range of days has no line break', () => {
    const [english, german] = ['en', 'de'].map((language) => oneLine(daysText('2026-11-01', '2026-11-25', language)));
    expect(english).toBe('Nov\u00a01\u00a0\u2060–\u2060\u00a025,\u00a02026');
    expect(german).toBe('1.\u2060–\u206025.\u00a0Nov.\u00a02026');
  });
  const now = Date.parse('2026-11-21T14:32:40Z');
  test.each([
    ['2026-11-21T14:32:38Z', { key: 'age.now' }],
    ['2026-11-21T14:32:00Z', { key: 'age.seconds', count: 40 }],
    ['2026-11-21T14:30:00Z', { key: 'age.minutes', count: 2 }],
    ['2026-11-21T12:30:00Z', { key: 'age.hours', count: 2 }],
    ['2026-11-20T16:40:00Z', { key: 'age.yesterday', time: '16:40' }],
    ['2026-11-01T16:40:00Z', { text: '1 Nov 2026' }],
    [null, { key: 'age.never' }],
  ])('the age of %s is shown relative to now', (at, age) => expect(ageOf(at, now, 'UTC', 'en-GB')).toEqual(age));
});
