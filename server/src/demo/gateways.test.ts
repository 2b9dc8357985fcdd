// Tests the demo gateways: their history matches the simulated plant, then they report over MQTT, and their planted faults are compared with the portal's findings.
import { dayOf } from '@heliograph/simulator/daylight.ts';
import type { FaultKind } from '@heliograph/simulator/faults.ts';
import { type PlantedFault, plantedFaults } from '@heliograph/simulator/faultTable.ts';
import { fleet } from '@heliograph/simulator/fleet.ts';
import type { FleetSite } from '@heliograph/simulator/fleetSite.ts';
import { rowsAt } from '@heliograph/simulator/gatewayReports.ts';
import { energyAt, momentAt, momentIn, plantDay } from '@heliograph/simulator/plantDay.ts';
import { playGateways } from '@heliograph/simulator/playGateways.ts';
import { beforeAll, expect, test } from 'vitest';
import { mqttServer } from '../../test/mqttServer.ts';
import { faultsFor } from '../../test/plantedFinders.ts';
import { type StoredSample, storedSamples } from '../../test/readings.ts';
import { turnClock } from '../../test/turnClock.ts';
import { balanceOfPeriods } from '../energy/balance/balance.ts';
import { eachDay } from '../platform/calendar/rules/localDays.ts';
import { detectOfflineDevices } from '../problems/deviceEvents/offlineDetection.ts';
import { judgeModules } from '../problems/modules/judgeModules.ts';
import { createFleet } from './createFleet.ts';
import { comparePlanted } from './findPlanted.ts';
import { issuePasswords } from './issuePasswords.ts';
import { makeHistory } from './makeHistory.ts';

const { sql, context, clock, mqtt } = await mqttServer();
const BEGAN = clock.now().getTime();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const gatewayPlants = (seed: number, beganAtMs: number): FleetSite[] =>
  fleet(seed, beganAtMs)
    .filter(({ gateways }) => gateways.length > 0)
    .map((site) => ({ ...site, commissionedOn: dayOf(site.timeZone, beganAtMs - 16 * DAY) }));
const sites = gatewayPlants(1, BEGAN);
const yard = sites.find(({ key }) => key === 'werkhof')!;
const sids = new Map<string, string>();
const planted = plantedFaults([yard]);
const gatewayOf = (sn: string) =>
  yard.gateways.find((each) => each.sn === sn || each.machines.some((m) => m.sn === sn))!;

beforeAll(async () => {
  const created = await createFleet(context, 1, gatewayPlants);
  for (const site of sites) {
    sids.set(site.key, created.sids[site.key]!);
    await makeHistory(context, site, created.sids[site.key]!, new AbortController().signal, { days: 1, everyS: 600 });
  }
}, 120_000);

test('stores the simulated energy of each machine day by day, and changes nothing when the history is made again', async () => {
  for (const site of sites) {
    const sid = sids.get(site.key)!;
    const days = () => sql<{ sn: string; day: string; energyWh: number }[]>`
      select sn, day, energy_wh from device_days where sid = ${sid} order by sn, day`;
    const before = await days();
    const today = dayOf(site.timeZone, BEGAN);
    const faulty = planted.filter(({ kind }) => ['counterReset', 'silence'].includes(kind)).map(({ device }) => device);
    for (const { sn, day, energyWh } of before) {
      const plant = plantDay(site, day);
      const moment = day === today ? momentAt(site, BEGAN) : momentIn(plant, plant.light.endMs);
      const producedWh = energyAt(moment, plant.machines.get(sn)!.ac).upWh;
      // The last report of today is up to ten minutes old.
      if (day === today) expect(energyWh, `${site.key} ${sn} ${day}`).toBeLessThanOrEqual(producedWh + 0.2);
      else if (!faulty.includes(sn))
        expect(Math.abs(energyWh - producedWh), `${site.key} ${sn} ${day}`).toBeLessThan(1 + producedWh * 1e-4);
    }
    const producing = site.gateways.flatMap(({ machines }) => machines.filter(({ inputs }) => inputs.length > 0));
    expect(new Set(before.map(({ sn }) => sn))).toEqual(new Set(producing.map(({ sn }) => sn)));
    await makeHistory(context, site, sid, new AbortController().signal, { days: 1, everyS: 600 });
    expect(await days()).toEqual(before);
  }
});

