// Checks whether a plant's set-up agrees with its measurements: each check of rules/setUp on the data of the last days.
import { DEFAULT_UPLOAD_S } from '@heliograph/contract/freshness.ts';
import type { CheckName, Finding } from '@heliograph/contract/setUpChecks.ts';
import type { Plant } from '../../energy/balance/balance.ts';
import { type Kind, sleepsAtNight } from '../../families/kinds.ts';
import { meterSettings } from '../../installation/meterSettings.ts';
import { isSilent } from '../../live/rules/deviceStatus.ts';
import { devicesWithLive } from '../../live/withLive.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { sunNoon, zoneFits } from '../../platform/places/rules/zoneFits.ts';
import { checkClocks } from './clockChecks.ts';
import { type CheckedMeter, checkPhases } from './phaseChecks.ts';
import { type CountedDevice, counts, modules } from './rules/counts.ts';
import { irradiance } from './rules/irradiance.ts';
import type { Series } from './rules/series.ts';
import { batterySign, gridSign, meterSign } from './rules/signs.ts';
import { byGateway, type Device, type Parts, partsOf, type SetUpFacts } from './setUpParts.ts';
import { STEP_S, seriesOf, sumOf, type Window, windowOf } from './setUpSeries.ts';
import { findSignErrorStart } from './signErrorStart.ts';

/** Today and the days before: at least one night, at any hour. */
const DAYS = 4;
/** Irradiance sensors of a plant that are checked. */
const MAX_SENSORS = 20;
const DAY_MS = 86_400_000;

export interface CheckedPlant extends Plant {
  countryCode: string;
  powerMaxW: number;
}

export interface Checked<Name extends CheckName = CheckName> extends Finding<Name> {
  check: Name;
  /** The device, or the gateway of the devices concerned; '': the plant, or devices without a gateway. */
  sn: string;
  alias: string;
  kind: Kind | null;
  turn: { side: 'grid' | 'battery'; validFrom: Day } | null;
}

interface AnnouncingGateway {
  sn: string;
  children: { sn: string; inputs?: number; refused?: string }[];
}

/** Checks a site that the caller has found among the accessible ones. `only`: limits the result to a device and those connected to it. */
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
    sql<AnnouncingGateway[]>`select sn, children from gateways where sid = ${sid}`,
  ]);
  const parts = await partsOf(sql, plant, devices, window);
  const meters = await checkPhases(sql, plant, devices, at);
  const list = [
    ...counted(plant, devices, gateways, at),
    zone(plant, at),
    ...(await checkClocks(sql, plant, devices, parts, window, at)).map(({ group, ...found }): Checked => {
      return { ...subjectOf(group, devices), ...found };
    }),
    ...afterPhases(await signs(sql, plant, parts, window, at), meters),
    ...meters.map(({ device, verdict, finding, compared }): Checked => {
      return { check: 'phases', ...about(device), verdict, finding, compared };
    }),
    ...(await ofSensors(sql, plant, devices, window)),
  ];
  if (only === null) return { window, list };
  const gatewayOf = new Map(devices.map(({ sn, gatewaySn }) => [sn, gatewaySn]));
  return { window, list: list.filter(({ sn }) => sn === only || (sn !== '' && gatewayOf.get(sn) === only)) };
}

const about = ({ sn, alias, kind }: Pick<Device, 'sn' | 'alias' | 'kind'>) => ({ sn, alias, kind, turn: null });
const OF_PLANT = { sn: '', alias: '', kind: null, turn: null };

function zone(plant: CheckedPlant, at: Date): Checked<'timeZone'> {
  const compared = { clock: sunNoon(plant, at) };
  return zoneFits(plant, at)
    ? { check: 'timeZone', ...OF_PLANT, verdict: 'ok', finding: 'zoneFits', compared }
    : { check: 'timeZone', ...OF_PLANT, verdict: 'wrong', finding: 'zoneOff', compared };
}

function subjectOf(group: string, devices: readonly Device[]) {
  const gateway = devices.find(({ sn }) => sn === group);
  return gateway ? about(gateway) : { ...OF_PLANT, sn: group };
}

