// Whether a plant is set up as it measures: each check of rules/setUp with what the plant told in its last days.
import { DEFAULT_UPLOAD_S } from '@heliograph/contract/freshness.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import type { CheckName, Finding } from '@heliograph/contract/setUpChecks.ts';
import type { Plant } from '../../energy/balance/balance.ts';
import { placedPower } from '../../energy/expected/expected.ts';
import { type Kind, producesEnergy, sleepsAtNight } from '../../families/kinds.ts';
import { meterSettings } from '../../installation/meterSettings.ts';
import { isSilent } from '../../live/rules/deviceStatus.ts';
import { devicesWithLive } from '../../live/withLive.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { sunNoon, zoneFits } from '../../platform/places/rules/zoneFits.ts';
import { type CountedDevice, counts, modules } from './rules/counts.ts';
import { phases } from './rules/phases.ts';
import type { Series } from './rules/series.ts';
import { batterySign, gridSign, meterSign } from './rules/signs.ts';
import { counterDay, sunTime } from './rules/sunTime.ts';
import { type Device, type Parts, partsOf, type SetUpFacts } from './setUpParts.ts';
import { productionOf, STEP_S, seriesOf, sumOf, type Window, windowOf } from './setUpSeries.ts';
import { wrongSince } from './signErrorStart.ts';

/** Today and the days before it: a night at least, whatever the hour. */
const DAYS = 4;
/** Of phases, whose loads come and go: a few of the device's own uploads, a week of them. */
const FINE_STEP_S = 300;
const PHASE_DAYS = 7;
/** A plant has a few; more than these are not judged. */
const MAX_THREE_PHASE = 8;
const DAY_MS = 86_400_000;

export interface CheckedPlant extends Plant {
  countryCode: string;
  powerMaxW: number;
}

export interface Checked<Name extends CheckName = CheckName> extends Finding<Name> {
  check: Name;
  /** The device, or the gateway of those that it is about; '': of the plant, or of those without a gateway. */
  sn: string;
  alias: string;
  kind: Kind | null;
  turn: { side: 'grid' | 'battery'; validFrom: Day } | null;
}

interface Announcing {
  sn: string;
  children: { sn: string; inputs?: number; refused?: string }[];
}

/** Of a site that was found among the visible ones. `only`: the device, and what hangs on it. */
export async function setUpChecks(
  sql: Transaction,
  plant: CheckedPlant,
  at: Date,
  only: string | null,
): Promise<{ window: Window; list: Checked[] }> {
  const { sid } = plant;
  const window = windowOf(plant, DAYS, at, STEP_S);
  const [devices, gateways] = await Promise.all([
    sql<Device[]>`
      select d.sn, d.alias, d.gateway_sn, d.created_at, p.kind, p.frame_profile, ${meterSettings(sql)} as settings, l.at,
        coalesce(l.upload_every_s, ${DEFAULT_UPLOAD_S}) as upload_every_s, array(select jsonb_object_keys(l.quantities::jsonb)) as names
      from ${devicesWithLive(sql)} where d.sid = ${sid} and d.removed_at is null order by d.sn`,
    sql<Announcing[]>`select sn, children from gateways where sid = ${sid}`,
  ]);
  const parts = await partsOf(sql, plant, devices, window);
  const list = [
    ...counted(plant, devices, gateways, at),
    zone(plant, at),
    ...(await clocks(sql, plant, devices, parts, window)),
    ...(await signs(sql, plant, parts, window, at)),
    ...(await ofPhases(sql, plant, devices, windowOf(plant, PHASE_DAYS, at, FINE_STEP_S))),
  ];
  if (only === null) return { window, list };
  const hangsOn = new Map(devices.map(({ sn, gatewaySn }) => [sn, gatewaySn]));
  return { window, list: list.filter(({ sn }) => sn === only || (sn !== '' && hangsOn.get(sn) === only)) };
}

const about = ({ sn, alias, kind }: Pick<Device, 'sn' | 'alias' | 'kind'>) => ({ sn, alias, kind, turn: null });
const OF_PLANT = { sn: '', alias: '', kind: null, turn: null };

