// A brand as a file: its fields without host names, and its marks as data URLs.
import type { Scheme } from '@heliograph/contract/contrast.ts';
import { brandFields } from '@heliograph/contract/entities/brand.ts';
import { MARK_BYTES } from '@heliograph/contract/limits.ts';
import { z } from 'zod';
import type { BrandForm } from './brandForm.ts';

/** Larger files are not read; two marks of the largest size and all texts fit in. */
export const BRAND_FILE_BYTES = 4 * 1024 * 1024;
const DATA_URL = /^data:image\/(svg\+xml|png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

// Host names belong to one brand of one portal.
const { hosts: _, ...fields } = brandFields;
const mark = z
  .string()
  .max(Math.ceil(MARK_BYTES / 3) * 4 + 40)
  .regex(DATA_URL);
const head = z.object({ format: z.literal('heliograph-brand'), version: z.literal(1) });
const brandFile = head.extend({ ...fields, marks: z.object({ light: mark, dark: mark }).partial() });

type ImportedFields = Omit<BrandForm, 'hosts'>;
/** Marks by scheme; a file without a dark mark shows the light one on dark backgrounds. */
export type FileMarks = Partial<Record<Scheme, string>>;
type ImportedBrand = { fields: ImportedFields; marks: FileMarks };

/** Returns the brand in a file; else what is wrong: the file as a whole, or the first field that the contract refuses. */
export function readBrandFile(text: string): ImportedBrand | { wrong: 'file' | 'marks' | keyof ImportedFields } {
  const content = parseJson(text);
  if (!head.safeParse(content).success) return { wrong: 'file' };
  const read = brandFile.safeParse(content);
  if (!read.success) return { wrong: read.error.issues[0]!.path[0] as 'marks' | keyof ImportedFields };
  const { format: _, version: __, marks, ...own } = read.data;
  return { fields: own, marks };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function brandFileText({ hosts: _, ...own }: BrandForm, marks: FileMarks): string {
  return `${JSON.stringify({ format: 'heliograph-brand', version: 1, ...own, marks }, null, 2)}\n`;
}

export async function dataUrlOf(file: Blob): Promise<string> {
  // Without parameters of the type, such as a charset.
  const picture = new Blob([await file.arrayBuffer()], { type: file.type.split(';')[0]!.trim() });
  return await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}

export const bytesOfDataUrl = (url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
