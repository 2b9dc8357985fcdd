// Quantities that a machine of a plant reports at an instant, by the names in its kind's reports (contract/src/report.ts).
import { required } from '@heliograph/contract/required.ts';
import { planeDay } from './daylight.ts';
import { countersSince, errorBits, has, inputShare } from './faults.ts';
import type { FleetMachine, FleetSite, MachineInput } from './fleetSite.ts';
import { frequencyAt, gridSeed } from './grid.ts';
import {
  currentA,
  lineVoltages,
  loadPhases,
  machinePhases,
  negative,
  type Phases,
  phaseVoltages,
  plus,
  powerFactor,
  reactiveVar,
} from './phases.ts';
import {
  energyAt,
  type FlowName,
  lifeAt,
  type MachineDay,
  momentAt,
  type PlantDay,
  type PlantMoment,
  powerAt,
  storedAt,
} from './plantDay.ts';
import { drift, hash } from './random.ts';
import { planeLight, type Sky, skyAt } from './sky.ts';

/** Records a quantity by its name in reports. */
export type Put = (name: string, value: number) => void;

/** Conditions shared by all machines of a plant at an instant. */
export type Surroundings = {
  moment: PlantMoment;
  sky: Sky;
  frequencyHz: number;
  /** Grid power by phase (+ import), and the phase voltages that result. */
  gridW: Phases;
  voltsV: Phases;
};

/** Light at which the electronics start, in DC watts per rated watt. */
const awakeFrom = 0.0009;

/** Rounds to `digits` decimals, as devices do. */
const to = (digits: number) => (value: number) => Math.round(value * 10 ** digits) / 10 ** digits + 0;
const [r0, r1, r2, r3] = [to(0), to(1), to(2), to(3)];

export function surroundings(site: FleetSite, moment: PlantMoment): Surroundings {
  const { atMs, plant } = moment;
  const { home, flows } = plant;
  let gridW = loadPhases(hash(site.key, 'load'), atMs, powerAt(moment, flows.load), home.wires);
  for (const { sn, phase, inputs } of machinesOf(site)) {
    if (inputs.length === 0) continue;
    gridW = plus(gridW, negative(machinePhases(phase, powerAt(moment, machineDay(plant, sn).ac), home.wires)));
  }
  const stored = powerAt(moment, flows.battery) + powerAt(moment, flows.generator);
  gridW = plus(gridW, negative(machinePhases(0, stored, home.wires)));
  const ratedW = machinesOf(site).reduce((sum, machine) => sum + machine.ratedW, 0);
  return {
    moment,
    sky: skyAt(site, atMs),
    frequencyHz: frequencyAt(site, atMs),
    gridW,
    voltsV: phaseVoltages(gridSeed(site), atMs, site.grid.voltageV, gridW, ratedW),
  };
}

export const machinesOf = (site: FleetSite): FleetMachine[] => [
  ...site.gateways.flatMap(({ machines }) => machines),
  ...site.unmonitored,
];

/** Status word and mode; mode -1: the machine has none. */
export function stateOf(machine: FleetMachine, atMs: number): { statusBits: number; mode: number } {
  return { statusBits: errorBits(machine.faults, atMs), mode: machine.kind === 'microinverter' ? 6 : -1 };
}

/** Records all quantities of a machine; false: it is asleep and reports nothing. */
export function measure(site: FleetSite, machine: FleetMachine, around: Surroundings, put: Put): boolean {
  switch (machine.kind) {
    case 'microinverter':
    case 'inverter':
      if (!isAwake(machine, around)) return false;
      inverter(site, machine, around, put);
      return true;
    case 'hybrid':
      inverter(site, machine, around, put);
      rest(site, machine, around, put);
      return true;
    case 'battery':
      battery(site, machine, around, put, (name) => name);
      return true;
    case 'meter':
      if (machine.atModules) modulesMeter(around, put);
      else meter(site, machine, around, put);
      return true;
    case 'sensor':
      sensor(machine, around, put);
      return true;
  }
}

const machineDay = ({ machines }: PlantDay, sn: string): MachineDay => required(machines.get(sn), `the machine ${sn}`);

