// A simulated microinverter: its measurements and frame at an instant, and its daily energies.
import { type BdmReading, encodeReading } from './bdmFrame.ts';
import { type Daylight, daylight, dayOf, stepMs } from './daylight.ts';
import { counterLossWh, counterResetS, errorBits, inputShare, isSilent } from './faults.ts';
import type { FleetDevice, FleetSite } from './fleetSite.ts';
import { frequencyAt, gridSeed } from './grid.ts';
import { bdmTraits } from './models.ts';
import {
  acPowerW,
  advance,
  type Output,
  outputAt,
  planesOfDay,
  planesOfSky,
  startTally,
  type Tally,
  tallyAt,
} from './output.ts';
import { drift, hash, jitter } from './random.ts';
import { type Sky, skyAt } from './sky.ts';

export type Frame = { path: '/i.php' | '/t.php'; bytes: Uint8Array };
export type TimedFrame = Frame & { atMs: number };

/** Light at which the electronics start, in DC watts per rated watt. */
const awakeFrom = 0.0009;
const dayMs = 86_400_000;

/** AC energy fed in on a day and its peak power, regardless of counter faults and lost frames. */
export function dayEnergyWh(site: FleetSite, device: FleetDevice, day: string): { energyWh: number; peakW: number } {
  const light = daylight(site, day);
  const planes = planesOfDay(light, device);
  let wattPoints = 0;
  let peakW = 0;
  for (let point = light.firstLit; point <= light.lastLit; point++) {
    const acW = acPowerW(site, device, planes, point, light.startMs + point * stepMs);
    // the ends of the day count half, as in the running tally
    wattPoints += point === 0 || point === light.steps ? acW / 2 : acW;
    if (acW > peakW) peakW = acW;
  }
  return { energyWh: (wattPoints * stepMs) / 3_600_000, peakW };
}

/** One day in a file of a previous system: instants with power and the energy since dawn. */
export interface DayFile {
  atMs: number[];
  powerW: number[];
  energyWh: number[];
}

/** A day as `dayEnergyWh` sums it, with a row every `everyMinutes` while there is light and one after it. */
export function fileOfDay(site: FleetSite, device: FleetDevice, day: string, everyMinutes: number): DayFile {
  const light = daylight(site, day);
  const planes = planesOfDay(light, device);
  const everyPoints = Math.max(1, Math.round((everyMinutes * 60_000) / stepMs));
  const file: DayFile = { atMs: [], powerW: [], energyWh: [] };
  const row = (point: number, acW: number, wattPoints: number): void => {
    file.atMs.push(light.startMs + point * stepMs);
    file.powerW.push(acW);
    file.energyWh.push((wattPoints * stepMs) / 3_600_000);
  };
  let wattPoints = 0;
  for (let point = light.firstLit; point <= light.lastLit; point++) {
    const acW = acPowerW(site, device, planes, point, light.startMs + point * stepMs);
    const half = acW / 2;
    wattPoints += half;
    if ((point - light.firstLit) % everyPoints === 0) row(point, acW, wattPoints);
    wattPoints += point === light.steps || point === 0 ? 0 : half;
  }
  if (file.atMs.length > 0 && light.lastLit < light.steps - 1) row(light.lastLit + 1, 0, wattPoints);
  return file;
}

/** The device's measurements; null at night and while it is silent. */
export function readingAt(site: FleetSite, device: FleetDevice, atMs: number): BdmReading | null {
  if (isSilent(device.faults, atMs)) return null;
  const day = daylight(site, dayOf(site.timeZone, atMs));
  return measure(site, device, day, startTally(day, device), counterStart(site, device, day, atMs), atMs);
}

/** The frame that the device sends at an instant; null if it sends none. */
export function frameAt(site: FleetSite, device: FleetDevice, atMs: number): Frame | null {
  const reading = readingAt(site, device, atMs);
  return reading && encodeReading(device.sn, device.model, reading);
}

/** All frames of a site's day, one every `everyS` seconds at the device's own offset, in order. */
export function* framesOfDay(
  site: FleetSite,
  device: FleetDevice,
  dayText: string,
  everyS: number,
): Generator<TimedFrame> {
  const day = daylight(site, dayText);
  const tally = startTally(day, device);
  const planes = planesOfDay(day, device);
  let start = counterStart(site, device, day, day.startMs);
  const fromMs = day.startMs + (day.firstLit - 1) * stepMs;
  const toMs = Math.min(day.endMs, day.startMs + (day.lastLit + 1) * stepMs);
  for (let atMs = nextSendMs(device, everyS, Math.max(day.startMs, fromMs)); atMs < toMs; atMs += everyS * 1000) {
    if (isSilent(device.faults, atMs)) continue;
    if (start.validUntilMs <= atMs) start = counterStart(site, device, day, atMs);
    advance(tally, site, device, day, planes, atMs);
    const reading = measure(site, device, day, tally, start, atMs);
    if (reading) yield { atMs, ...encodeReading(device.sn, device.model, reading) };
  }
}

/** The device's first sending time at or after `fromMs`, with one frame every `everyS` seconds. */
export function nextSendMs(device: FleetDevice, everyS: number, fromMs: number): number {
  const everyMs = everyS * 1000;
  const offsetMs = (hash(device.sn, 'offset') % everyS) * 1000;
  return Math.ceil((fromMs - offsetMs) / everyMs) * everyMs + offsetMs;
}

/** Offset from the tally to the device's counter: zero unless its clock is wrong. */
type CounterStart = { shiftWh: number; inputShiftsWh: number[]; validUntilMs: number };

