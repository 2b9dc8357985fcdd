// The names of the brands 0 to 13, which nobody may choose as a password.
export const BRAND_NAMES: readonly string[] = [
  'Heliograph',
  'Northlight',
  ...Array.from({ length: 12 }, (_, index) => `Brand ${index + 2}`),
];