function isAwake({ sn, inputs }: FleetMachine, { moment }: Surroundings): boolean {
  const { plant, point, share } = moment;
  if (powerAt(moment, machineDay(plant, sn).ac) > 0) return true;
  return inputs.some(({ tiltDeg, azimuthDeg }) => {
    const plane = planeDay(plant.light, tiltDeg, azimuthDeg);
    return plane[point]! + (plane[point + 1]! - plane[point]!) * share >= awakeFrom;
  });
}

/** Lifetime counter as the device stores it: since its last reset. */
function counterWh(site: FleetSite, { faults }: FleetMachine, moment: PlantMoment, what: string) {
  const life = lifeAt(moment, what);
  const sinceMs = faults.length > 0 ? countersSince(faults, moment.atMs) : null;
  if (sinceMs === null) return life;
  const then = lifeThen(site, what, sinceMs);
  return { upWh: life.upWh - then.upWh, downWh: life.downWh - then.downWh };
}

/** Lifetime counters at earlier instants, cached because each sample reads them. */
const lives = new WeakMap<FleetSite, Map<string, { upWh: number; downWh: number }>>();
function lifeThen(site: FleetSite, what: string, atMs: number): { upWh: number; downWh: number } {
  let cached = lives.get(site);
  if (!cached) {
    cached = new Map();
    lives.set(site, cached);
  }
  const key = `${what} ${atMs}`;
  const life = cached.get(key) ?? lifeAt(momentAt(site, atMs), what);
  cached.set(key, life);
  return life;
}

function inverter(site: FleetSite, machine: FleetMachine, around: Surroundings, put: Put): void {
  const { moment, sky, frequencyHz, voltsV } = around;
  const { plant, atMs } = moment;
  const { sn, kind, ratedW, faults, phase } = machine;
  const { ac, inputs } = machineDay(plant, sn);
  const powerW = powerAt(moment, ac);
  const seed = hash(sn);
  const vars = kind === 'microinverter' ? powerW * 0.01 + 3 : powerW * 0.02 - 0.004 * ratedW;
  put('powerW', r1(powerW));
  put('reactivePowerVar', r1(vars));
  put('powerFactor', r3(powerFactor(powerW, vars)));
  const status = errorBits(faults, atMs);
  put('frequencyHz', r2(frequencyHz + (status & 0x10 ? 1.7 : status & 0x20 ? -2.6 : 0)));
  put('temperatureC', r1(sky.ambientC + 5 + 0.009 * sky.global + (20 * powerW) / ratedW + drift(seed, atMs / 900_000)));
  put('counterDayWh', r1(energyAt(moment, ac).upWh));
  put('counterWh', r1(counterWh(site, machine, moment, sn).upWh));
  if (phase === 0 && plant.home.wires !== 1)
    phaseQuantities(plant.home.wires, powerW, machinePhases(0, powerW, 4), vars, voltsV, put);
  else {
    const volts = voltsV[Math.max(0, phase - 1)]!;
    put('gridVoltageV', r1(volts));
    put('gridCurrentA', r2(Math.abs(currentA(powerW, vars, volts))));
  }
  let string = 0;
  for (const [i, input] of machine.inputs.entries()) {
    const flow = required(inputs[i], 'the flow of an input');
    const watts = powerAt(moment, flow);
    const dead = inputShare(faults, i, atMs) === 0;
    const volts = dead ? 0.4 * input.inSeries : inputVoltage(input, watts, sky.ambientC, atMs, seed + i);
    const amps = watts / volts;
    put(`input${i + 1}VoltageV`, r1(volts));
    put(`input${i + 1}CurrentA`, r2(amps));
    put(`input${i + 1}PowerW`, r1(watts));
    put(`input${i + 1}CounterDayWh`, r1(energyAt(moment, flow).upWh));
    if (kind !== 'inverter') continue;
    // strings differ by about a per cent
    for (let s = 0; s < input.strings; s++) {
      const even = 0.005 * (drift(seed + 40 + i, 1) - 0.5);
      put(`string${++string}CurrentA`, r2((amps / input.strings) * (1 + (s % 2 === 0 ? even : -even))));
    }
  }
  // dew on the modules lowers the insulation resistance
  if (kind !== 'microinverter') {
    put('insulationOhm', 1000 * r0(2600 * (1.3 - sky.cover) * (0.9 + 0.2 * drift(seed + 30, atMs / 2e6))));
  }
}