function counterStart(site: FleetSite, device: FleetDevice, day: Daylight, atMs: number): CounterStart {
  const resetS = counterResetS(device.faults, atMs);
  const none = device.inputs.map(() => 0);
  if (resetS === 0) {
    const untilMs = device.faults.some((fault) => fault.kind === 'wrongClock') ? atMs + 1 : day.endMs;
    return { shiftWh: 0, inputShiftsWh: none, validUntilMs: untilMs };
  }
  const resetMs = day.startMs + resetS * 1000;
  if (atMs >= resetMs) {
    const sinceMidnight = energyUpTo(site, device, day, resetMs);
    return {
      shiftWh: -sinceMidnight.energyWh,
      inputShiftsWh: sinceMidnight.inputsWh.map((wh) => -wh),
      validUntilMs: day.endMs,
    };
  }
  const yesterday = daylight(site, dayOf(site.timeZone, day.startMs - dayMs / 2));
  const before = energyUpTo(site, device, yesterday, yesterday.startMs + resetS * 1000);
  const whole = energyUpTo(site, device, yesterday, yesterday.endMs);
  return {
    shiftWh: whole.energyWh - before.energyWh,
    inputShiftsWh: whole.inputsWh.map((wh, i) => wh - (before.inputsWh[i] ?? 0)),
    validUntilMs: resetMs,
  };
}

function energyUpTo(site: FleetSite, device: FleetDevice, day: Daylight, atMs: number): Tally {
  const tally = startTally(day, device);
  advance(tally, site, device, day, planesOfDay(day, device), atMs);
  return tally;
}

function measure(
  site: FleetSite,
  device: FleetDevice,
  day: Daylight,
  tally: Tally,
  start: CounterStart,
  atMs: number,
): BdmReading | null {
  const sky = skyAt(site, atMs);
  if (sky.global <= 0) return null;
  const planes = planesOfSky(sky, device);
  const brightest = Math.max(0, ...planes.map((plane) => plane?.[0] ?? 0));
  if (brightest < awakeFrom) return null;
  const output = outputAt(site, device, planes, 0, atMs);
  advance(tally, site, device, day, planesOfDay(day, device), atMs);
  const energy = tallyAt(tally, day, atMs, output);
  const lossWh = counterLossWh(device.faults, day.startMs, atMs);
  return {
    ...electricity(site, device, sky, output, atMs),
    energyTodayWh: Math.max(0, energy.energyWh + start.shiftWh - lossWh),
    inputs: device.inputs.map((input, i) => {
      const perWatt = planes[i]?.[0] ?? 0;
      const powerW = (output.inputsW[i] ?? 0) * noise(device, output.acW, atMs);
      const dead = inputShare(device.faults, i, atMs) === 0;
      // an open socket floats at some tenths of a volt, a bypassed module at its diodes
      const voltageV = input === null ? 0.3 : dead ? 11.4 : moduleVoltage(perWatt, sky.ambientC, device, atMs);
      const energyTodayWh = Math.max(
        0,
        (energy.inputsWh[i] ?? 0) + (start.inputShiftsWh[i] ?? 0) - lossWh / device.inputs.length,
      );
      return { voltageV, currentA: powerW / 0.955 / voltageV, powerW, energyTodayWh };
    }),
  };
}

function electricity(
  site: FleetSite,
  device: FleetDevice,
  sky: Sky,
  output: Output,
  atMs: number,
): Omit<BdmReading, 'energyTodayWh' | 'inputs'> {
  const { ratedW } = bdmTraits[device.model];
  const load = output.acW / ratedW;
  const status = errorBits(device.faults, atMs);
  const seed = hash(device.sn);
  const feeding = output.acW > 0;
  // frequency faults show in the frequency itself
  const offFrequencyHz = status & 0x10 ? 1.7 : status & 0x20 ? -2.6 : 0;
  // the three-phase model measures phase to phase
  const phases = device.model === 'BDM-2250' ? Math.sqrt(3) : 1;
  return {
    atMs,
    status,
    mode: feeding ? 'generating' : sky.elevationDeg > 1.5 ? 'awake' : 'asleep',
    powerW: output.acW * noise(device, output.acW, atMs),
    busVoltageV: feeding ? 212 + 27 * load + 4 * drift(seed, atMs / 400_000) : 258 + 6 * drift(seed, atMs / 400_000),
    gridVoltageV: site.grid.voltageV * phases * (0.985 + 0.03 * drift(gridSeed(site), atMs / 1_700_000) + 0.012 * load),
    frequencyHz: frequencyAt(site, atMs) + offFrequencyHz,
    temperatureC: sky.ambientC + 5 + 0.009 * sky.global + 16 * load + 0.3 * jitter(device.sn, 'temperature', atMs),
  };
}

/** Measurement noise of a quarter per cent, equal for a device and all its inputs; never above the rating. */
function noise(device: FleetDevice, acW: number, atMs: number): number {
  const factor = 1 + 0.0025 * jitter(device.sn, 'power', atMs);
  return acW > 0 ? Math.min(factor, bdmTraits[device.model].ratedW / acW) : 1;
}

function moduleVoltage(perWatt: number, ambientC: number, device: FleetDevice, atMs: number): number {
  const warm = 1 - 0.003 * (ambientC + perWatt * 29 - 25);
  return 34.5 * warm * (1 + 0.03 * Math.log10(Math.max(0.001, perWatt))) + 0.2 * jitter(device.sn, 'voltage', atMs);
}
