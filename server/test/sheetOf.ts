// Workbook of serial numbers in the form of product/sn/template.
import { workbook } from '../src/platform/files/writeXlsx.ts';

/** Returns a workbook. `head`: titles of its two columns. */
export async function sheetOf(
  rows: readonly (readonly [sn: string, product: string])[],
  head: readonly [string, string] = ['Serial number', 'Product'],
): Promise<Uint8Array<ArrayBuffer>> {
  const columns = head.map((title) => ({ title, type: 'text' as const }));
  const cells = [rows.map(([sn]) => sn), rows.map(([, product]) => product)];
  const pieces: Uint8Array[] = [];
  for await (const piece of workbook([{ name: 'Numbers', columns, rows: rows.length, cells }])) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}