function inputVoltage(
  { moduleW, inSeries, strings }: MachineInput,
  watts: number,
  ambientC: number,
  atMs: number,
  seed: number,
): number {
  const load = watts / (moduleW * inSeries * strings);
  const warm = 1 - 0.003 * (ambientC + load * 29 - 25);
  return (
    inSeries * (34.5 * warm * (1 + 0.03 * Math.log10(Math.max(0.001, load))) + 0.2 * (drift(seed, atMs / 70_000) - 0.5))
  );
}

/** Voltages, currents and powers of the three phases; the powers sum exactly to the total that is sent. */
function phaseQuantities(wires: number, wholeW: number, watts: Phases, vars: number, volts: Phases, put: Put): void {
  const whole = r1(wholeW);
  const sent: Phases = [r1(watts[0]), r1(watts[1]), r1(whole - r1(watts[0]) - r1(watts[1]))];
  const lines = wires === 3 ? lineVoltages(volts) : null;
  for (const [i, phaseW] of sent.entries()) {
    const phaseVar = vars / 3;
    if (lines) put(`l${['12', '23', '31'][i]}VoltageV`, r1(lines[i]!));
    else put(`l${i + 1}VoltageV`, r1(volts[i]!));
    put(`l${i + 1}CurrentA`, r2(currentA(phaseW, phaseVar, volts[i]!)));
    put(`l${i + 1}PowerW`, phaseW);
    put(`l${i + 1}ReactivePowerVar`, r1(phaseVar));
    put(`l${i + 1}PowerFactor`, r3(powerFactor(phaseW, phaseVar)));
  }
}

function meter(site: FleetSite, machine: FleetMachine, around: Surroundings, put: Put): void {
  const { moment, frequencyHz, voltsV } = around;
  const { atMs, plant } = moment;
  const { wires } = plant.home;
  const isReversed = has(machine.faults, 'wrongSign', atMs);
  let gridW = isReversed ? negative(around.gridW) : around.gridW;
  if (has(machine.faults, 'swappedPhases', atMs)) gridW = [gridW[1], gridW[0], gridW[2]];
  const vars = reactiveVar(hash(site.key, 'load'), atMs, powerAt(moment, plant.flows.load));
  const powerW = powerAt(moment, plant.flows.grid) * (isReversed ? -1 : 1);
  const { upWh: importWh, downWh: exportWh } = reversedWh(site, machine, moment, 'grid');
  put('powerW', r1(powerW));
  put('importWh', r0(importWh));
  put('exportWh', r0(exportWh));
  put('reactivePowerVar', r1(vars));
  put('powerFactor', r3(powerFactor(powerW, vars)));
  put('frequencyHz', r2(frequencyHz));
  if (wires !== 1) phaseQuantities(wires, powerW, gridW, vars, voltsV, put);
  else {
    put('gridVoltageV', r1(voltsV[0]));
    put('gridCurrentA', r2(Math.abs(currentA(powerW, vars, voltsV[0]))));
  }
}

/** Single-phase production meter: production counts as import. */
function modulesMeter({ moment, frequencyHz, voltsV }: Surroundings, put: Put): void {
  const { made } = moment.plant.flows;
  const powerW = powerAt(moment, made);
  const { upWh, downWh } = lifeAt(moment, 'made');
  put('powerW', r1(powerW));
  put('importWh', r0(upWh));
  put('exportWh', r0(downWh));
  put('powerFactor', r3(powerFactor(powerW, 0)));
  put('frequencyHz', r2(frequencyHz));
  put('gridVoltageV', r1(voltsV[0]));
  put('gridCurrentA', r2(currentA(powerW, 0, voltsV[0])));
}

