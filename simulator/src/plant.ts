// From light to AC power, and what the house and its battery make of it: pure, without memory.
import { chance, drift } from './random.ts';
import { planeLight, type Sky } from './sky.ts';

/** A stretch of every day, in hours by the sun, in which `share` of a module's light is lost (a chimney, a tree). */
export type Shade = { fromHour: number; toHour: number; share: number };

const temperatureCoefficient = -0.0036;
/** Cells run this much warmer than the air per W/m2. */
const heating = 0.029;
/** Soiling, wiring, mismatch and reflection at low angles. */
const dcLosses = 0.9;

/** DC power of one watt of module on that plane: 1 would be the rated power under laboratory light at 25 degC. */
export function dcPerRatedWatt(sky: Sky, tiltDeg: number, azimuthDeg: number): number {
  const light = planeLight(sky, tiltDeg, azimuthDeg);
  if (light < 1) return 0;
  const cellC = sky.ambientC + light * heating;
  const lowLight = 1 + 0.045 * Math.log10(Math.min(1, light / 1000));
  return Math.max(0, (light / 1000) * lowLight * (1 + temperatureCoefficient * (cellC - 25)) * dcLosses);
}

/** What the shades leave of the light, 0 to 1; their edges take a quarter of an hour. */
export function unshaded(shades: readonly Shade[], hour: number): number {
  let left = 1;
  for (const shade of shades) {
    const inside = Math.min(hour - shade.fromHour, shade.toHour - hour) * 4;
    left *= 1 - shade.share * Math.max(0, Math.min(1, inside));
  }
  return left;
}

/** AC power of a microinverter: its own need, losses that grow with load (96.5 % at best), clipped at its rating. */
export function inverterAcW(dcW: number, ratedW: number): number {
  const load = dcW / ratedW;
  const acW = dcW - ratedW * (0.0022 + 0.022 * load + 0.011 * load * load);
  return Math.max(0, Math.min(ratedW, acW));
}

/** What a household draws, in W: a base, mornings and evenings, a kettle now and then. `hour` is the site's local hour. */
export function householdLoadW(seed: number, atMs: number, hour: number): number {
  const bump = (at: number, width: number): number => Math.exp(-(((hour - at) / width) ** 2));
  const base = 140 + 160 * drift(seed, atMs / 1_500_000);
  const people = 350 * bump(7.3, 1.2) + 250 * bump(12.5, 1.1) + 620 * bump(19.4, 2.1);
  const slot = Math.floor(atMs / 300_000);
  const kettle = chance(seed, 'kettle', slot) < 0.02 + people / 12_000 ? 1900 : 0;
  return base + people * (0.7 + 0.6 * drift(seed + 1, atMs / 2_400_000)) + kettle;
}

export type Battery = { capacityWh: number; ratedW: number; reservePercent: number };

/** One step of a self-consuming battery. Battery + is discharge, grid + is import. */
export function batteryStep(
  battery: Battery,
  socPercent: number,
  productionW: number,
  loadW: number,
  seconds: number,
): { socPercent: number; batteryW: number; gridW: number } {
  const hours = seconds / 3600;
  const oneWay = 0.96;
  const roomWh = (battery.capacityWh * (100 - socPercent)) / 100;
  const storedWh = (battery.capacityWh * Math.max(0, socPercent - battery.reservePercent)) / 100;
  const wanted = Math.max(-battery.ratedW, Math.min(battery.ratedW, loadW - productionW));
  const batteryW =
    wanted < 0 ? -Math.min(-wanted, roomWh / oneWay / hours) : Math.min(wanted, (storedWh * oneWay) / hours);
  const changeWh = batteryW < 0 ? -batteryW * hours * oneWay : (-batteryW * hours) / oneWay;
  return {
    socPercent: Math.max(0, Math.min(100, socPercent + (changeWh / battery.capacityWh) * 100)),
    batteryW,
    gridW: loadW - productionW - batteryW,
  };
}
