// A day of a home with a hybrid inverter and a battery, and of a three-phase meter at the grid, as devices report it: light with clouds, loads that switch on and off, a battery that follows them with a delay, each value with its own noise and in the resolution of such devices. A pure function of the home and the day.
import { chance, drift, jitter } from '@heliograph/simulator/random.ts';
import type { SampleColumns } from '../server/src/samples/samples.ts';

const DAY_S = 86_400;
const startMs = Date.UTC(2026, 5, 14);

/** Rounds to whole steps; + 0, because no device reports a minus zero. */
const rounded = (value: number, step: number): number => Math.round(Math.round(value / step) * step * 1e6) / 1e6 + 0;

interface Moment {
  second: number;
  pvW: number;
  loadW: number;
  /** Load by phase in watts; the phases add up to `loadW`. */
  phasesW: [number, number, number];
  gridV: [number, number, number];
  frequencyHz: number;
}

/** Ten seconds are fine enough for values that are reported each minute. */
const STEP_S = 10;

function* moments(home: number, day: number): Generator<Moment> {
  const seed = home * 1000 + day;
  const clear = 0.4 + 0.6 * chance(seed, 1);
  const broken = chance(seed, 2);
  const kettles = Array.from({ length: 9 }, (_, n) => {
    const from = DAY_S * (0.25 + 0.7 * chance(seed, 50 + n));
    return {
      from,
      to: from + 60 + 3_000 * chance(seed, 70 + n) ** 3,
      watts: 700 + 2_300 * chance(seed, 90 + n),
      phase: n % 3,
    };
  });
  for (let second = 0; second < DAY_S; second += STEP_S) {
    const sun = Math.max(0, Math.sin(((second / DAY_S - 0.2) / 0.62) * Math.PI));
    const cloud = drift(seed * 7 + 1, second / 240) * broken;
    const pvW = second / DAY_S > 0.2 && second / DAY_S < 0.82 ? 8_200 * sun ** 1.2 * clear * (1 - 0.75 * cloud) : 0;
    const phasesW: [number, number, number] = [110, 70, 60];
    const fridge = (second + 900 * home) % 2_700 < 1_000 ? 85 : 0;
    phasesW[1] += fridge;
    for (let phase = 0; phase < 3; phase++)
      phasesW[phase] =
        phasesW[phase]! * (1 + 0.25 * drift(seed + phase, second / 1_800)) + 6 * jitter(seed, second, phase);
    for (const { from, to, watts, phase } of kettles)
      if (second >= from && second < to)
        phasesW[phase] = phasesW[phase]! + watts * (1 + 0.01 * jitter(seed, second, 9));
    const gridV = [0, 1, 2].map(
      (phase) =>
        231 +
        5 * drift(seed + 11 + phase, second / 3_000) +
        0.5 * jitter(seed, second, 20 + phase) -
        phasesW[phase]! / 1_500 +
        pvW / 3_000,
    ) as Moment['gridV'];
    yield {
      second,
      pvW,
      loadW: phasesW[0] + phasesW[1] + phasesW[2],
      phasesW,
      gridV,
      frequencyHz: 50 + 0.05 * (drift(seed + 31, second / 400) - 0.5) + 0.004 * jitter(seed, second, 30),
    };
  }
}

type Row = Record<string, number>;

/** Returns samples as columns; a few are late, and one in two hundred is missing. */
function columnsOf(rows: readonly Row[], stepS: number, seed: number): SampleColumns {
  const retained = rows.filter((_, index) => chance(seed, index, 3) > 0.005);
  return {
    atMs: Float64Array.from(
      retained,
      (row) => startMs + (row.second! + (chance(seed, row.second!, 4) > 0.97 ? 1 : 0)) * 1000 + stepS,
    ),
    statusBits: new Int32Array(retained.length),
    mode: new Int16Array(retained.length).fill(6),
    imported: new Uint8Array(retained.length),
    values: Object.fromEntries(
      Object.keys(rows[0]!)
        .filter((name) => name !== 'second')
        .map((name) => [name, Float64Array.from(retained, (row) => row[name]!)]),
    ),
  };
}

