// Reads a workbook as a spreadsheet does, with Node's ZIP reader, independent of the portal's writer.
import { ZipBuffer } from 'node:zlib';

export interface Sheet {
  name: string;
  xml: string;
  /** Cells by row; a missing cell is null, a number in date format is text. */
  rows: (string | number | null)[][];
}

const UNESCAPES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const plain = (text: string): string => text.replaceAll(/&(\w+);/g, (_, name: string) => UNESCAPES[name]!);
const columnOf = (letters: string): number => [...letters].reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0);

export function readXlsx(bytes: Uint8Array): { sheets: Sheet[]; files: Map<string, string> } {
  const files = new Map<string, string>();
  for (const [name, entry] of new ZipBuffer(bytes)) files.set(name, entry.contentSync().toString('utf8'));
  const relations = new Map(
    [...files.get('xl/_rels/workbook.xml.rels')!.matchAll(/Id="(\w+)"[^>]*Target="([^"]+)"/g)].map(([, id, target]) => [
      id!,
      `xl/${target}`,
    ]),
  );
  const named = [...files.get('xl/workbook.xml')!.matchAll(/<sheet name="([^"]*)"[^>]*r:id="(\w+)"/g)];
  const sheets = named.map(([, name, id]) => {
    const xml = files.get(relations.get(id!)!)!;
    return { name: plain(name!), xml, rows: rowsOf(xml) };
  });
  return { sheets, files };
}

function rowsOf(xml: string): Sheet['rows'] {
  return [...xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)].map(([, number, cells], index) => {
    if (Number(number) !== index + 1) throw new Error(`row ${number} is at position ${index + 1}`);
    const row: (string | number | null)[] = [];
    for (const [, letters, at, how, content] of cells!.matchAll(/<c r="([A-Z]+)(\d+)"([^>]*)>(.*?)<\/c>/gs)) {
      if (at !== number) throw new Error(`cell ${letters}${at} is in row ${number}`);
      const place = columnOf(letters!) - 1;
      while (row.length < place) row.push(null);
      row.push(cellOf(how!, content!));
    }
    return row;
  });
}

function cellOf(how: string, content: string): string | number {
  if (how.includes('inlineStr')) return plain(/<t[^>]*>(.*)<\/t>/s.exec(content)![1]!);
  const number = Number(/<v>(.*)<\/v>/.exec(content)![1]);
  const [isTime, isDate] = [how.includes('s="2"'), how.includes('s="3"')];
  if (!isTime && !isDate) return number;
  const time = new Date(Math.round((number - 25_569) * 86_400) * 1000).toISOString();
  return isDate ? time.slice(0, 10) : time.slice(0, 19).replace('T', ' ');
}
