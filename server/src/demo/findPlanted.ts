// Compares the faults planted in the demo with the portal's findings: for each kind of fault the place where it must appear, for each fault whether it does.
import { required } from '@heliograph/contract/required.ts';
import { dayOf } from '@heliograph/simulator/daylight.ts';
import { dayEnergyWh } from '@heliograph/simulator/device.ts';
import type { Fault, FaultKind } from '@heliograph/simulator/faults.ts';
import { faultsIn, type PlantedFault, rowOf } from '@heliograph/simulator/faultTable.ts';
import type { FleetGateway, FleetSite } from '@heliograph/simulator/fleetSite.ts';
import { energyAt, momentIn, plantDay } from '@heliograph/simulator/plantDay.ts';
import type { Context } from '../context.ts';
import type { Sql } from '../platform/database/connect.ts';
import { type Checked, type CheckedPlant, setUpChecks } from '../problems/setUp/setUpChecks.ts';
import { readHistory } from '../samples/samples.ts';

/** `wronglyFound`: something that is no fault was reported as one. */
export type Outcome = 'found' | 'notYet' | 'rightlyNothing' | 'wronglyFound';
export type Compared = PlantedFault & { outcome: Outcome };

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Time within which a dead module must be found: in winter it may be too dark for three days. */
const MAX_DEAD_MODULE_DELAY = 4 * DAY;
/** Tolerated relative difference between produced and counted energy of a day. */
const ENERGY_TOLERANCE = 0.02;

interface FaultLocation {
  sql: Sql;
  at: Date;
  site: FleetSite;
  sid: string;
  device: string;
}
type Find<Kind extends FaultKind> = (
  fault: Extract<Fault, { kind: Kind }>,
  location: FaultLocation,
) => Promise<boolean>;

/** Kinds that must not be reported. */
const NO_FAULT: readonly FaultKind[] = ['snow'];

export async function comparePlanted(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  sites: readonly FleetSite[],
  sids: Readonly<Record<string, string>>,
): Promise<Compared[]> {
  const at = clock.now();
  const rows: Compared[] = [];
  for (const planted of faultsIn(sites)) {
    const { site, device, fault } = planted;
    const sid = sids[site.key];
    if (sid === undefined) continue;
    const find = FINDERS[fault.kind] as Find<FaultKind>;
    const isFound = fault.fromMs <= at.getTime() && (await find(fault, { sql, at, site, sid, device }));
    const [yes, no] = NO_FAULT.includes(fault.kind)
      ? (['wronglyFound', 'rightlyNothing'] as const)
      : (['found', 'notYet'] as const);
    rows.push({ ...rowOf(planted), outcome: isFound ? yes : no });
  }
  return rows;
}

