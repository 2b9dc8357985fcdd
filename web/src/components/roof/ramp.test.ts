// The colour ramp of power is readable without colour: lightness rises in even steps, and text on the colours has enough contrast.
import { expect, test } from 'vitest';
import { LEVELS, labOf, levelOf, PLATE, RAMP } from './ramp.ts';

test('lightness rises in even steps from the colour of night to that of noon', () => {
  expect([RAMP[0], RAMP.at(-1)]).toEqual(['#14213d', '#fff3c4']);
  const lightness = RAMP.map((colour) => labOf(colour)[0]);
  const step = (lightness.at(-1)! - lightness[0]!) / (LEVELS - 1);
  for (let level = 1; level < LEVELS; level++)
    expect(Math.abs(lightness[level]! - lightness[level - 1]! - step), `${level}`).toBeLessThan(step * 0.25);
});

test('values have the same text colour on every level, with a contrast of at least 5', () => {
  const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const luminance = (rgb: readonly number[]) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, n) => {
      const channel = rgb[n]! / 255;
      return sum + weight * (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
    }, 0);
  const [plate, opacity] = [
    PLATE.fill
      .match(/\d+(?=[ )])/g)!
      .slice(0, 3)
      .map(Number),
    Number(PLATE.fill.match(/[\d.]+(?=\))/)![0]),
  ];
  const ink = luminance(channels(PLATE.ink));
  for (const [level, colour] of RAMP.entries()) {
    const below = channels(colour).map((channel, n) => channel * (1 - opacity) + plate[n]! * opacity);
    expect((ink + 0.05) / (luminance(below) + 0.05), `${level} ${colour}`).toBeGreaterThan(5);
  }
});

test('a power is mapped to a level on a fixed scale', () => {
  expect([0, 215, 430, 900, -3].map((powerW) => levelOf(powerW, 430))).toEqual([0, 32, 63, 63, 0]);
  expect(levelOf(10, 0)).toBe(0);
});