test('computes the balance of each simulated plant over whole days', async () => {
  for (const site of sites) {
    // Its meter has a planted fault.
    if (site === yard) continue;
    const [from, to] = [dayOf(site.timeZone, BEGAN - 9 * DAY), dayOf(site.timeZone, BEGAN - 2 * DAY)];
    const { timeZone: timezone, latitude, longitude } = site;
    const plant = { sid: sids.get(site.key)!, timezone, latitude, longitude };
    const [balance] = await sql.begin((tx) => balanceOfPeriods(tx, plant, [{ from, to }], clock.now()));
    const sums: Record<string, number> = {};
    const add = (name: string, wh: number) => (sums[name] = (sums[name] ?? 0) + wh);
    for (const day of eachDay(from, to)) {
      const { flows } = plantDay(site, day);
      add('production', flows.made.upWh.at(-1)!);
      add('fromGrid', flows.grid.upWh.at(-1)!);
      add('toGrid', flows.grid.downWh.at(-1)!);
      add('charge', flows.battery.downWh.at(-1)!);
      add('discharge', flows.battery.upWh.at(-1)!);
      add('generator', flows.generator.upWh.at(-1)!);
      add('home', flows.load.upWh.at(-1)!);
    }
    for (const name of ['production', 'fromGrid', 'toGrid', 'charge', 'discharge', 'generator', 'home'] as const) {
      const figure = balance![name];
      const label = `${site.key} ${name} ${figure.missing}`;
      // An unmeasured flow must not exist: a plant without a grid has no meter.
      if (figure.energyWh === null) expect(sums[name], label).toBe(0);
      else expect(Math.abs(figure.energyWh - sums[name]!), label).toBeLessThan(10 + sums[name]! * 1e-3);
    }
  }
});

/** Checks what the portal stored of one planted fault; test/plantedFinders.ts lists the faults checked by other tests. */
type Finder = (fault: PlantedFault, samples: readonly StoredSample[]) => Promise<void>;
const eventsOf = (sn: string, code: string) => sql<{ openedAt: Date; closedAt: Date | null; detail: unknown }[]>`
  select opened_at, closed_at, detail from events where sid = ${sids.get('werkhof')!} and sn = ${sn} and code = ${code}`;

const FINDERS: Partial<Record<FaultKind, Finder>> = {
  async deadModule({ device, from }) {
    const [event] = await eventsOf(device, 'deadModule');
    expect(event!.detail).toMatchObject({ input: '2', cause: 'dead' });
    expect(event!.openedAt.getTime() - Date.parse(from)).toBeGreaterThanOrEqual(-15 * MINUTE);
    expect(event!.openedAt.getTime() - Date.parse(from)).toBeLessThan(DAY);
    expect(event!.closedAt).toBeNull();
  },
  async dirt({ device }) {
    const events = await eventsOf(device, 'weakModule');
    expect(events).toHaveLength(2);
    for (const { detail, closedAt } of events) {
      expect([detail, closedAt]).toMatchObject([{ cause: 'allDay', less: expect.stringMatching(/^3[3-6]$/) }, null]);
    }
  },
  async shade({ device }) {
    const events = await eventsOf(device, 'weakModule');
    expect(events).toHaveLength(2);
    for (const { detail } of events) expect(detail).toMatchObject({ cause: 'shade' });
  },
  async errorBits({ device, from }) {
    const [event] = await eventsOf(device, '0010');
    expect(event!.openedAt.getTime() - Date.parse(from)).toBeGreaterThanOrEqual(0);
    expect(event!.openedAt.getTime() - Date.parse(from)).toBeLessThan(10 * MINUTE);
    expect(event!.closedAt).toBeNull();
  },
  /** A device that was silent before its history was stored is offline, without an event. */
  async silence({ device, from }) {
    const [live] = await sql<{ at: Date; status: number }[]>`
      select at, status from device_live where sid = ${sids.get('werkhof')!} and sn = ${device}`;
    expect(live!.status).toBe(-1);
    expect(Date.parse(from) - live!.at.getTime()).toBeGreaterThan(0);
    expect(Date.parse(from) - live!.at.getTime()).toBeLessThanOrEqual(10 * MINUTE);
    if (Date.parse(from) < BEGAN) return;
    const [event] = await eventsOf(device, 'silence');
    expect([event!.openedAt, event!.closedAt]).toEqual([live!.at, null]);
  },
  async firmware({ device, from }) {
    const [event] = await eventsOf(device, 'firmware');
    expect(event!.detail).toEqual({ from: '12', to: '13' });
    expect(event!.openedAt.getTime() - Date.parse(from)).toBeLessThanOrEqual(2 * MINUTE);
  },
  /** The energy of the day is the produced one, except the energy between the readings around the reset. */
  async counterReset({ device, from }) {
    const day = dayOf(yard.timeZone, Date.parse(from));
    const plant = plantDay(yard, day);
    const producedWh = energyAt(momentIn(plant, plant.light.endMs), plant.machines.get(device)!.ac).upWh;
    const [stored] = await sql<{ energyWh: number }[]>`
      select energy_wh from device_days where sid = ${sids.get('werkhof')!} and sn = ${device} and day = ${day}`;
    expect(Math.abs(stored!.energyWh - producedWh)).toBeLessThan(producedWh * 0.02);
  },
  /** Recorded once, at the time that the device reports; switching on takes a while in which nothing is measured. */
  async restart({ device, from }) {
    // An announce that a busy machine handles after the played clock has moved on seems to be of a start long ago.
    const events = (await eventsOf(device, 'restart')).filter(({ openedAt }) => openedAt.getTime() > BEGAN - DAY);
    expect(events.map(({ openedAt }) => Math.round((openedAt.getTime() - Date.parse(from)) / 5000))).toEqual([0]);
  },
  /** The gap was filled afterwards. */
  async outage({ device, from, to }, samples) {
    for (const { sn, kind, faults } of gatewayOf(device).machines) {
      if (faults.some((fault) => fault.kind === 'silence')) continue;
      const during = samples.filter((sample) => sample.sn === sn && sample.at >= from && sample.at < to!);
      expect(during, kind).toHaveLength((Date.parse(to!) - Date.parse(from)) / MINUTE);
    }
  },
  /** Reports with a future time are refused, counted and lost. */
  async clockJump({ device, from, to }, samples) {
    const [row] = await sql<{ refused: Record<string, { count: number }> }[]>`
      select refused from gateways where sn = ${device}`;
    const minutes = (Date.parse(to!) - Date.parse(from)) / MINUTE;
    expect(row!.refused.future!.count).toBe(minutes * gatewayOf(device).machines.length);
    expect(samples.every(({ at }) => at <= clock.now().toISOString())).toBe(true);
  },
};

