// Conversion from light to AC power; pure functions.
import { planeLight, type Sky } from './sky.ts';

/** A daily period, in hours of solar time, in which `share` of a module's light is lost (a chimney, a tree). */
export type Shade = { fromHour: number; toHour: number; share: number };

const temperatureCoefficient = -0.0036;
/** Cells run this much warmer than the air per W/m2. */
const heating = 0.029;
/** Soiling, wiring, mismatch and reflection at low angles. */
const dcLosses = 0.9;

/** DC power per rated watt of a module on that plane; 1 is the rated power under standard test conditions at 25 degC. */
export function dcPerRatedWatt(sky: Sky, tiltDeg: number, azimuthDeg: number): number {
  const light = planeLight(sky, tiltDeg, azimuthDeg);
  if (light < 1) return 0;
  const cellC = sky.ambientC + light * heating;
  const lowLight = 1 + 0.045 * Math.log10(Math.min(1, light / 1000));
  return Math.max(0, (light / 1000) * lowLight * (1 + temperatureCoefficient * (cellC - 25)) * dcLosses);
}

/** Part of the light that the shades leave, 0 to 1; edges fade over a quarter of an hour. */
export function unshaded(shades: readonly Shade[], hour: number): number {
  let light = 1;
  for (const shade of shades) {
    const inside = Math.min(hour - shade.fromHour, shade.toHour - hour) * 4;
    light *= 1 - shade.share * Math.max(0, Math.min(1, inside));
  }
  return light;
}

/** AC power of a microinverter: less its own consumption and losses that grow with load (96.5 % at best), clipped at its rating. */
export function inverterAcW(dcW: number, ratedW: number): number {
  const load = dcW / ratedW;
  const acW = dcW - ratedW * (0.0022 + 0.022 * load + 0.011 * load * load);
  return Math.max(0, Math.min(ratedW, acW));
}
