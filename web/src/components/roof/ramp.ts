// The colour ramp of power on a roof plan: from night to noon in even steps of lightness, so that it is readable without colour.

/** Design tokens night, earth, sun and noon. */
const STOPS = ['#14213d', '#7a4a1e', '#e69f00', '#fff3c4'];
export const LEVELS = 64;

type Triple = [number, number, number];

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
const gamma = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;

/** Converts a colour to OKLab (Ottosson 2020), whose first number is the perceived lightness. */
export function labOf(hex: string): Triple {
  const [r, g, b] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as Triple;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function hexOf([lightness, a, b]: Triple): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const byte = (channel: number) => Math.round(255 * Math.min(1, Math.max(0, gamma(channel))));
  return `#${channels.map((channel) => byte(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** Builds the ramp with each stop at its own lightness, so that lightness rises linearly. */
function rampOf(): string[] {
  const labs = STOPS.map(labOf);
  const [darkest, brightest] = [labs[0]![0], labs.at(-1)![0]];
  return Array.from({ length: LEVELS }, (_, level) => {
    const lightness = darkest + ((brightest - darkest) * level) / (LEVELS - 1);
    const next = Math.max(
      1,
      labs.findIndex(([l]) => l >= lightness - 1e-9),
    );
    const [from, to] = [labs[next - 1]!, labs[next]!];
    const part = (lightness - from[0]) / (to[0] - from[0]);
    return hexOf([lightness, from[1] + (to[1] - from[1]) * part, from[2] + (to[2] - from[2]) * part]);
  });
}

export const RAMP: readonly string[] = rampOf();
/** A dark plate below the values of modules, and their colour: between two neighbouring values the text never changes from white to black. */
export const PLATE = { fill: 'rgb(11 15 23 / 0.64)', ink: '#ffffff' } as const;

/** Returns the level of a power on a scale; a power above the scale has the last level. */
export function levelOf(powerW: number, scaleW: number): number {
  return scaleW <= 0 ? 0 : Math.round((LEVELS - 1) * Math.min(1, Math.max(0, powerW / scaleW)));
}