test('finds all planted faults of gateways after an hour over MQTT', async () => {
  const stop = new AbortController();
  const passwords = await issuePasswords(context, yard);
  const sharedClock = turnClock(clock, yard.gateways.length);
  const backlogs: number[] = [];
  await Promise.all([
    sharedClock.until(BEGAN + 60 * MINUTE).then(() => stop.abort()),
    playGateways({
      broker: { host: '127.0.0.1', port: mqtt.port! },
      fleet: [yard],
      passwordOf: (sn) => passwords.get(sn),
      clock: sharedClock,
      signal: stop.signal,
      onSent: ({ rows }) => backlogs.push(rows),
    }),
  ]);
  await detectOfflineDevices(context);
  // Connection states are collected for a quarter of a second before they are stored.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await judgeModules(context);
  const samples = await storedSamples(sql, sids.get('werkhof')!);
  expect(Math.max(...backlogs)).toBeGreaterThan(200);
  const gatewayFaults = faultsFor('gateways', fleet(1, BEGAN));
  expect(gatewayFaults.every(({ plant }) => plant === yard.key)).toBe(true);
  expect(new Set(gatewayFaults.map(({ kind }) => kind))).toEqual(new Set(Object.keys(FINDERS)));
  for (const fault of gatewayFaults) await FINDERS[fault.kind]!(fault, samples);
  // The demo's own comparison; other kinds need a longer history than this test makes.
  const compared = await comparePlanted(context, [yard], Object.fromEntries(sids));
  const kinds = new Set(gatewayFaults.map(({ kind }) => kind));
  expect(compared.filter(({ kind, outcome }) => kinds.has(kind) && outcome !== 'found')).toEqual([]);
  const falseFindings = await sql`
    select distinct sn from events where sid = ${sids.get('werkhof')!} and code in ('deadModule', 'weakModule', 'swappedModules')
      and sn <> all (${planted.map(({ device }) => device)})`;
  expect(falseFindings).toEqual([]);

  // Each reported sample is stored as reported.
  const [first] = yard.gateways;
  const reported = samples.filter(({ at }) => at >= new Date(BEGAN + 30 * MINUTE).toISOString());
  const meter = first!.machines.find(({ kind }) => kind === 'meter')!;
  for (const sample of reported.filter(({ sn }) => sn === meter.sn)) {
    const { q } = rowsAt(yard, first!, Date.parse(sample.at)).find(({ sn }) => sn === meter.sn)!;
    expect([sample.gridPowerW, sample.gridImportWh, sample.l2PowerW]).toEqual([q.powerW, q.importWh, q.l2PowerW]);
  }
  // So are the values that an OpenDTU reports one by one.
  const dtu = yard.gateways.find(({ dialect }) => dialect === 'openDtu')!;
  const [inverter] = dtu.machines;
  const ofInverter = reported.filter(({ sn }) => sn === inverter!.sn);
  expect(ofInverter.length).toBeGreaterThan(25);
  // Single values of one instant arrive one after the other: where the connection ends between them, at the planted restart
  // and at the end, the remaining ones are missing. All other samples are complete.
  const { from: restart } = planted.find(({ kind, device }) => kind === 'restart' && device === dtu.sn)!;
  const truncated = [ofInverter.findLast(({ at }) => at < restart), ofInverter.at(-1)];
  for (const sample of ofInverter) {
    const { q } = rowsAt(yard, dtu, Date.parse(sample.at)).find(({ sn }) => sn === inverter!.sn)!;
    const expected = {
      powerW: q.powerW,
      counterWh: q.counterWh,
      counterDayWh: q.counterDayWh,
      input2CounterWh: q.input2CounterDayWh,
    };
    const missing = Object.keys(expected).filter((name) => sample[name as keyof typeof expected] === undefined);
    if (!truncated.includes(sample)) expect(missing, sample.at).toEqual([]);
    for (const name of missing) delete expected[name as keyof typeof expected];
    expect(sample.powerW).toBe(q.powerW);
    expect(sample).toMatchObject(expected);
  }
  const online = await sql`select sn, online, kind from gateways where sid = ${sids.get('werkhof')!}`;
  expect(online.map(({ online: isOnline, kind }) => [isOnline, kind])).toEqual([
    [false, 'gateway'],
    [false, 'gateway'],
    [false, 'gateway'],
  ]);
});