/** Counters of a meter or battery; while it is connected in reverse, each counts the other's energy. */
function reversedWh(
  site: FleetSite,
  machine: FleetMachine,
  moment: PlantMoment,
  what: 'grid' | 'battery',
): { upWh: number; downWh: number } {
  let { upWh, downWh } = counterWh(site, machine, moment, what);
  for (const fault of machine.faults) {
    if (fault.kind !== 'wrongSign' || fault.fromMs > moment.atMs) continue;
    const untilMs = Math.min(fault.toMs ?? moment.atMs, moment.atMs);
    const since = lifeThen(site, what, fault.fromMs);
    const until = untilMs === moment.atMs ? lifeAt(moment, what) : lifeThen(site, what, untilMs);
    const [up, down] = [until.upWh - since.upWh, until.downWh - since.downWh];
    upWh += down - up;
    downWh += up - down;
  }
  return { upWh, downWh };
}

/** Records battery quantities; `named` maps a quantity to the name used by the reporting kind. */
function battery(
  site: FleetSite,
  machine: FleetMachine,
  { moment, sky }: Surroundings,
  put: Put,
  named: (name: string) => string,
): void {
  const { plant, atMs } = moment;
  const own = plant.home.battery;
  if (!own) return;
  const powerW = powerAt(moment, plant.flows.battery);
  const sign = has(machine.faults, 'wrongSign', atMs) ? -1 : 1;
  const life = reversedWh(site, machine, moment, 'battery');
  const soc = storedAt(moment) / own.capacityWh;
  const cycles = lifeAt(moment, 'battery').upWh / own.capacityWh;
  const volts = own.nominalV * (0.94 + 0.11 * soc) * (1 - (0.02 * powerW) / own.ratedW);
  put(named('powerW'), r1(sign * powerW));
  put(named('socPercent'), r1(soc * 100));
  put(named('sohPercent'), r1(Math.max(60, 100 - 0.004 * cycles)));
  put(named('voltageV'), r1(volts));
  put(named('currentA'), r2((sign * powerW) / volts));
  put(
    named('temperatureC'),
    r1(16 + 0.25 * sky.ambientC + (6 * Math.abs(powerW)) / own.ratedW + drift(hash(machine.sn), atMs / 4e6)),
  );
  put(named('chargeWh'), r0(life.downWh));
  put(named('dischargeWh'), r0(life.upWh));
  put(named('cycles'), r1(cycles));
}

/** Records what a hybrid inverter measures of the plant in addition to its modules. */
function rest(site: FleetSite, machine: FleetMachine, around: Surroundings, put: Put): void {
  const { moment } = around;
  const { flows, home } = moment.plant;
  battery(site, machine, around, put, (name) => `battery${name[0]!.toUpperCase()}${name.slice(1)}`);
  const putFlow = (name: FlowName, power: string, counter: string): void => {
    put(power, r1(powerAt(moment, flows[name])));
    put(counter, r0(counterWh(site, machine, moment, name).upWh));
  };
  putFlow('load', 'loadPowerW', 'loadWh');
  if (home.backupShare > 0) putFlow('backup', 'backupPowerW', 'backupWh');
  if (home.generatorW > 0) putFlow('generator', 'generatorPowerW', 'generatorWh');
  if (home.battery?.strategy.kind === 'island') return;
  putFlow('grid', 'gridPowerW', 'gridImportWh');
  put('gridExportWh', r0(counterWh(site, machine, moment, 'grid').downWh));
}

function sensor({ sn, tiltDeg, azimuthDeg }: FleetMachine, { sky, moment }: Surroundings, put: Put): void {
  const light = planeLight(sky, tiltDeg, azimuthDeg);
  const seed = hash(sn);
  const gusts = drift(seed, moment.atMs / 90_000);
  put('irradianceWm2', r1(light));
  put('moduleTemperatureC', r1(sky.ambientC + light * 0.029));
  put('ambientTemperatureC', r1(sky.ambientC));
  put('windSpeedMs', r1(0.4 + 7 * drift(seed + 1, moment.atMs / 9_000_000) * (0.5 + gusts)));
}
