// Fourteen brands, each complete and readable in light and dark.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BRANDS, brandOf } from './brands.ts';
import { detectBrand, readPortal } from './portal.ts';

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

test('ids are 0 to 13, 0 is Heliograph, 1 is a separate brand', () => {
  expect(BRANDS.map(({ id }) => id)).toEqual(Array.from({ length: 14 }, (_, id) => id));
  const [first, second] = BRANDS;
  expect(first!.name).toBe('Heliograph');
  expect(second!.sidebar).not.toBe(first!.sidebar);
  expect(brandOf(99)).toBe(first);
});

test('each brand has a name, addresses, a colour and a mark of its own', () => {
  for (const field of ['name', 'oem', 'companyName', 'companyUrl', 'copyright', 'supportMail'] as const)
    expect(new Set(BRANDS.map((brand) => brand[field])).size, field).toBe(14);
  expect(new Set(BRANDS.map(({ accent }) => accent.light.color)).size).toBe(14);
  const marks = BRANDS.map(({ id }) => readFileSync(join(import.meta.dirname, `../../public/brand/${id}.svg`), 'utf8'));
  expect(new Set(marks).size).toBe(14);
  for (const mark of marks) expect(mark).toMatch(/^<svg [^>]*viewBox="0 0 32 32"/);
});

describe.each(BRANDS)('$name', ({ accent }) => {
  test('has an accent with enough contrast as background and as text', () => {
    expect(contrast(accent.light.color, accent.light.on)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(accent.dark.color, accent.dark.on)).toBeGreaterThanOrEqual(4.5);
    // As link text on page and surface backgrounds.
    for (const background of ['#FFFFFF', '#F6F7F9'])
      expect(contrast(accent.light.color, background)).toBeGreaterThanOrEqual(4.5);
    for (const background of ['#151B23', '#0D1117'])
      expect(contrast(accent.dark.color, background)).toBeGreaterThanOrEqual(4.5);
  });
});

test('the portal settings of the server are read, and invalid text means the default brand', () => {
  expect(readPortal('{"brandId":1,"maintenance":true,"demo":null}')).toMatchObject({ brandId: 1, maintenance: true });
  expect(readPortal('not filled in')).toEqual({
    brandId: 0,
    version: '',
    maintenance: false,
    demo: null,
    apiBase: '',
    mapTiles: null,
    asksGeocoder: false,
    asksWeather: false,
    asksStolenPasswords: false,
    sendsMail: false,
    openRegistration: false,
  });
});

test('calls go to the operator’s API base, else to the brand’s', () => {
  expect(detectBrand({ brandId: 1, apiBase: 'https://api.example.com' })).toEqual({
    ...BRANDS[1],
    apiBase: 'https://api.example.com',
  });
  expect(detectBrand({ brandId: 1, apiBase: '' })).toEqual(BRANDS[1]);
});

test('the page of a new password has the brand that its address names, with an unchanged API base', () => {
  const settings = { brandId: 0, apiBase: 'https://api.example.com' };
  for (const title of ['Northlight', 'northlight', 'NORTHLIGHT'])
    expect(detectBrand(settings, title)).toEqual({ ...BRANDS[1], apiBase: 'https://api.example.com' });
  expect(detectBrand(settings, 'skyfurrow').id).toBe(4);
  for (const title of [null, '', 'Somebody else', '<b>', '1', 'north'])
    expect(detectBrand(settings, title), String(title)).toEqual({ ...BRANDS[0], apiBase: 'https://api.example.com' });
});
