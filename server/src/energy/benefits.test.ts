// Environmental equivalents of energy, and the formatting of energy, power and money.
import { expect, it } from 'vitest';
import { kWhText, moneyText, wattsText } from '../platform/texts/numbers.ts';
import { mainError } from '../problems/rules/errorBits.ts';
import { benefitsOf } from './benefits.ts';

it('derives the equivalents from the energy and leaves them empty where no energy is known', () => {
  expect(benefitsOf(1_000_000)).toMatchObject({
    co2: '470.00',
    tree: '7880.1',
    car: '2608.2',
    light: '16666.7',
    oil: '0.588',
  });
  expect(benefitsOf(0)).toMatchObject({ co2: '0.00', tree: '0.0' });
  expect(benefitsOf(null)).toMatchObject({ co2: '', tree: '', car: '', light: '', oil: '' });
});

it('formats a missing value as an empty text and zero as zero', () => {
  expect([kWhText(null), kWhText(0), kWhText(1234.6), wattsText(null), wattsText(212.46)]).toEqual([
    '',
    '0',
    '1.235',
    '',
    '212.5',
  ]);
  expect([moneyText(1.005, 'EUR'), moneyText(120.6, 'JPY'), moneyText(1, 'KWD'), moneyText(null, 'EUR')]).toEqual([
    '1.00',
    '121',
    '1.000',
    '',
  ]);
});

it('puts dangerous errors before grid errors', () => {
  expect([0, 0x0022, 0x2001, 0x0800 | 0x0001, 0x8000 | 0x0040].map(mainError)).toEqual([
    null,
    '0002',
    '2000',
    '0800',
    '8000',
  ]);
});
