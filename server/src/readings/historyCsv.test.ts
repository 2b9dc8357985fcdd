// CSV lines of samples: a spreadsheet reads the measured values, in every language, and executes nothing.
import { csvLine } from '@heliograph/contract/csv.ts';
import { LANGUAGES } from '@heliograph/contract/envelope.ts';
import { QUANTITIES, type QuantityName } from '@heliograph/contract/measurements.ts';
import { expect, test } from 'vitest';
import { damagedLine, headLine, sampleLines } from './historyCsv.ts';

const berlin = { timezone: 'Europe/Berlin', language: 'en', withSn: false } as const;
const at = (iso: string, power: number, statusBits = 0) => ({
  atMs: Float64Array.of(Date.parse(iso)),
  statusBits: Int32Array.of(statusBits),
  values: { powerW: Float64Array.of(power) },
});

const ROW = { sn: '70000001', from: 0, to: 1 };
const lineOf = (columns: ReturnType<typeof at>) => sampleLines(columns, ROW, ['powerW'], berlin)[0]!;

test.each([
  [0.1 + 0.2, '0.3'],
  [212.5, '212.5'],
  [230.10000610351562, '230.1'],
  [-0, '0'],
  [-12.5, '-12.5'],
  [9_999_999_999.9, '9999999999.9'],
  [Number.NaN, ''],
])('writes the number %d as "%s"', (power, text) => {
  expect(lineOf(at('2026-06-15T09:58:00Z', power)).split(',').at(-1)).toBe(text);
});

test('distinguishes both hours of the night when clocks go back', () => {
  const lines = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((iso) => lineOf(at(iso, 1)));
  expect(lines).toEqual([
    '2026-10-25T02:30:00+02:00,2026-10-25 02:30:00,OK,1',
    '2026-10-25T02:30:00+01:00,2026-10-25 02:30:00,OK,1',
  ]);
});

test('every language has the same number of columns and a unique name for each', () => {
  const names = Object.keys(QUANTITIES) as QuantityName[];
  for (const { code } of LANGUAGES) {
    for (const withSn of [false, true]) {
      const place = { timezone: 'Asia/Kathmandu', language: code, withSn };
      const heads = headLine(names, place).split(',');
      const width = names.length + (withSn ? 4 : 3);
      expect(new Set(heads).size).toBe(width);
      expect(heads.join()).not.toMatch(/[{}]|history\./);
      const damaged = { sn: '70000001', damaged: '2026-06-15' };
      expect(damagedLine(damaged, names, place).split(',')).toHaveLength(width);
    }
  }
});

test('escapes text that a spreadsheet would execute and leaves numbers unchanged', () => {
  expect(csvLine(['=1+1', '+1', '-1', '@a', '\ta', 'a,b', 'say "x"', -1, null])).toBe(
    `'=1+1,'+1,'-1,'@a,'\ta,"a,b","say ""x""",-1,`,
  );
  // Full-width characters too, and after separators of cells where decimals have a comma.
  expect(csvLine(['＝1+1', '\n=1', "Roof;=cmd|'/c calc'!A0", 'a; \t@b', 'Müller; Söhne - Nord', '5 - 3 = 2'])).toBe(
    `'＝1+1,"'\n=1",Roof;'=cmd|'/c calc'!A0,a; \t'@b,Müller; Söhne - Nord,5 - 3 = 2`,
  );
});