const FINDERS: { [Kind in FaultKind]: Find<Kind> } = {
  async deadModule({ input, fromMs }, location) {
    const events = await eventsOf(location, 'deadModule');
    return events.some(
      ({ detail, openedAt, closedAt }) =>
        detail?.input === String(input + 1) &&
        detail.cause === 'dead' &&
        isAbout(openedAt, fromMs - 15 * MINUTE, MAX_DEAD_MODULE_DELAY) &&
        closedAt === null,
    );
  },
  /** Expects an event for each module of the device. */
  async dirt({ share }, location) {
    const events = await eventsOf(location, 'weakModule');
    return (
      events.length === inputsOf(location) &&
      events.every(
        ({ detail, closedAt }) =>
          (detail?.cause === 'allDay' || detail?.cause === 'soiling') &&
          Math.abs(Number(detail.less) - 100 * share) <= 3 &&
          closedAt === null,
      )
    );
  },
  async shade(_, location) {
    const events = await eventsOf(location, 'weakModule');
    return events.length === inputsOf(location) && events.every(({ detail }) => detail?.cause === 'shade');
  },
  async snow({ fromMs, toMs, slidesOverHours }, location) {
    const events = [...(await eventsOf(location, 'deadModule')), ...(await eventsOf(location, 'weakModule'))];
    return events.some(({ openedAt }) =>
      isAbout(openedAt, fromMs, toMs - fromMs + slidesOverHours * 60 * MINUTE + DAY),
    );
  },
  /** Expects an event on one of the two devices. */
  async swappedNumbers({ with: other }, location) {
    const pair = [location.device, required(location.site.devices[other], 'the other device').sn];
    const events = await Promise.all(pair.map((device) => eventsOf({ ...location, device }, 'swappedModules')));
    return events.flat().some(({ closedAt }) => closedAt === null);
  },
  async wrongSign(_, location) {
    const isWrong = await isDoubted(location, ({ check, verdict, sn }) => {
      return ['gridSign', 'meterSign', 'batterySign'].includes(check) && verdict === 'wrong' && sn === location.device;
    });
    if (isWrong) return true;
    const reversed = await location.sql`
      select from meter_settings where sid = ${location.sid} and sn = ${location.device} and (reversed or battery_reversed)`;
    return reversed.length > 0;
  },
  swappedPhases: (_, location) =>
    isDoubted(
      location,
      ({ check, verdict, sn }) => check === 'phases' && verdict === 'wrong' && sn === location.device,
    ),
  wrongClock: (_, location) =>
    isDoubted(
      location,
      ({ check, verdict, compared }) =>
        check === 'counterDay' && verdict === 'wrong' && (compared.numbers ?? []).includes(location.device),
    ),
  /** Expects the full energy of the day, except the energy between the two readings around the fault. */
  async warpBack({ fromMs, lostWh }, location) {
    const day = dayOf(location.site.timeZone, fromMs);
    const device = required(
      location.site.devices.find(({ sn }) => sn === location.device),
      'the device',
    );
    return await hasEnergy(location, day, dayEnergyWh(location.site, device, day).energyWh, lostWh / 2);
  },
  /** Expects the full energy of a day on which the lifetime counters were reset. */
  async counterReset({ fromMs }, location) {
    const day = dayOf(location.site.timeZone, fromMs);
    const plant = plantDay(location.site, day);
    const produced = energyAt(
      momentIn(plant, plant.light.endMs),
      required(plant.machines.get(location.device), 'the machine').ac,
    );
    return await hasEnergy(location, day, produced.upWh, produced.upWh * ENERGY_TOLERANCE);
  },
  async errorBits({ bits, fromMs, toMs }, location) {
    const events = await eventsOf(location, bits.toString(16).toUpperCase().padStart(4, '0'));
    return events.some(
      ({ openedAt, closedAt }) =>
        isAbout(openedAt, fromMs, DAY) &&
        (toMs === undefined || toMs > location.at.getTime() ? closedAt === null : isAbout(closedAt, toMs, DAY)),
    );
  },
  /** Expects an offline device; one that was silent from the start has no event. */
  async silence({ fromMs, toMs }, { sql, at, sid, device }) {
    if (toMs !== undefined && toMs <= at.getTime()) return (await eventsOf({ sql, sid, device }, 'silence')).length > 0;
    const [live] = await sql<{ at: Date | null; status: number }[]>`
      select at, status from device_live where sid = ${sid} and sn = ${device}`;
    return live?.status === -1 && isAbout(live.at, fromMs - DAY, DAY);
  },
  async firmware({ version, fromMs }, location) {
    const events = await eventsOf(location, 'firmware');
    return events.some(({ detail, openedAt }) => detail?.to === version && openedAt.getTime() >= fromMs - MINUTE);
  },
  /** Expects the restart at the time that the device reports. */
  async restart({ fromMs }, location) {
    const events = await eventsOf(location, 'restart');
    return events.some(({ openedAt }) => Math.abs(openedAt.getTime() - fromMs) <= 5_000);
  },
  /** Expects that the gap was filled afterwards for all attached devices that were not silent themselves. */
  async outage({ fromMs, toMs }, { sql, sid, site, device }) {
    const { machines, intervalS } = gatewayOf(site, device);
    for (const { sn, faults } of machines) {
      if (faults.some(({ kind }) => kind === 'silence')) continue;
      let count = 0;
      for await (const { atMs } of readHistory(sql, { sid, sn, fromMs, toMs })) count += atMs.length;
      if (count < (0.9 * (toMs - fromMs)) / (1000 * intervalS)) return false;
    }
    return true;
  },
  /** Expects that reports with a future time were refused and counted. */
  async clockJump(_, { sql, device }) {
    const [row] = await sql<{ refused: Record<string, { count: number }> }[]>`
      select refused from gateways where sn = ${device}`;
    return (row?.refused.future?.count ?? 0) > 0;
  },
};

interface EventRow {
  openedAt: Date;
  closedAt: Date | null;
  detail: Partial<Record<string, string>> | null;
}
const eventsOf = ({ sql, sid, device }: Pick<FaultLocation, 'sql' | 'sid' | 'device'>, code: string) =>
  sql<EventRow[]>`
    select opened_at, closed_at, detail from events where sid = ${sid} and sn = ${device} and code = ${code} order by opened_at`;

/** Whether an instant is at `fromMs` or less than `withinMs` milliseconds later. */
const isAbout = (at: Date | null, fromMs: number, withinMs: number): boolean =>
  at !== null && at.getTime() >= fromMs && at.getTime() < fromMs + withinMs;

const gatewayOf = (site: FleetSite, device: string): FleetGateway =>
  site.gateways.find(({ sn, machines }) => sn === device || machines.some((machine) => machine.sn === device))!;

/** Returns the number of the device's inputs with a module. */
function inputsOf({ site, device }: FaultLocation): number {
  const posting = site.devices.find(({ sn }) => sn === device);
  if (posting) return posting.inputs.filter((input) => input !== null).length;
  const { machines } = gatewayOf(site, device);
  return required(
    machines.find(({ sn }) => sn === device),
    'the machine',
  ).inputs.length;
}

async function hasEnergy(
  { sql, sid, device }: FaultLocation,
  day: string,
  producedWh: number,
  lessWh: number,
): Promise<boolean> {
  const [stored] = await sql<{ energyWh: number }[]>`
    select energy_wh from device_days where sid = ${sid} and sn = ${device} and day = ${day}`;
  return (
    stored !== undefined &&
    producedWh - stored.energyWh < lessWh &&
    stored.energyWh < producedWh * (1 + ENERGY_TOLERANCE)
  );
}

async function isDoubted({ sql, sid, at }: FaultLocation, matches: (row: Checked) => boolean): Promise<boolean> {
  const [plant] = await sql<CheckedPlant[]>`
    select sid, timezone, latitude, longitude, country_code, power_max_w from sites where sid = ${sid}`;
  if (!plant) return false;
  const { list } = await sql.begin('read only', (tx) => setUpChecks(tx, plant, at, null));
  return list.some(matches);
}
