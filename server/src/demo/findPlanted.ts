// What is planted in the demonstration beside what the portal says of it: by kind of fault where it has to show, and for each fault whether it does.
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

/** `wronglyFound`: of what is no fault. */
export type Outcome = 'found' | 'notYet' | 'rightlyNothing' | 'wronglyFound';
export type Compared = PlantedFault & { outcome: Outcome };

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A dead module may lie in the dark of winter for three days before one shows it. */
const DEAD_BY = 4 * DAY;
/** Of the energy of a day, between what was made and what was counted of it. */
const SAME_ENERGY = 0.02;

interface Place {
  sql: Sql;
  at: Date;
  site: FleetSite;
  sid: string;
  device: string;
}
type Find<Kind extends FaultKind> = (fault: Extract<Fault, { kind: Kind }>, place: Place) => Promise<boolean>;

/** Nothing is to be told of these; finding one is wrong. */
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
    const find = FINDS[fault.kind] as Find<FaultKind>;
    const shows = fault.fromMs <= at.getTime() && (await find(fault, { sql, at, site, sid, device }));
    const [yes, no] = NO_FAULT.includes(fault.kind)
      ? (['wronglyFound', 'rightlyNothing'] as const)
      : (['found', 'notYet'] as const);
    rows.push({ ...rowOf(planted), outcome: shows ? yes : no });
  }
  return rows;
}

const FINDS: { [Kind in FaultKind]: Find<Kind> } = {
  async deadModule({ input, fromMs }, place) {
    const events = await eventsOf(place, 'deadModule');
    return events.some(
      ({ detail, openedAt, closedAt }) =>
        detail?.input === String(input + 1) &&
        detail.cause === 'dead' &&
        isAbout(openedAt, fromMs - 15 * MINUTE, DEAD_BY) &&
        closedAt === null,
    );
  },
  /** Each module of the device. */
  async dirt({ share }, place) {
    const events = await eventsOf(place, 'weakModule');
    return (
      events.length === inputsOf(place) &&
      events.every(
        ({ detail, closedAt }) =>
          (detail?.cause === 'allDay' || detail?.cause === 'soiling') &&
          Math.abs(Number(detail.less) - 100 * share) <= 3 &&
          closedAt === null,
      )
    );
  },
  async shade(_, place) {
    const events = await eventsOf(place, 'weakModule');
    return events.length === inputsOf(place) && events.every(({ detail }) => detail?.cause === 'shade');
  },
  async snow({ fromMs, toMs, slidesOverHours }, place) {
    const events = [...(await eventsOf(place, 'deadModule')), ...(await eventsOf(place, 'weakModule'))];
    return events.some(({ openedAt }) =>
      isAbout(openedAt, fromMs, toMs - fromMs + slidesOverHours * 60 * MINUTE + DAY),
    );
  },
  /** It is told of one of the two. */
  async swappedNumbers({ with: other }, place) {
    const pair = [place.device, required(place.site.devices[other], 'the other device').sn];
    const events = await Promise.all(pair.map((device) => eventsOf({ ...place, device }, 'swappedModules')));
    return events.flat().some(({ closedAt }) => closedAt === null);
  },
  async wrongSign(_, place) {
    const isWrong = await isDoubted(place, ({ check, verdict, sn }) => {
      return ['gridSign', 'meterSign', 'batterySign'].includes(check) && verdict === 'wrong' && sn === place.device;
    });
    if (isWrong) return true;
    const turned = await place.sql`
      select from meter_settings where sid = ${place.sid} and sn = ${place.device} and (reversed or battery_reversed)`;
    return turned.length > 0;
  },
  swappedPhases: (_, place) =>
    isDoubted(place, ({ check, verdict, sn }) => check === 'phases' && verdict === 'wrong' && sn === place.device),
  wrongClock: (_, place) =>
    isDoubted(
      place,
      ({ check, verdict, compared }) =>
        check === 'counterDay' && verdict === 'wrong' && (compared.numbers ?? []).includes(place.device),
    ),
  /** The energy of its day is there all the same, but for what was made between the two readings beside it. */
  async warpBack({ fromMs, lostWh }, place) {
    const day = dayOf(place.site.timeZone, fromMs);
    const device = required(
      place.site.devices.find(({ sn }) => sn === place.device),
      'the device',
    );
    return await hasEnergy(place, day, dayEnergyWh(place.site, device, day).energyWh, lostWh / 2);
  },
  /** So is that of a day on which its counters of life started again. */
  async counterReset({ fromMs }, place) {
    const day = dayOf(place.site.timeZone, fromMs);
    const plant = plantDay(place.site, day);
    const made = energyAt(
      momentIn(plant, plant.light.endMs),
      required(plant.machines.get(place.device), 'the machine').ac,
    );
    return await hasEnergy(place, day, made.upWh, made.upWh * SAME_ENERGY);
  },
  async errorBits({ bits, fromMs, toMs }, place) {
    const events = await eventsOf(place, bits.toString(16).toUpperCase().padStart(4, '0'));
    return events.some(
      ({ openedAt, closedAt }) =>
        isAbout(openedAt, fromMs, DAY) &&
        (toMs === undefined || toMs > place.at.getTime() ? closedAt === null : isAbout(closedAt, toMs, DAY)),
    );
  },
  /** Who was silent before anything was heard of it is offline, without an event. */
  async silence({ fromMs, toMs }, { sql, at, sid, device }) {
    if (toMs !== undefined && toMs <= at.getTime()) return (await eventsOf({ sql, sid, device }, 'silence')).length > 0;
    const [live] = await sql<{ at: Date | null; status: number }[]>`
      select at, status from device_live where sid = ${sid} and sn = ${device}`;
    return live?.status === -1 && isAbout(live.at, fromMs - DAY, DAY);
  },
  async firmware({ version, fromMs }, place) {
    const events = await eventsOf(place, 'firmware');
    return events.some(({ detail, openedAt }) => detail?.to === version && openedAt.getTime() >= fromMs - MINUTE);
  },
  /** At the time that it says itself. */
  async restart({ fromMs }, place) {
    const events = await eventsOf(place, 'restart');
    return events.some(({ openedAt }) => Math.abs(openedAt.getTime() - fromMs) <= 5_000);
  },
  /** The gap was filled afterwards, whatever hung on it and was not silent itself. */
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
  /** What it stamped with a time that has not come is refused, counted, and lost. */
  async clockJump(_, { sql, device }) {
    const [row] = await sql<{ refused: Record<string, { count: number }> }[]>`
      select refused from gateways where sn = ${device}`;
    return (row?.refused.future?.count ?? 0) > 0;
  },
};