function counted(
  plant: Plant,
  devices: readonly Device[],
  gateways: readonly AnnouncingGateway[],
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
  { sn, kind, at: reportedAt, createdAt, uploadEveryS, names }: Device,
  inputs: number,
  at: Date,
): CountedDevice {
  const inputNumbers = names.flatMap((name) => /^input(\d+)(?:Power|Voltage|Current)/.exec(name)?.[1] ?? []);
  const nowMs = at.getTime();
  const place = { latitude, longitude, sleeps: sleepsAtNight(kind) };
  return {
    sn,
    hasReported: reportedAt !== null,
    isOverdue: nowMs - createdAt.getTime() >= DAY_MS && isSilent(createdAt.getTime(), nowMs, place, uploadEveryS),
    inputs,
    reportedInputs: [...new Set(inputNumbers.map(Number))],
    reportsInputs: inputNumbers.length > 0,
  };
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
  const others = (all: readonly SetUpFacts[], facts: SetUpFacts): Series[] =>
    all.filter((each) => each !== facts).map(({ powerW }) => powerW);
  const corrected: SetUpFacts[] = [];
  for (const facts of battery) {
    const restW = sumOf([...base, ...atGrid.map(({ powerW }) => powerW), ...others(battery, facts)], window);
    const result = batterySign({ ...window, judgedW: facts.powerW, restW, soc: facts.soc });
    const isWrong = result.verdict === 'wrong';
    // The sign of a battery known to be reversed is corrected for the checks of the other devices.
    corrected.push(isWrong ? { ...facts, powerW: facts.powerW.map((watts) => -watts) } : facts);
    list.push({
      ...about(facts.device),
      check: 'batterySign',
      ...result,
      turn: isWrong
        ? {
            side: 'battery',
            validFrom: await findSignErrorStart(
              sql,
              plant,
              { device: facts.device, side: 'battery', recentDays: DAYS },
              at,
            ),
          }
        : null,
    });
  }
  const batteryW = corrected.map(({ powerW }) => powerW);
  for (const facts of grid) {
    const restW = sumOf(
      [...base, ...batteryW, ...(facts.isMeter ? others(meters, facts) : meters.length > 0 ? [] : others(grid, facts))],
      window,
    );
    const result = gridSign({ ...window, judgedW: facts.powerW, restW });
    list.push({
      ...about(facts.device),
      check: 'gridSign',
      ...result,
      turn:
        result.verdict === 'wrong'
          ? {
              side: 'grid',
              validFrom: await findSignErrorStart(
                sql,
                plant,
                { device: facts.device, side: 'grid', recentDays: DAYS },
                at,
              ),
            }
          : null,
    });
  }
  for (const { device, role, powerW } of oneWay) {
    const result = meterSign(window, powerW, role);
    const today = window.days.at(-1)!.day;
    const since = device.settings.findLast(({ validFrom }) => validFrom <= today)?.validFrom ?? today;
    const turn = result.finding === 'otherWay' ? { side: 'grid' as const, validFrom: since } : null;
    list.push({ ...about(device), check: 'meterSign', ...result, turn });
  }
  return list;
}

/** A wrong sign is none while exchanged phases may explain it: they would make a meter read against its direction as well. */
function afterPhases(list: readonly Checked[], meters: readonly CheckedMeter[]): Checked[] {
  const mayExplain = new Set(meters.filter(({ mayExplainSign }) => mayExplainSign).map(({ device }) => device.sn));
  return list.map((row) =>
    row.turn?.side === 'grid' && mayExplain.has(row.sn)
      ? { ...row, verdict: 'notYet', finding: 'phasesFirst', compared: {}, turn: null }
      : row,
  );
}

async function ofSensors(
  sql: Transaction,
  { sid }: Plant,
  devices: readonly Device[],
  window: Window,
): Promise<Checked<'irradiance'>[]> {
  const sensors = devices.filter(({ names }) => names.includes('irradianceWm2')).slice(0, MAX_SENSORS);
  const sns = sensors.map(({ sn }) => sn);
  const seriesBySn = await seriesOf(sql, sid, sns, window, ['irradianceWm2']);
  const none = new Float64Array(window.sunDeg.length).fill(Number.NaN);
  return sensors.map((device) => {
    const readings = seriesBySn.get(device.sn)?.irradianceWm2 ?? none;
    return { check: 'irradiance', ...about(device), ...irradiance(window, readings) };
  });
}
