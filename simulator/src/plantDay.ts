// A day of a plant whose flows are measured: production, load, battery and grid, linear between points five minutes apart.
import { required } from '@heliograph/contract/required.ts';
import { type Battery, batteryAt, positiveWh, type Strategy, storedAfter, wantedW, within } from './battery.ts';
import { type Daylight, dayBounds, daylight, dayOf, planeDay, stepMs } from './daylight.ts';
import { inputShare, outputShare, shadesOf } from './faults.ts';
import type { FleetHome, FleetMachine, FleetSite } from './fleetSite.ts';
import { type LocalMoment, loadW } from './home.ts';
import { inverterAcW, unshaded } from './plant.ts';
import { hash } from './random.ts';
import { ambientTemperature, cloudCover, solarHour } from './sky.ts';

/** Power at each point of the day in W, and the energy of its positive and negative parts since midnight in Wh. */
export type Flow = { atPoint: Float64Array; upWh: Float64Array; downWh: Float64Array };

export type MachineDay = { ac: Flow /** DC. */; inputs: Flow[] };

/** `made`: AC production of all machines. */
export type PlantFlows = Record<'made' | 'load' | 'grid' | 'battery' | 'generator' | 'backup', Flow>;
export type FlowName = keyof PlantFlows;

export type PlantDay = {
  site: FleetSite;
  home: FleetHome;
  day: string;
  light: Daylight;
  machines: ReadonlyMap<string, MachineDay>;
  flows: PlantFlows;
  /** Energy in the battery at each point, Wh. */
  storedWh: Float64Array;
  night: Night;
  /** Whether the generator runs at the end of the day. */
  generatorOn: boolean;
};

/** State carried over from the previous day: lifetime counters and stored energy, Wh. */
export type Night = {
  storedWh: number;
  batteryW: number;
  generatorOn: boolean;
  upWh: Record<string, number>;
  downWh: Record<string, number>;
};

/** An instant at `share` of the interval from `point` to `point + 1`. */
export type PlantMoment = { plant: PlantDay; atMs: number; point: number; share: number };

const stepHours = stepMs / 3_600_000;
const firstSocPercent = 40;

/** Cache of all nights and of recent days. It only saves time, so a site must not be changed in place. */
type PlantCache = { nights: Night[]; days: Map<string, PlantDay> };
const caches = new WeakMap<FleetSite, PlantCache>();
const maxCachedDays = 4;

export function plantDay(site: FleetSite, day: string): PlantDay {
  const { home, commissionedOn } = site;
  if (!home || !commissionedOn) throw new RangeError(`${site.key} has no flows`);
  let cache = caches.get(site);
  if (!cache) {
    cache = { nights: [firstNight(home)], days: new Map() };
    caches.set(site, cache);
  }
  const cached = cache.days.get(day);
  if (cached) return cached;
  const first = Temporal.PlainDate.from(commissionedOn);
  const number = first.until(day).total('days');
  if (number < 0) throw new RangeError(`${site.key} did not exist on ${day}`);
  while (cache.nights.length <= number) {
    const before = cache.nights.length - 1;
    store(cache, simulateDay(site, home, first.add({ days: before }).toString(), nightOf(cache, before)), before);
  }
  return cache.days.get(day) ?? store(cache, simulateDay(site, home, day, nightOf(cache, number)), number);
}

const nightOf = ({ nights }: PlantCache, number: number): Night => required(nights[number], 'the night before');

/**
 * Returns the plant with a new battery strategy from the second point after the instant on, so that values reported
 * already do not change.
 */
export function withStrategy(site: FleetSite, atMs: number, strategy: Strategy): FleetSite {
  const { home, commissionedOn } = site;
  const { plant, point } = momentAt(site, atMs);
  if (!home?.battery || !commissionedOn) throw new RangeError(`${site.key} has no battery`);
  const fromMs = plant.light.startMs + (point + 2) * stepMs;
  const since = [...(home.battery.since ?? []), { fromMs, strategy }];
  const changed = { ...site, home: { ...home, battery: { ...home.battery, since } } };
  const number = Temporal.PlainDate.from(commissionedOn).until(plant.day).total('days');
  const { nights } = required(caches.get(site), 'the days of the plant');
  caches.set(changed, { nights: nights.slice(0, number + 1), days: new Map() });
  return changed;
}

