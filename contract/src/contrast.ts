// Contrast of a brand's accent colours by WCAG 2.2 AA: 4.5 : 1 as text on the portal's backgrounds, and with text on them.

export type Scheme = 'light' | 'dark';

/** Backgrounds of each scheme that links stand on. The first is the text on a button of the accent colour, too. */
const BACKGROUNDS: Record<Scheme, readonly [string, string]> = {
  light: ['#FFFFFF', '#F6F7F9'],
  dark: ['#0D1117', '#151B23'],
};
const MIN_CONTRAST = 4.5;

/** Colour of text on an accent colour that `hasContrast`. */
export const textOnAccent = (scheme: Scheme): string => BACKGROUNDS[scheme][0];

type Rgb = [number, number, number];
const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;
const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`.toUpperCase();

/** Relative luminance of a colour "#RRGGBB", from 0 (black) to 1 (white). */
function luminance(hex: string): number {
  const [r, g, b] = rgbOf(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two colours "#RRGGBB", from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The least contrast of an accent colour "#RRGGBB" on the backgrounds of a scheme. */
export const accentContrast = (color: string, scheme: Scheme): number =>
  Math.min(...BACKGROUNDS[scheme].map((background) => contrastOf(color, background)));

export const hasContrast = (color: string, scheme: Scheme): boolean => accentContrast(color, scheme) >= MIN_CONTRAST;

/** Returns the colour itself if it has enough contrast; else the one nearest to it on the way to black (light scheme) or to white (dark scheme). */
export function nearestAccent(color: string, scheme: Scheme): string {
  const target = scheme === 'light' ? 0 : 255;
  for (let step = 0; step < 256; step++) {
    const mixed = hexOf(rgbOf(color).map((part) => part + ((target - part) * step) / 255) as Rgb);
    if (hasContrast(mixed, scheme)) return mixed;
  }
  return hexOf([target, target, target]);
}
