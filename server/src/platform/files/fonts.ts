// Fonts of PDFs: Noto Sans for Latin, Greek and Cyrillic, Noto Sans SC and JP for Chinese and Japanese; loaded on first use.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { Font } from 'fontkit';

export interface FontFace {
  name: string;
  /** Content as TrueType. */
  bytes: Buffer;
  has(codePoint: number): boolean;
}

const unpack = promisify(inflate);
const noto = join(dirname(createRequire(import.meta.url).resolve('@fontsource/noto-sans/package.json')), 'files');
const own = join(import.meta.dirname, '../../../fonts');

/** Subsets of one weight, in the order in which they are searched for a character. */
const SUBSETS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'cyrillic-ext', 'vietnamese'];
/** Only one weight, as a second one would double the size. */
const CHINESE = join(own, 'noto-sans-sc-chinese-simplified-400-normal.woff');
const JAPANESE = join(own, 'noto-sans-jp-japanese-400-normal.woff');

const opened = new Map<string, Promise<FontFace>>();
function loadFace(file: string): Promise<FontFace> {
  let known = opened.get(file);
  if (!known) {
    known = open(file);
    opened.set(file, known);
    known.catch(() => opened.delete(file));
  }
  return known;
}

async function open(file: string): Promise<FontFace> {
  const bytes = await asTrueType(await readFile(file));
  const { create } = await import('fontkit');
  const letters = new Set((create(bytes) as Font).characterSet);
  return { name: file, bytes, has: (codePoint) => letters.has(codePoint) };
}

/**
 * Returns the faces for texts of a language, in the order in which they are searched for a character. Chinese and Japanese
 * draw some characters differently: those of the language come first, and the others only if the texts need them.
 */
export async function fontFacesFor(
  language: LanguageCode,
  texts: Iterable<string>,
): Promise<Record<'plain' | 'bold', FontFace[]>> {
  const [plain, bold] = await Promise.all(
    [400, 700].map((weight) =>
      Promise.all(SUBSETS.map((subset) => loadFace(join(noto, `noto-sans-${subset}-${weight}-normal.woff`)))),
    ),
  );
  const asian = language === 'ja' ? [JAPANESE, CHINESE] : [CHINESE, JAPANESE];
  const letters = new Set([...texts].flatMap((text) => [...text].map((letter) => letter.codePointAt(0)!)));
  let missing = [...letters].filter((letter) => letter >= 0x2e80 && !plain!.some((each) => each.has(letter)));
  const added: FontFace[] = [];
  const isAsian = language === 'ja' || language === 'zh';
  for (const [order, file] of asian.entries()) {
    if (missing.length === 0 && !(isAsian && order === 0)) continue;
    const face = await loadFace(file);
    added.push(face);
    missing = missing.filter((letter) => !face.has(letter));
  }
  return { plain: [...plain!, ...added], bold: [...bold!, ...added] };
}

/**
 * Unpacks a WOFF to TrueType (W3C WOFF 1.0): a Chinese font read table by table from the compressed file would block the
 * process for two seconds per document instead of twenty milliseconds.
 */
async function asTrueType(woff: Buffer): Promise<Buffer> {
  const count = woff.readUInt16BE(12);
  const tables = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const entry = 44 + 20 * index;
      const from = woff.readUInt32BE(entry + 4);
      const packed = woff.subarray(from, from + woff.readUInt32BE(entry + 8));
      const length = woff.readUInt32BE(entry + 12);
      return {
        tag: woff.subarray(entry, entry + 4),
        checksum: woff.readUInt32BE(entry + 16),
        data: packed.length === length ? packed : await unpack(packed),
      };
    }),
  );
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const pieces: Buffer[] = [head];
  let offset = head.length;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const entry = 12 + 16 * index;
    tag.copy(head, entry);
    head.writeUInt32BE(checksum, entry + 4);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(data.length, entry + 12);
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
    pieces.push(data, padding);
    offset += data.length + padding.length;
  }
  return Buffer.concat(pieces);
}