function store(cache: PlantCache, plant: PlantDay, number: number): PlantDay {
  cache.days.set(plant.day, plant);
  if (cache.days.size > maxCachedDays) cache.days.delete(cache.days.keys().next().value ?? '');
  cache.nights[number + 1] ??= nightAfter(plant);
  return plant;
}

export function momentAt(site: FleetSite, atMs: number): PlantMoment {
  return momentIn(plantDay(site, dayOf(site.timeZone, atMs)), atMs);
}

/** `atMs` is within the day, both midnights inclusive. */
export function momentIn(plant: PlantDay, atMs: number): PlantMoment {
  const { startMs, steps } = plant.light;
  const point = Math.min(steps - 1, Math.floor((atMs - startMs) / stepMs));
  return { plant, atMs, point, share: (atMs - startMs) / stepMs - point };
}

export function powerAt({ point, share }: PlantMoment, { atPoint }: Flow): number {
  return atPoint[point]! + (atPoint[point + 1]! - atPoint[point]!) * share;
}

/** Energy of the positive and the negative part since midnight, Wh. */
export function energyAt(moment: PlantMoment, flow: Flow): { upWh: number; downWh: number } {
  const { point, share } = moment;
  const fromW = flow.atPoint[point]!;
  const nowW = powerAt(moment, flow);
  const hours = share * stepHours;
  return {
    upWh: flow.upWh[point]! + positiveWh(fromW, nowW, hours),
    downWh: flow.downWh[point]! + positiveWh(-fromW, -nowW, hours),
  };
}

/** Energies since commissioning, Wh; `what` is a flow's name or a machine's serial number. */
export function lifeAt(moment: PlantMoment, what: string): { upWh: number; downWh: number } {
  const { night } = moment.plant;
  const day = energyAt(moment, flowOf(moment.plant, what));
  return { upWh: (night.upWh[what] ?? 0) + day.upWh, downWh: (night.downWh[what] ?? 0) + day.downWh };
}

export function storedAt(moment: PlantMoment): number {
  const { plant, point, share } = moment;
  const flow = plant.flows.battery;
  return storedAfter(plant.storedWh[point]!, flow.atPoint[point]!, powerAt(moment, flow), share * stepHours);
}

function flowOf({ flows, machines }: PlantDay, what: string): Flow {
  return machines.get(what)?.ac ?? flows[what as FlowName];
}

function firstNight({ battery }: FleetHome): Night {
  const storedWh = battery ? (battery.capacityWh * firstSocPercent) / 100 : 0;
  return { storedWh, batteryW: 0, generatorOn: false, upWh: {}, downWh: {} };
}

function nightAfter({ night, flows, machines, storedWh, generatorOn }: PlantDay): Night {
  const upWh: Record<string, number> = {};
  const downWh: Record<string, number> = {};
  const all = [...Object.entries(flows), ...[...machines].map(([sn, { ac }]) => [sn, ac] as const)];
  for (const [what, flow] of all) {
    upWh[what] = (night.upWh[what] ?? 0) + lastOf(flow.upWh);
    downWh[what] = (night.downWh[what] ?? 0) + lastOf(flow.downWh);
  }
  return {
    storedWh: lastOf(storedWh),
    batteryW: lastOf(flows.battery.atPoint),
    generatorOn,
    upWh,
    downWh,
  };
}

const lastOf = (atPoint: Float64Array): number => required(atPoint.at(-1), 'the last point of the day');

function flow(atPoint: Float64Array): Flow {
  const upWh = new Float64Array(atPoint.length);
  const downWh = new Float64Array(atPoint.length);
  let before: number | null = null;
  let up = 0;
  let down = 0;
  for (const [i, watts] of atPoint.entries()) {
    if (before !== null) {
      up += positiveWh(before, watts, stepHours);
      down += positiveWh(-before, -watts, stepHours);
    }
    upWh[i] = up;
    downWh[i] = down;
    before = watts;
  }
  return { atPoint, upWh, downWh };
}

