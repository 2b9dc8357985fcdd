// Tests numbers and money in files and e-mails in the reader's language.
import { expect, test } from 'vitest';
import { amountText, energyText, fixedText, percentText } from './localText.ts';

test('an amount has the decimals of its currency', () => {
  expect([amountText(0.2, 'EUR', 'en'), amountText(0.2, 'EUR', 'de'), amountText(1200, 'JPY', 'en')]).toEqual([
    ...['€0.20', '0,20\u00a0€', '¥1,200'],
  ]);
  expect([amountText(0.2, '', 'en'), amountText(null, 'EUR', 'en')]).toEqual(['0.20', '–']);
});

test('what rounds to nothing has no sign', () => {
  expect([fixedText(-0.001, 2, 'en'), amountText(-0.001, 'EUR', 'en'), percentText(-0.0001, 1, 'en')]).toEqual([
    ...['0.00', '€0.00', '0%'],
  ]);
  expect([energyText(-0.001, 'en'), energyText(-0.01, 'en')]).toEqual(['0.00 kWh', '-0.01 kWh']);
});

test('an energy has the unit and digits that it has in reports on screen', () => {
  expect([0.448, 3.14, 90.9, 999.6, 43_210, null].map((kWh) => energyText(kWh, 'en'))).toEqual([
    ...['0.45 kWh', '3.14 kWh', '90.9 kWh', '1.00 MWh', '43.2 MWh', '–'],
  ]);
});
