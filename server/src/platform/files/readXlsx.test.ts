// Tests reading workbooks: those of the portal, with shared texts, formulas and gaps, and malformed or malicious ones.
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { readSheet, SheetError } from './readXlsx.ts';
import { workbook } from './writeXlsx.ts';

const LIMITS = { rows: 100, unpackedBytes: 1_000_000 };

async function bytesOf(content: AsyncIterable<unknown>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of content) all.push(piece as Buffer);
  return Buffer.concat(all);
}
const zipOf = async (parts: Record<string, string>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return await bytesOf(zip.outputStream);
};
const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const reasonOf = async (bytes: Uint8Array, limits = LIMITS) =>
  await readSheet(bytes, limits).then(
    () => 'read',
    (error: unknown) => (error instanceof SheetError ? error.reason : 'another error'),
  );

test('reads workbooks written by the portal, with texts as texts', async () => {
  const columns = [
    { title: 'Serial number', type: 'text' },
    { title: 'Power', type: 'number' },
  ] as const;
  const cells = [['=1+1', '', '<b>'], Float64Array.of(12345678, Number.NaN, 0.5)];
  const content = await bytesOf(workbook([{ name: 'One', columns, rows: 3, cells }]));
  expect(await readSheet(content, LIMITS)).toEqual([
    { row: 1, cells: ['Serial number', 'Power'], formulas: [] },
    { row: 2, cells: ['=1+1', '12345678'], formulas: [] },
    { row: 4, cells: ['<b>', '0.5'], formulas: [] },
  ]);
});

test('reads shared texts, prefixes, gaps, formulas and the first of several sheets', async () => {
  const content = await zipOf({
    'xl/workbook.xml':
      '<x:workbook xmlns:x="m" xmlns:r="o"><x:sheets><x:sheet name="B" r:id="rId7"/><x:sheet name="A" r:id="rId1"/></x:sheets></x:workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId7" Target="/xl/worksheets/other.xml"/></Relationships>',
    'xl/sharedStrings.xml':
      '<sst><si><t>SN</t></si><si><r><t>AB</t></r><r><t xml:space="preserve">C1 </t></r><rPh><t>x</t></rPh></si></sst>',
    'xl/worksheets/sheet1.xml': sheet('<row><c><v>1</v></c></row>'),
    'xl/worksheets/other.xml': sheet(
      '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="C3" t="s"><v>1</v></c><c r="D3" t="str"><f>A1</f><v>seen</v></c></row>',
    ),
  });
  expect(await readSheet(content, LIMITS)).toEqual([{ row: 3, cells: ['SN', '', 'ABC1', 'seen'], formulas: [3] }]);
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('SN;Product\n1;2\n')],
  ['the first bytes of a zip', Buffer.from('PK\u0003\u0004 and then nothing')],
  ['an old .xls', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
])('refuses to read %s', async (_, bytes) => {
  expect(await reasonOf(bytes)).toBe('unreadable');
});

test('refuses a zip without a sheet, a broken one, and one that declares entities', async () => {
  expect(await reasonOf(await zipOf({ 'word/document.xml': '<w/>' }))).toBe('unreadable');
  expect(await reasonOf(await zipOf({ 'xl/worksheets/sheet1.xml': '<worksheet><row></worksheet>' }))).toBe(
    'unreadable',
  );
  const entities = `<!DOCTYPE x [<!ENTITY a "ha">]>${sheet('<row><c><v>&a;</v></c></row>')}`;
  expect(await reasonOf(await zipOf({ 'xl/worksheets/sheet1.xml': entities }))).toBe('unreadable');
});

test('stops reading a workbook that decompresses to more than the limit or has too many rows', async () => {
  const bomb = await zipOf({ 'xl/worksheets/sheet1.xml': sheet(`<row><c><v>${' '.repeat(20_000_000)}</v></c></row>`) });
  expect(bomb.length).toBeLessThan(100_000);
  expect(await reasonOf(bomb)).toBe('tooLarge');
  const rows = await zipOf({ 'xl/worksheets/sheet1.xml': sheet('<row><c><v>1</v></c></row>'.repeat(101)) });
  expect(await reasonOf(rows)).toBe('tooLarge');
});
