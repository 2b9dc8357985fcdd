// Brands 0 to 13: names, which are refused as passwords; whether registration is open; and colours on white for pages, PDFs and e-mails.
export const BRAND_NAMES: readonly string[] = [
  'Heliograph',
  'Northlight',
  'Lumivale',
  'Emberfield',
  'Skyfurrow',
  'Rosamere',
  'Fernlight',
  'Dusklark',
  'Tidebright',
  'Rustholm',
  'Slatewick',
  'Orchidmere',
  'Verdanel',
  'Ochrefield',
];

/** Brands without registration: their operators create the accounts. */
const CLOSED_BRANDS: readonly number[] = [1];
export const isOpenToAll = (brand: number): boolean => !CLOSED_BRANDS.includes(brand);

export const BRAND_COLORS: readonly string[] = [
  '#0B62B8',
  '#6D3BC4',
  '#0F6B66',
  '#9A3412',
  '#1D4ED8',
  '#9D1F5B',
  '#3F6212',
  '#4338CA',
  '#0E7490',
  '#7C2D12',
  '#374151',
  '#86198F',
  '#166534',
  '#854D0E',
];