interface Shown {
  openedAt: Date;
  closedAt: Date | null;
  detail: Partial<Record<string, string>> | null;
}
const eventsOf = ({ sql, sid, device }: Pick<Place, 'sql' | 'sid' | 'device'>, code: string) =>
  sql<Shown[]>`
    select opened_at, closed_at, detail from events where sid = ${sid} and sn = ${device} and code = ${code} order by opened_at`;

/** Between an instant and so many milliseconds after it. */
const isAbout = (at: Date | null, fromMs: number, withinMs: number): boolean =>
  at !== null && at.getTime() >= fromMs && at.getTime() < fromMs + withinMs;

const gatewayOf = (site: FleetSite, device: string): FleetGateway =>
  site.gateways.find(({ sn, machines }) => sn === device || machines.some((machine) => machine.sn === device))!;

/** With a module. */
function inputsOf({ site, device }: Place): number {
  const posting = site.devices.find(({ sn }) => sn === device);
  if (posting) return posting.inputs.filter((input) => input !== null).length;
  const { machines } = gatewayOf(site, device);
  return required(
    machines.find(({ sn }) => sn === device),
    'the machine',
  ).inputs.length;
}

async function hasEnergy({ sql, sid, device }: Place, day: string, madeWh: number, lessWh: number): Promise<boolean> {
  const [stored] = await sql<{ energyWh: number }[]>`
    select energy_wh from device_days where sid = ${sid} and sn = ${device} and day = ${day}`;
  return stored !== undefined && madeWh - stored.energyWh < lessWh && stored.energyWh < madeWh * (1 + SAME_ENERGY);
}

async function isDoubted({ sql, sid, at }: Place, wanted: (row: Checked) => boolean): Promise<boolean> {
  const [plant] = await sql<CheckedPlant[]>`
    select sid, timezone, latitude, longitude, country_code, power_max_w from sites where sid = ${sid}`;
  if (!plant) return false;
  const { list } = await sql.begin('read only', (tx) => setUpChecks(tx, plant, at, null));
  return list.some(wanted);
}
