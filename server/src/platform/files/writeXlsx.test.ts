// Tests writing workbooks: real numbers and dates, unusual texts as texts, further sheets when one is full, and cleanup when the reader stops.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readXlsx } from '../../../test/readXlsx.ts';
import { type SheetColumn, type SheetRows, xlsx } from './writeXlsx.ts';

const COLUMNS: readonly SheetColumn[] = [
  { title: 'Text', type: 'text' },
  { title: 'Local time (Europe/Berlin)', type: 'time' },
  { title: 'Power (W)', type: 'number' },
];

async function* chunksOf(...pieces: SheetRows[]): AsyncGenerator<SheetRows> {
  yield* pieces;
}
async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const bytes of content) all.push(bytes);
  return Buffer.concat(all);
}
const rowsOf = (texts: readonly string[], times: number[], numbers: number[]): SheetRows => ({
  rows: texts.length,
  cells: [texts, Float64Array.from(times), Float64Array.from(numbers)],
});

test('writes numbers as numbers, times as times, gaps as empty cells, and freezes the header', async () => {
  const times = ['2026-03-29T03:00:00Z', '1999-12-31T23:59:59Z', '2026-06-15T11:58:01Z'].map(Date.parse);
  const content = await bytesOf(
    xlsx('SN1', COLUMNS, chunksOf(rowsOf(['a', '', 'c'], times, [0.1, Number.NaN, -1e-7]))),
  );
  const { sheets, files } = readXlsx(content);
  expect(sheets).toHaveLength(1);
  expect(sheets[0]!.name).toBe('SN1');
  expect(sheets[0]!.rows).toEqual([
    ['Text', 'Local time (Europe/Berlin)', 'Power (W)'],
    ['a', '2026-03-29 03:00:00', 0.1],
    [null, '1999-12-31 23:59:59'],
    ['c', '2026-06-15 11:58:01', -1e-7],
  ]);
  expect(sheets[0]!.xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(sheets[0]!.xml.match(/<col /g)).toHaveLength(3);
  expect([...files.keys()].toSorted()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ]);
});

test('formats money with the decimals of its currency, and other numbers without a format', async () => {
  const columns: SheetColumn[] = [
    { title: 'Worth', type: 'number', decimals: 2 },
    { title: 'Yen', type: 'number', decimals: 0 },
    { title: 'Power (W)', type: 'number' },
  ];
  const cells = [0.2, 1234, 0.2].map((value) => Float64Array.from([value]));
  const { sheets, files } = readXlsx(await bytesOf(xlsx('SN1', columns, chunksOf({ rows: 1, cells }))));
  expect(sheets[0]!.rows[1]).toEqual([0.2, 1234, 0.2]);
  const styles = files.get('xl/styles.xml')!;
  const formats = new Map(
    [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]+)"/g)].map(([, id, code]) => [id, code]),
  );
  const cellFormats = [...styles.slice(styles.indexOf('<cellXfs')).matchAll(/<xf( numFmtId="(\d+)")?/g)];
  const shown = [...sheets[0]!.xml.matchAll(/<c r="[A-C]2"( s="(\d+)")?>/g)].map(([, , style]) =>
    style === undefined ? null : formats.get(cellFormats[Number(style)]![2]),
  );
  expect(shown).toEqual(['#,##0.00', '#,##0', null]);
});

test('writes every text as a text, whatever it contains, in a valid file', async () => {
  const odd = ['=1+1', '@SUM(A1)', ' <b>&"quoted"</b> ', 'bell \u0007, half \ud800, \uffff', '发电 ☀ 🌞', '+49', "'x"];
  const none = odd.map(() => Number.NaN);
  const { sheets } = readXlsx(await bytesOf(xlsx("[a]:b/c*?\\'", COLUMNS, chunksOf(rowsOf(odd, none, none)))));
  expect(sheets[0]!.rows.slice(1).map(([text]) => text)).toEqual([
    ...odd.slice(0, 3),
    'bell , half \ufffd, ',
    ...odd.slice(4),
  ]);
  expect(sheets[0]!.name).not.toMatch(/[[\]:*?/\\']/);
  expect(sheets[0]!.xml).not.toContain('<f>');
});

test('writes a sheet with only its header if there are no rows', async () => {
  const { sheets } = readXlsx(await bytesOf(xlsx('SN1', COLUMNS, chunksOf())));
  expect(sheets.map(({ rows }) => rows)).toEqual([[['Text', 'Local time (Europe/Berlin)', 'Power (W)']]]);
});

test('continues rows in the next sheet when one is full, each with the header, without loss or repetition', async () => {
  const all = Array.from({ length: 25 }, (_, n) => n);
  const between = (from: number, to: number) =>
    rowsOf(all.slice(from, to).map(String), all.slice(from, to), all.slice(from, to));
  for (const cuts of [[25], [3, 9, 10, 25], [9, 18, 25], [8, 16, 25]]) {
    const pieces = cuts.map((to, index) => between(cuts[index - 1] ?? 0, to));
    const name = 'A'.repeat(40);
    const { sheets } = readXlsx(await bytesOf(xlsx(name, COLUMNS, chunksOf(...pieces), 10)));
    expect(sheets.map((sheet) => [sheet.name, sheet.rows.length])).toEqual([
      ['A'.repeat(31), 10],
      [`${'A'.repeat(27)} (2)`, 10],
      [`${'A'.repeat(27)} (3)`, 8],
    ]);
    expect(sheets.flatMap(({ rows }) => rows.slice(1).map((row) => row[2]))).toEqual(all);
    for (const { rows } of sheets) expect(rows[0]).toEqual(COLUMNS.map(({ title }) => title));
  }
  // Exactly one full sheet.
  expect(readXlsx(await bytesOf(xlsx('A', COLUMNS, chunksOf(between(0, 9)), 10))).sheets).toHaveLength(1);
});

test('fails the file when its source fails, and closes the source when the reader stops', async () => {
  let closed = 0;
  async function* failing(fails: boolean): AsyncGenerator<SheetRows> {
    try {
      for (let n = 0; ; n++) {
        if (fails && n === 50) throw new Error('the database has gone');
        // Content that compresses badly.
        const texts = Array.from({ length: 500 }, (_, row) =>
          createHash('sha256').update(`${n} ${row}`).digest('base64'),
        );
        const numbers = texts.map(
          (text) => Number.parseInt(Buffer.from(text, 'base64').toString('hex').slice(0, 12), 16) / 7,
        );
        yield rowsOf(texts, numbers, numbers);
        await setImmediate();
      }
    } finally {
      closed++;
    }
  }
  await expect(bytesOf(xlsx('A', COLUMNS, failing(true)))).rejects.toThrow('the database has gone');
  let bytesRead = 0;
  for await (const bytes of xlsx('A', COLUMNS, failing(false))) {
    bytesRead += bytes.length;
    if (bytesRead > 100_000) break;
  }
  expect(closed).toBe(2);
});
