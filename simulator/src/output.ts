// Power and energy of a device over a day, from the light on its modules; the basis of readings, frames and daily totals.
import { type Daylight, planeDay, stepMs } from './daylight.ts';
import { inputShare, outputShare, shadesOf } from './faults.ts';
import type { FleetDevice, FleetSite } from './fleetSite.ts';
import { bdmTraits } from './models.ts';
import { dcPerRatedWatt, inverterAcW, unshaded } from './plant.ts';
import { type Sky, solarHour } from './sky.ts';

/** AC power and each input's part of it, W. */
export type Output = { acW: number; inputsW: number[] };

/** Light on each input's plane in DC watts per rated watt, at points of a day or at a single one. */
type Planes = readonly (Float64Array | null)[];

export function planesOfDay(day: Daylight, device: FleetDevice): Planes {
  return device.inputs.map((input) => input && planeDay(day, input.tiltDeg, input.azimuthDeg));
}

export function planesOfSky(sky: Sky, device: FleetDevice): Planes {
  return device.inputs.map((input) => input && Float64Array.of(dcPerRatedWatt(sky, input.tiltDeg, input.azimuthDeg)));
}

function inputDcW(device: FleetDevice, planes: Planes, point: number, i: number, atMs: number, hour: number): number {
  const input = device.inputs[i];
  const perWatt = planes[i]?.[point];
  if (!input || !perWatt) return 0;
  let dcW = input.moduleW * perWatt;
  if (input.shades.length > 0) dcW *= unshaded(input.shades, hour);
  if (device.faults.length > 0) {
    dcW *= inputShare(device.faults, i, atMs) * unshaded(shadesOf(device.faults, atMs), hour);
  }
  return dcW;
}

/** AC power only, W; fast enough for a year of totals. */
export function acPowerW(site: FleetSite, device: FleetDevice, planes: Planes, point: number, atMs: number): number {
  const hour = solarHour(atMs, site.longitude);
  let dcW = 0;
  for (let i = 0; i < device.inputs.length; i++) dcW += inputDcW(device, planes, point, i, atMs, hour);
  return inverterAcW(dcW, bdmTraits[device.model].ratedW) * outputShare(device.faults, atMs);
}

export function outputAt(site: FleetSite, device: FleetDevice, planes: Planes, point: number, atMs: number): Output {
  const hour = solarHour(atMs, site.longitude);
  const inputsDcW = device.inputs.map((_, i) => inputDcW(device, planes, point, i, atMs, hour));
  const dcW = inputsDcW.reduce((sum, w) => sum + w, 0);
  const acW = inverterAcW(dcW, bdmTraits[device.model].ratedW) * outputShare(device.faults, atMs);
  return { acW, inputsW: inputsDcW.map((w) => (dcW > 0 ? (acW * w) / dcW : 0)) };
}

/** Energy since local midnight, accumulated from point to point. */
export type Tally = { point: number; energyWh: number; inputsWh: number[]; last: Output };

export function startTally(day: Daylight, device: FleetDevice): Tally {
  const nothing = device.inputs.map(() => 0);
  return {
    point: Math.max(0, day.firstLit - 1),
    energyWh: 0,
    inputsWh: nothing,
    last: { acW: 0, inputsW: nothing },
  };
}

/** Advances the tally to the last point at or before `atMs`. */
export function advance(
  tally: Tally,
  site: FleetSite,
  device: FleetDevice,
  day: Daylight,
  planes: Planes,
  atMs: number,
): void {
  const until = Math.min(Math.floor((atMs - day.startMs) / stepMs), day.steps);
  while (tally.point < until) {
    if (tally.point > day.lastLit) {
      tally.point = until;
      return;
    }
    tally.point++;
    const now = outputAt(site, device, planes, tally.point, day.startMs + tally.point * stepMs);
    add(tally, now, stepMs);
    tally.last = now;
  }
}

function add(tally: Tally, now: Output, ms: number): void {
  const hours = ms / 3_600_000;
  tally.energyWh += ((tally.last.acW + now.acW) / 2) * hours;
  tally.inputsWh = tally.inputsWh.map(
    (wh, i) => wh + (((tally.last.inputsW[i] ?? 0) + (now.inputsW[i] ?? 0)) / 2) * hours,
  );
}

/** Energy at an instant between the tally's point and the next; `now` is the output at that instant. */
export function tallyAt(
  tally: Tally,
  day: Daylight,
  atMs: number,
  now: Output,
): { energyWh: number; inputsWh: number[] } {
  const moment: Tally = { ...tally };
  add(moment, now, Math.max(0, atMs - (day.startMs + tally.point * stepMs)));
  return moment;
}