function zone(plant: CheckedPlant, at: Date): Checked<'timeZone'> {
  const compared = { clock: sunNoon(plant, at) };
  return zoneFits(plant, at)
    ? { check: 'timeZone', ...OF_PLANT, verdict: 'ok', finding: 'zoneFits', compared }
    : { check: 'timeZone', ...OF_PLANT, verdict: 'wrong', finding: 'zoneOff', compared };
}

/** Devices by the gateway that they hang on; a gateway is among its own. */
function byGateway(devices: readonly Device[]): Map<string, Device[]> {
  const groupOf = ({ sn, kind, gatewaySn }: Device): string => (kind === 'gateway' ? sn : gatewaySn);
  return Map.groupBy(devices, groupOf);
}

function subjectOf(group: string, devices: readonly Device[]) {
  const gateway = devices.find(({ sn }) => sn === group);
  return gateway ? about(gateway) : { ...OF_PLANT, sn: group };
}

function counted(
  plant: Plant,
  devices: readonly Device[],
  gateways: readonly Announcing[],
  at: Date,
): Checked<'counts' | 'modules'>[] {
  const announced = new Map(gateways.map(({ sn, children }) => [sn, children]));
  const inputs = new Map(gateways.flatMap(({ children }) => children.map((child) => [child.sn, child.inputs ?? 0])));
  const groups = byGateway(devices);
  if (groups.size === 0) groups.set('', []);
  return [...groups].flatMap(([group, ofGroup]): Checked<'counts' | 'modules'>[] => {
    const counting = ofGroup.map((device) => countedOf(plant, device, inputs.get(device.sn) ?? 0, at));
    const refused = (announced.get(group) ?? []).filter((child) => child.refused).map((child) => child.sn);
    const subject = subjectOf(group, devices);
    const ofModules = modules(counting);
    return [
      { check: 'counts', ...subject, ...counts(counting, refused) },
      ...(ofModules ? [{ check: 'modules' as const, ...subject, ...ofModules }] : []),
    ];
  });
}

function countedOf(
  { latitude, longitude }: Plant,
  { sn, kind, at: heardAt, createdAt, uploadEveryS, names }: Device,
  inputs: number,
  at: Date,
): CountedDevice {
  const seen = names.flatMap((name) => /^input(\d+)(?:Power|Voltage|Current)/.exec(name)?.[1] ?? []);
  const nowMs = at.getTime();
  const place = { latitude, longitude, sleeps: sleepsAtNight(kind) };
  return {
    sn,
    isHeard: heardAt !== null,
    isOverdue: nowMs - createdAt.getTime() >= DAY_MS && isSilent(createdAt.getTime(), nowMs, place, uploadEveryS),
    inputs,
    inputsSeen: [...new Set(seen.map(Number))],
    tellsInputs: seen.length > 0,
  };
}

async function clocks(
  sql: Transaction,
  plant: CheckedPlant,
  devices: readonly Device[],
  { made, counters }: Parts,
  window: Window,
): Promise<Checked<'sunTime' | 'counterDay'>[]> {
  const { fromMs, stepS, sunDeg } = window;
  // By its own clear days a plant whose clock is wrong would be right.
  const placed = await placedPower(sql, plant, { fromMs, stepS, count: sunDeg.length });
  const expectedW = placed
    ? Float64Array.from(placed, (watts) => watts ?? 0)
    : sunDeg.map((sun) => Math.max(0, Math.sin((sun * Math.PI) / 180)));
  const over = window.days.filter(({ isOver }) => isOver);
  return [...byGateway(devices)].flatMap(([group, ofGroup]): Checked<'sunTime' | 'counterDay'>[] => {
    const series = ofGroup.flatMap(({ sn }) => made.get(sn) ?? []);
    const producing = ofGroup.some(({ kind }) => producesEnergy(kind));
    if (!producing) return [];
    const subject = subjectOf(group, devices);
    const ofCounters = new Map(ofGroup.flatMap(({ sn }) => (counters.has(sn) ? [[sn, counters.get(sn)!]] : [])));
    const producedW = productionOf(series, window);
    return [
      { check: 'sunTime', ...subject, ...sunTime(window, { producedW, expectedW, days: over }) },
      ...(ofCounters.size > 0
        ? [{ check: 'counterDay' as const, ...subject, ...counterDay(window, ofCounters, over) }]
        : []),
    ];
  });
}

