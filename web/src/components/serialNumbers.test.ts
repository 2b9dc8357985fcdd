// Parsing of serial numbers from scanners, spreadsheets and e-mails.
import { UNSET_SERIAL_NUMBERS } from '@heliograph/contract/limits.ts';
import { describe, expect, test } from 'vitest';
import { parseSerialNumbers } from './serialNumbers.ts';

describe('serial numbers in text', () => {
  test.each([
    ['31583078 32B1E9A5', ['31583078', '32B1E9A5']],
    ['31583078,32b1e9a5;7A12C003', ['31583078', '32B1E9A5', '7A12C003']],
    ['31583078\r\n32B1E9A5\n\n7A12C003\t', ['31583078', '32B1E9A5', '7A12C003']],
    ['"31583078","32B1E9A5"', ['31583078', '32B1E9A5']],
    ['\uFEFF31583078\u00A032B1E9A5', ['31583078', '32B1E9A5']],
    ['31583078，32B1E9A5、7A12C003', ['31583078', '32B1E9A5', '7A12C003']],
    ['bdm-400_001', ['BDM-400_001']],
    ['  ', []],
  ])('are parsed from %j', (text, good) => expect(parseSerialNumbers(text)).toEqual({ good, bad: [], repeated: [] }));
  test('are reported once as repeated when entered twice or already known', () => {
    expect(parseSerialNumbers('31583078 31583078 31583078 7a12c003', ['7A12C003'])).toEqual({
      good: ['31583078'],
      bad: [],
      repeated: ['31583078', '7A12C003'],
    });
  });
  test('are malformed when they are zeros only, as of a device whose number was never set', () => {
    expect(parseSerialNumbers(UNSET_SERIAL_NUMBERS.join(' '))).toEqual({
      good: [],
      bad: [...UNSET_SERIAL_NUMBERS],
      repeated: [],
    });
  });
  test('are reported as typed when malformed', () => {
    expect(parseSerialNumbers('abc -12345 Grüße 31583078').bad).toEqual(['abc', '-12345', 'Grüße']);
    expect(parseSerialNumbers('A'.repeat(33)).bad).toHaveLength(1);
    expect(parseSerialNumbers('A'.repeat(32)).good).toHaveLength(1);
  });
  test('keep their order when five hundred are entered at once', () => {
    const many = Array.from({ length: 500 }, (_, index) => (0x20000000 + index).toString(16).toUpperCase());
    expect(parseSerialNumbers(many.join('\n')).good).toEqual(many);
  });
});
