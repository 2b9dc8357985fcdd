// Fourteen brands, each complete, each readable in light and dark.
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

test('ids are 0 to 13, 0 is Heliograph, 1 is a brand of its own', () => {
  expect(BRANDS.map(({ id }) => id)).toEqual(Array.from({ length: 14 }, (_, id) => id));
  const [first, second] = BRANDS;
  expect(first!.name).toBe('Heliograph');
  for (const field of ['name', 'logo', 'companyUrl', 'supportMail', 'sidebar'] as const) {
    expect(second![field], field).not.toBe(first![field]);
  }
  expect(brandOf(99)).toBe(first);
});

describe.each(BRANDS)('$name', ({ accent }) => {
  test('has an accent that text can be read on and in', () => {
    expect(contrast(accent.light.color, accent.light.on)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(accent.dark.color, accent.dark.on)).toBeGreaterThanOrEqual(4.5);
    // As link text on page and surface.
    for (const ground of ['#FFFFFF', '#F6F7F9'])
      expect(contrast(accent.light.color, ground)).toBeGreaterThanOrEqual(4.5);
    for (const ground of ['#151B23', '#0D1117'])
      expect(contrast(accent.dark.color, ground)).toBeGreaterThanOrEqual(4.5);
  });
});

test('the server’s word about the brand is read, and anything else means the default brand', () => {
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

test('calls go where the operator says, else where the brand says', () => {
  expect(detectBrand({ brandId: 1, apiBase: 'https://api.example.com' })).toEqual({
    ...BRANDS[1],
    apiBase: 'https://api.example.com',
  });
  expect(detectBrand({ brandId: 1, apiBase: '' })).toEqual(BRANDS[1]);
});

test('the page of a new password is of a brand that its address names, and of no other; calls stay where they were', () => {
  const here = { brandId: 0, apiBase: 'https://api.example.com' };
  for (const title of ['Northlight', 'northlight', 'NORTHLIGHT'])
    expect(detectBrand(here, title)).toEqual({ ...BRANDS[1], apiBase: 'https://api.example.com' });
  expect(detectBrand(here, 'brand 4').id).toBe(4);
  for (const title of [null, '', 'Somebody else', '<b>', '1', 'north'])
    expect(detectBrand(here, title), String(title)).toEqual({ ...BRANDS[0], apiBase: 'https://api.example.com' });
});
