// The guide of each role, its sections and their pictures.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { completeCatalogues } from '../../../catalogues.ts';
import { GUIDE_ROLES, PICTURE, PICTURED, roleWith, SECTIONS } from './sections.ts';

type Sections = Record<string, { title: string; text: string }>;
const { section: english } = (completeCatalogues().en!.guide as { guide: { section: Sections } }).guide;
const wordsIn = (text: string) => text.split(/\s+/).length;

test.each(GUIDE_ROLES)('the guide of the %s has six to nine sections, each once', (role) => {
  expect(SECTIONS[role].length).toBeGreaterThanOrEqual(6);
  expect(SECTIONS[role].length).toBeLessThanOrEqual(9);
  expect(new Set(SECTIONS[role]).size).toBe(SECTIONS[role].length);
});

test('every section is short, and belongs to a role', () => {
  const shown = new Set<string>(Object.values(SECTIONS).flat());
  expect(Object.keys(english).filter((section) => !shown.has(section))).toEqual([]);
  const counts = Object.entries(english).map(([section, { text }]) => [section, wordsIn(text)] as const);
  expect(counts.filter(([, words]) => words < 60 || words > 130)).toEqual([]);
});

test('a section is shown in the reader’s own guide, else in that of another role', () => {
  expect(roleWith('alerts', 'manager')).toBe('manager');
  expect(roleWith('roof', 'manager')).toBe('installer');
  expect(roleWith('prices', 'operator')).toBe('owner');
});

/** Returns width and height of a lossless WebP picture. */
function sizeOf(file: Buffer): { width: number; height: number } {
  expect(file.toString('latin1', 8, 16)).toBe('WEBPVP8L');
  const bits = file.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}

describe.each(PICTURED)('the picture of %s', (section) => {
  const languages = Object.keys(completeCatalogues()).filter((code) => existsSync(fileOf(code)));
  function fileOf(code: string): string {
    return join(import.meta.dirname, `../../../public/guides/${section}.${code}.webp`);
  }
  test('is there in English, and is small and sharp in every language', () => {
    expect(languages).toContain('en');
    for (const code of languages) {
      const file = readFileSync(fileOf(code));
      expect(file.length, code).toBeLessThanOrEqual(30_000);
      expect(sizeOf(file), code).toEqual({ width: 2 * PICTURE.width, height: 2 * PICTURE.height });
    }
  });
});