/** Returns a day of an 8 kW hybrid inverter with two inputs and a battery of 10 kWh, whose load is computed from its other values. */
export function hybridDay(home: number, day: number, stepS: number): SampleColumns {
  const seed = home * 1000 + day;
  const rows: Row[] = [];
  let socWh = 2_500 + 5_000 * chance(seed, 5);
  let batteryW = 0;
  let temperatureC = 24;
  const counters = {
    day: 0,
    life: 7_412_300,
    import: 1_204_100,
    export: 5_120_700,
    load: 6_400_200,
    charge: 902_000,
    discharge: 871_400,
  };
  const inputs = [0, 0];
  for (const { second, pvW, loadW, gridV, frequencyHz } of moments(home, day)) {
    // The battery compensates the difference with a small delay, within its limits.
    const requestedW = Math.max(-5_000, Math.min(5_000, loadW - pvW));
    const possibleW = requestedW > 0 ? (socWh > 1_000 ? requestedW : 0) : socWh < 9_900 ? requestedW : 0;
    batteryW += (possibleW - batteryW) * 0.6;
    if (Math.abs(batteryW) < 15) batteryW = 0;
    socWh -= (batteryW * (batteryW > 0 ? 1.03 : 0.97) * STEP_S) / 3_600;
    const gridW = loadW - pvW - batteryW + 6 * jitter(seed, second, 40);
    temperatureC += (24 + pvW / 350 + Math.abs(batteryW) / 600 - temperatureC) * 0.004;
    const hours = STEP_S / 3_600;
    counters.day += pvW * hours;
    counters.life += pvW * hours;
    counters.import += Math.max(0, gridW) * hours;
    counters.export += Math.max(0, -gridW) * hours;
    counters.load += loadW * hours;
    counters.charge += Math.max(0, -batteryW) * hours;
    counters.discharge += Math.max(0, batteryW) * hours;
    const shares = [0.56 + 0.03 * drift(seed + 61, second / 2_000), 0];
    shares[1] = 1 - shares[0]!;
    for (const n of [0, 1]) inputs[n]! += pvW * 1.03 * shares[n]! * hours;
    if (second % stepS !== 0) continue;
    const acW = pvW + batteryW;
    const powerW = rounded(pvW, 1);
    const gridPowerW = rounded(gridW, 1);
    const batteryPowerW = rounded(batteryW, 1);
    const volts = 51.2 + socWh / 5_000 - batteryW / 2_500 + 0.03 * jitter(seed, second, 41);
    const row: Row = {
      second,
      powerW,
      counterWh: rounded(counters.life, 100),
      counterDayWh: rounded(counters.day, 10),
      gridPowerW,
      // Computed by the inverter from values that it rounds separately.
      loadPowerW: Math.max(0, rounded(pvW + gridW + batteryW + 0.6 * jitter(seed, second, 42), 1)),
      batteryPowerW,
      batterySocPercent: rounded(socWh / 100, 1),
      gridImportWh: rounded(counters.import, 10),
      gridExportWh: rounded(counters.export, 10),
      loadWh: rounded(counters.load, 10),
      batteryChargeWh: rounded(counters.charge, 10),
      batteryDischargeWh: rounded(counters.discharge, 10),
      gridVoltageV: rounded(gridV[0], 0.1),
      gridCurrentA: rounded(Math.abs(acW) / gridV[0] / 0.995 + 0.02 * jitter(seed, second, 43), 0.1),
      frequencyHz: rounded(frequencyHz, 0.01),
      temperatureC: rounded(temperatureC + 0.08 * jitter(seed, second, 44), 0.1),
      batteryVoltageV: rounded(volts, 0.1),
      batteryCurrentA: rounded(batteryW / volts + 0.04 * jitter(seed, second, 45), 0.1),
      batteryTemperatureC: rounded(23 + temperatureC / 8 + 0.05 * jitter(seed, second, 46), 0.1),
      batterySohPercent: 98,
      batteryCycles: 312,
    };
    for (const n of [0, 1]) {
      const inputW = pvW * 1.03 * shares[n]!;
      const inputV = pvW > 0 ? 380 + 40 * n + 15 * drift(seed + 62 + n, second / 900) - inputW / 400 : 0;
      row[`input${n + 1}PowerW`] = rounded(inputW + 2 * jitter(seed, second, 47 + n) * Math.sign(inputW), 1);
      row[`input${n + 1}VoltageV`] = rounded(inputV, 0.1);
      row[`input${n + 1}CurrentA`] = inputV > 0 ? rounded(inputW / inputV, 0.1) : 0;
      row[`input${n + 1}CounterWh`] = rounded(inputs[n]!, 10);
    }
    rows.push(row);
  }
  return columnsOf(rows, 0, seed);
}

/** Returns a day of a three-phase meter at the grid connection of a home with panels, in the resolution of common meters. */
export function meterDay(home: number, day: number, stepS: number): SampleColumns {
  const seed = home * 1000 + day + 500_000;
  const rows: Row[] = [];
  const counters = { import: 2_310_456.2, export: 4_107_882.6 };
  for (const { second, pvW, phasesW, gridV, frequencyHz } of moments(home, day)) {
    const watts = phasesW.map((loadW, phase) => loadW - pvW / 3 + 2 * jitter(seed, second, phase));
    const sum = watts.reduce((all, one) => all + one, 0);
    counters.import += (Math.max(0, sum) * STEP_S) / 3_600;
    counters.export += (Math.max(0, -sum) * STEP_S) / 3_600;
    if (second % stepS !== 0) continue;
    const row: Row = { second };
    const phasePowersW = watts.map((one) => rounded(one, 0.1));
    let gridVar = 0;
    for (const n of [0, 1, 2]) {
      const vars =
        60 + 0.08 * Math.abs(watts[n]!) + 15 * drift(seed + n, second / 1_200) + 2 * jitter(seed, second, 10 + n);
      gridVar += rounded(vars, 0.1);
      const apparent = Math.sqrt(watts[n]! ** 2 + vars ** 2);
      row[`l${n + 1}PowerW`] = phasePowersW[n]!;
      row[`l${n + 1}ReactivePowerVar`] = rounded(vars, 0.1);
      row[`l${n + 1}VoltageV`] = rounded(gridV[n]!, 0.1);
      row[`l${n + 1}CurrentA`] = rounded(apparent / gridV[n]!, 0.01);
      row[`l${n + 1}PowerFactor`] = rounded(watts[n]! / apparent, 0.01);
    }
    row.gridPowerW = rounded(
      phasePowersW.reduce((all, one) => all + one, 0),
      0.1,
    );
    row.reactivePowerVar = rounded(gridVar, 0.1);
    row.gridImportWh = rounded(counters.import, 0.1);
    row.gridExportWh = rounded(counters.export, 0.1);
    row.frequencyHz = rounded(frequencyHz, 0.01);
    rows.push(row);
  }
  return columnsOf(rows, 0, seed);
}