function simulateDay(site: FleetSite, home: FleetHome, day: string, night: Night): PlantDay {
  const light = daylight(site, day);
  const points = light.steps + 1;
  const all = [...site.gateways.flatMap((gateway) => gateway.machines), ...site.unmonitored];
  const machines = all.filter(({ inputs }) => inputs.length > 0);
  const raw = machines.map((machine) => ({ sn: machine.sn, ...output(site, machine, light) }));
  const possible = new Float64Array(points);
  for (const { ac } of raw) for (const [i, watts] of ac.entries()) possible[i] = (possible[i] ?? 0) + watts;
  const load = loads(site, home, light, day);
  const backup = load.map((watts) => watts * home.backupShare);
  const rest = balance(home, possible, load, hours(light, site.timeZone), night, light.startMs);
  const reduced = [possible, ...raw.flatMap(({ ac, inputs }) => [ac, ...inputs])];
  for (const [i, share] of rest.madeShare.entries()) {
    if (share !== 1) for (const powers of reduced) powers[i]! *= share;
  }
  return {
    site,
    home,
    day,
    light,
    machines: new Map(raw.map(({ sn, ac, inputs }) => [sn, { ac: flow(ac), inputs: inputs.map(flow) }])),
    flows: {
      made: flow(possible),
      load: flow(load),
      grid: flow(rest.grid),
      battery: flow(rest.battery),
      generator: flow(rest.generator),
      backup: flow(backup),
    },
    storedWh: rest.storedWh,
    night,
    generatorOn: rest.generatorOn,
  };
}

/** Power that a machine could produce by its light and faults: AC, and DC by input; W. */
function output(site: FleetSite, machine: FleetMachine, light: Daylight): { ac: Float64Array; inputs: Float64Array[] } {
  const { faults, ratedW } = machine;
  const points = light.steps + 1;
  const planes = machine.inputs.map(({ tiltDeg, azimuthDeg }) => planeDay(light, tiltDeg, azimuthDeg));
  const inputs = machine.inputs.map(() => new Float64Array(points));
  const ac = new Float64Array(points);
  for (let point = Math.max(0, light.firstLit); point <= light.lastLit; point++) {
    const atMs = light.startMs + point * stepMs;
    const hour = solarHour(atMs, site.longitude);
    const faultShades = faults.length > 0 ? shadesOf(faults, atMs) : [];
    let dcW = 0;
    for (const [i, { moduleW, inSeries, strings, shades }] of machine.inputs.entries()) {
      let watts = moduleW * inSeries * strings * planes[i]![point]!;
      if (shades.length > 0) watts *= unshaded(shades, hour);
      if (faults.length > 0) watts *= inputShare(faults, i, atMs) * unshaded(faultShades, hour);
      inputs[i]![point] = watts;
      dcW += watts;
    }
    ac[point] = inverterAcW(dcW, ratedW) * (faults.length > 0 ? outputShare(faults, atMs) : 1);
    // modules supply only what the inverter takes
    if (ac[point] === 0) for (const input of inputs) input[point] = 0;
    else if (ac[point] === ratedW) for (const input of inputs) input[point]! *= Math.min(1, (ratedW * 1.036) / dcW);
  }
  return { ac, inputs };
}

/** Local hour at each point; the last point is the first of the next day. */
function hours({ startMs, endMs, steps }: Daylight, timeZone: string): Float64Array {
  const isUsual = endMs - startMs === 86_400_000;
  return Float64Array.from({ length: steps + 1 }, (_, point) => {
    if (point === steps) return 0;
    if (isUsual) return (point * stepMs) / 3_600_000;
    const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(startMs + point * stepMs).toZonedDateTimeISO(
      timeZone,
    );
    return hour + minute / 60;
  });
}

