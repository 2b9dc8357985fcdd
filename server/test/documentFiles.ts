// Documents that tests upload: small PDFs, Word and Excel files, and files with wrong contents.
import { Buffer } from 'node:buffer';
import PDFDocument from 'pdfkit';
import { ZipFile } from 'yazl';
import { sheetOf } from './sheetOf.ts';

const bytesOf = async (stream: AsyncIterable<unknown>): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
};

/** Returns a PDF with one page for each text. */
export async function pdfOf(pages: readonly string[], password?: string): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = new PDFDocument({ autoFirstPage: false, ...(password ? { userPassword: password } : {}) });
  const bytes = bytesOf(pdf as unknown as AsyncIterable<unknown>);
  for (const page of pages) pdf.addPage().text(page);
  pdf.end();
  return await bytes;
}

export async function zipOf(parts: Record<string, string | Buffer>): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return await bytesOf(zip.outputStream as AsyncIterable<unknown>);
}

/** Returns a Word file with one paragraph for each text. */
export const docxOf = (paragraphs: readonly string[], more: Record<string, string | Buffer> = {}) =>
  zipOf({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<w:document xmlns:w="w"><w:body>${paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')}</w:body></w:document>`,
    ...more,
  });

export const textOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));

export const xlsxOf = (): Promise<Uint8Array<ArrayBuffer>> => sheetOf([['30000001', 'BDM-800']]);

/** Returns a request of configuration/documentation/create with a PDF of two pages. */
export const pdfManual = async (more: object = {}) => ({
  title: 'Installation',
  version: '1.0',
  fileName: 'manual.pdf',
  languages: ['en', 'de'] as never,
  models: [400, 800] as never,
  file: await pdfOf(['Code 0001: over voltage', 'Second page']),
  ...more,
});