async function signs(
  sql: Transaction,
  plant: Plant,
  { producedW, grid, battery, generatorW, oneWay }: Parts,
  window: Window,
  at: Date,
): Promise<Checked<'gridSign' | 'batterySign' | 'meterSign'>[]> {
  const meters = grid.filter(({ isMeter }) => isMeter);
  const atGrid = meters.length > 0 ? meters : grid;
  const list: Checked<'gridSign' | 'batterySign' | 'meterSign'>[] = [];
  const base = [producedW, generatorW];
  const others = (all: readonly SetUpFacts[], one: SetUpFacts): Series[] =>
    all.filter((each) => each !== one).map(({ powerW }) => powerW);
  const known: SetUpFacts[] = [];
  for (const one of battery) {
    const restW = sumOf([...base, ...atGrid.map(({ powerW }) => powerW), ...others(battery, one)], window);
    const found = batterySign({ ...window, judgedW: one.powerW, restW, soc: one.soc });
    const isWrong = found.verdict === 'wrong';
    // What is known to be turned is taken as it should be when the rest is judged.
    known.push(isWrong ? { ...one, powerW: one.powerW.map((watts) => -watts) } : one);
    list.push({
      ...about(one.device),
      check: 'batterySign',
      ...found,
      turn: isWrong
        ? {
            side: 'battery',
            validFrom: await wrongSince(sql, plant, { device: one.device, side: 'battery', recentDays: DAYS }, at),
          }
        : null,
    });
  }
  const batteryW = known.map(({ powerW }) => powerW);
  for (const one of grid) {
    const restW = sumOf(
      [...base, ...batteryW, ...(one.isMeter ? others(meters, one) : meters.length > 0 ? [] : others(grid, one))],
      window,
    );
    const found = gridSign({ ...window, judgedW: one.powerW, restW });
    list.push({
      ...about(one.device),
      check: 'gridSign',
      ...found,
      turn:
        found.verdict === 'wrong'
          ? {
              side: 'grid',
              validFrom: await wrongSince(sql, plant, { device: one.device, side: 'grid', recentDays: DAYS }, at),
            }
          : null,
    });
  }
  for (const { device, role, powerW } of oneWay) {
    const found = meterSign(window, powerW, role);
    const today = window.days.at(-1)!.day;
    const since = device.settings.findLast(({ validFrom }) => validFrom <= today)?.validFrom ?? today;
    const turn = found.finding === 'otherWay' ? { side: 'grid' as const, validFrom: since } : null;
    list.push({ ...about(device), check: 'meterSign', ...found, turn });
  }
  return list;
}

const THREE = [1, 2, 3] as const;
const PHASE_NAMES = [
  ...THREE.map((n) => `l${n}PowerW` as const),
  ...THREE.map((n) => `l${n}VoltageV` as const),
] as const satisfies QuantityName[];

async function ofPhases(
  sql: Transaction,
  { sid }: Plant,
  devices: readonly Device[],
  window: Window,
): Promise<Checked<'phases'>[]> {
  const meters = devices
    .filter(({ kind, names }) => kind === 'meter' && names.includes('l1PowerW') && names.includes('l2PowerW'))
    .slice(0, MAX_THREE_PHASE);
  const withVoltages = meters.filter(({ names }) => names.includes('l1VoltageV'));
  const said = await seriesOf(
    sql,
    sid,
    withVoltages.map(({ sn }) => sn),
    window,
    PHASE_NAMES,
  );
  const none = new Float64Array(window.sunDeg.length).fill(Number.NaN);
  return meters.map((device): Checked<'phases'> => {
    // Three wires have no voltage of a phase that its power could be held against.
    if (!withVoltages.includes(device))
      return { check: 'phases', ...about(device), verdict: 'notYet', finding: 'threeWires', compared: {} };
    const of = (name: (typeof PHASE_NAMES)[number]): Series => said.get(device.sn)?.[name] ?? none;
    return {
      check: 'phases',
      ...about(device),
      ...phases(
        [of('l1PowerW'), of('l2PowerW'), of('l3PowerW')],
        [of('l1VoltageV'), of('l2VoltageV'), of('l3VoltageV')],
      ),
    };
  });
}