function loads(site: FleetSite, home: FleetHome, light: Daylight, day: string): Float64Array {
  const seed = hash(site.key, 'load');
  const date = Temporal.PlainDate.from(day);
  const { startMs } = dayBounds('UTC', day);
  const dayNumber = Math.round(startMs / 86_400_000);
  const hour = hours(light, site.timeZone);
  // Only the heat pump needs the outdoor temperature.
  const isWarmed = home.habits.heatPump !== undefined;
  const airAt = (point: number, atMs: number): number =>
    light.skies[point]?.ambientC ?? ambientTemperature(site, atMs, cloudCover(site, atMs));
  return hour.map((hourOfDay, point) => {
    const atMs = light.startMs + point * stepMs;
    const isNext = point === light.steps;
    const moment: LocalMoment = {
      atMs,
      hour: hourOfDay,
      weekday: isNext ? (date.dayOfWeek % 7) + 1 : date.dayOfWeek,
      dayNumber: dayNumber + (isNext ? 1 : 0),
      ambientC: isWarmed ? airAt(point, atMs) : 0,
    };
    return loadW(seed, home.habits, moment);
  });
}

type Balance = {
  grid: Float64Array;
  battery: Float64Array;
  generator: Float64Array;
  storedWh: Float64Array;
  /** Part of the possible production that is made. */
  madeShare: Float64Array;
  /** State after the last point. */
  generatorOn: boolean;
};

/** Computes the flows point by point, each from the battery state of the previous one. At each point load = made + grid + battery + generator. */
function balance(
  home: FleetHome,
  possible: Float64Array,
  load: Float64Array,
  hour: Float64Array,
  night: Night,
  startMs: number,
): Balance {
  const points = load.length;
  const now: Balance = {
    grid: new Float64Array(points),
    battery: new Float64Array(points),
    generator: new Float64Array(points),
    storedWh: new Float64Array(points),
    madeShare: new Float64Array(points).fill(1),
    generatorOn: night.generatorOn,
  };
  let { storedWh, batteryW } = night;
  for (const [point, drawnW] of load.entries()) {
    const possibleW = required(possible[point], 'the possible production');
    if (!home.battery) {
      now.grid[point] = drawnW - possibleW;
      continue;
    }
    const battery = batteryAt(home.battery, startMs + point * stepMs);
    if (point > 0) {
      now.generatorOn = runs(battery, home.generatorW, storedWh, now.generatorOn);
      const missing = drawnW - possibleW - (now.generatorOn ? home.generatorW : 0);
      const hourOfDay = required(hour[point], 'the hour of the point');
      const beforeW = batteryW;
      batteryW = within(battery, storedWh, wantedW(battery, storedWh, missing, hourOfDay));
      storedWh = storedAfter(storedWh, beforeW, batteryW, stepHours);
    }
    now.battery[point] = batteryW;
    now.storedWh[point] = storedWh;
    const generatorW = now.generatorOn ? home.generatorW : 0;
    const missing = drawnW - possibleW - generatorW - batteryW;
    if (battery.strategy.kind === 'island') settleIsland(now, point, possibleW, generatorW, missing);
    else now.grid[point] = missing;
  }
  return now;
}

function runs({ capacityWh, strategy }: Battery, generatorW: number, storedWh: number, wasOn: boolean): boolean {
  if (strategy.kind !== 'island' || generatorW === 0) return false;
  const percent = (storedWh / capacityWh) * 100;
  return percent < strategy.reservePercent + 5 || (wasOn && percent < strategy.toPercent);
}

/** Off grid: curtails a surplus, first solar, then the generator; the generator supplies a deficit. */
function settleIsland(now: Balance, point: number, possibleW: number, generatorW: number, missingW: number): void {
  if (missingW >= 0) {
    now.generator[point] = generatorW + missingW;
    return;
  }
  const lessSun = Math.min(possibleW, -missingW);
  now.madeShare[point] = possibleW > 0 ? (possibleW - lessSun) / possibleW : 1;
  now.generator[point] = Math.max(0, generatorW + missingW + lessSun);
}
