// Tests reading documents in a separate process: their text, files of a wrong type, and files that would fill the memory or never end.
import { deflateSync } from 'node:zlib';
import type { DocumentType } from '@heliograph/contract/documents.ts';
import { expect, test } from 'vitest';
import { docxOf, pdfOf, textOf, xlsxOf, zipOf } from '../../../test/documentFiles.ts';
import { readDocument as readStream } from './readDocument.ts';

/** Yields the bytes in several chunks, as an upload does. */
async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1_000_000) yield bytes.subarray(at, at + 1_000_000);
}
const readDocument = (bytes: Uint8Array, type: DocumentType, { longestMs }: { longestMs?: number } = {}) =>
  readStream(chunksOf(bytes), { type, bytes: bytes.length, ...(longestMs === undefined ? {} : { longestMs }) });

const refusal = async (result: Promise<unknown>): Promise<unknown> =>
  await result.then(
    () => 'accepted',
    (error) => error.reason ?? error,
  );

test('reads a PDF page by page, Word and Excel files by paragraphs and cells, and plain text unchanged', async () => {
  const [pdf, docx, xlsx, md, long] = await Promise.all([
    readDocument(await pdfOf(['Code 0001: over voltage', 'Second page']), 'pdf'),
    readDocument(await docxOf(['Überhitzung', 'a &lt;b&gt;']), 'docx'),
    readDocument(await xlsxOf(), 'xlsx'),
    readDocument(textOf('\ufeff# 手册\n'), 'md'),
    readDocument(textOf('line of a text\n'.repeat(5000)), 'txt'),
  ]);
  expect(pdf).toEqual({ pages: 2, isWhole: true, parts: ['Code 0001: over voltage', 'Second page'] });
  expect(docx).toEqual({ pages: null, isWhole: true, parts: ['Überhitzung\na <b>\n'] });
  expect(xlsx.parts.join('')).toContain('BDM-800');
  expect(md).toEqual({ pages: null, isWhole: true, parts: ['# 手册\n'] });
  expect(long.parts.length).toBe(4);
  expect(long.parts.every((part) => part.length <= 20_000)).toBe(true);
});

test('refuses files whose content does not match their type', async () => {
  const pdf = await pdfOf(['x']);
  const docx = await docxOf(['x']);
  const mismatches = [
    [docx, 'pdf'],
    [textOf('<html>'), 'pdf'],
    [new Uint8Array([0x4d, 0x5a, 0x90, 0, 3]), 'txt'],
    [pdf, 'txt'],
    [pdf, 'docx'],
    // A Word file instead of an Excel file: the sixth.
    [docx, 'xlsx'],
    [await xlsxOf(), 'docx'],
    [docx, 'md'],
    [await zipOf({ 'virus.exe': 'MZ' }), 'docx'],
    [await docxOf(['x'], { 'word/vbaProject.bin': 'macro' }), 'docx'],
  ] as const;
  const reasons = await Promise.all(mismatches.map(([bytes, type]) => refusal(readDocument(bytes, type))));
  for (const [n, reason] of reasons.entries()) expect(reason, `${n} ${mismatches[n]![1]}`).toMatch(/type|unreadable/);
  expect(reasons[5]).toBe('type');
});

test('reports broken and password-protected files as unreadable', async () => {
  const docx = await docxOf(['x']);
  const broken = [
    [await pdfOf(['secret'], 'open sesame'), 'pdf'],
    [textOf('%PDF-1.7 and nothing'), 'pdf'],
    [docx.slice(0, docx.length / 2), 'docx'],
    [new Uint8Array([0xff, 0xfe, 0x41, 0xd8]), 'txt'],
  ] as const;
  const reasons = await Promise.all(broken.map(([bytes, type]) => refusal(readDocument(bytes, type))));
  expect(reasons).toEqual(broken.map(() => 'unreadable'));
});

/** Creates a PDF whose page content decompresses to this many megabytes. */
function bombOf(megabytes: number): Uint8Array<ArrayBuffer> {
  const packed = deflateSync(Buffer.alloc(megabytes * 1_048_576, '(x) Tj '), { level: 1 });
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<<>>>>',
  ].map((text, n) => `${n + 1} 0 obj${text}endobj\n`);
  const head = `%PDF-1.4\n${objects.join('')}4 0 obj<</Length ${packed.length}/Filter/FlateDecode>>stream\n`;
  return new Uint8Array(
    Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>')]),
  );
}

test('ends only the reading process when a file decompresses to more than the memory or takes too long', async () => {
  const before = process.memoryUsage.rss();
  expect(await refusal(readDocument(bombOf(700), 'pdf', { longestMs: 10_000 }))).toBe('unreadable');
  const bomb = await docxOf([], { 'word/document.xml': Buffer.alloc(150 * 1_048_576, ' ') });
  expect(await refusal(readDocument(bomb, 'docx'))).toBe('unreadable');
  expect(await refusal(readDocument(await pdfOf(['slow']), 'pdf', { longestMs: 1 }))).toBe('unreadable');
  // Includes the memory for creating the bombs in this process; their decompressed content would be gigabytes.
  expect(process.memoryUsage.rss() - before).toBeLessThan(2_500_000_000);
});
