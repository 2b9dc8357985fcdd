// Tests a battery that is reported with a reversed sign, by itself or by its hybrid inverter: found by its charge with the day on which it began, and right in figures and checks after its polarity is set from that day on.
import { dayOf } from '@heliograph/simulator/daylight.ts';
import { fleet } from '@heliograph/simulator/fleet.ts';
import type { FleetMachine, FleetSite } from '@heliograph/simulator/fleetSite.ts';
import { plantDay } from '@heliograph/simulator/plantDay.ts';
import { beforeAll, expect, test } from 'vitest';
import { type CheckedPlants, checkedPlants } from '../../test/checkedPlants.ts';
import { testServer } from '../../test/testServer.ts';
import { balanceOfPeriods } from '../energy/balance/balance.ts';
import { runSiteJobs } from '../jobs/siteJobs/runSiteJobs.ts';
import { addDays, eachDay } from '../platform/calendar/rules/localDays.ts';

const server = await testServer();
const { sql, context, clock, ask } = server;
const BEGAN = clock.now().getTime();
const DAY = 86_400_000;
const SINCE_MS = BEGAN - 5 * DAY;
/** A stand-alone battery, and one that is reported by a hybrid inverter. */
const KINDS = { moorgate: 'battery', birkenhof: 'hybrid' } as const;
type Key = keyof typeof KINDS;
const KEYS = Object.keys(KINDS) as Key[];

const reversedBatteries = (seed: number, beganAtMs: number): FleetSite[] =>
  fleet(seed, beganAtMs)
    .filter(({ key }) => key in KINDS)
    .map((site) => ({
      ...site,
      commissionedOn: dayOf(site.timeZone, beganAtMs - 9 * DAY),
      gateways: site.gateways.map((gateway) => ({
        ...gateway,
        machines: gateway.machines.map((machine) =>
          machine.kind === KINDS[site.key as Key]
            ? { ...machine, faults: [{ kind: 'wrongSign' as const, fromMs: SINCE_MS }] }
            : machine,
        ),
      })),
    }));
const sites = reversedBatteries(1, BEGAN);
const siteOf = (key: Key): FleetSite => sites.find((site) => site.key === key)!;
const machineOf = (key: Key): FleetMachine =>
  siteOf(key)
    .gateways.flatMap(({ machines }) => machines)
    .find(({ kind }) => kind === KINDS[key])!;
let sids: CheckedPlants['sids'] = {};
let token = '';
let checksOf: CheckedPlants['checksOf'];

beforeAll(async () => {
  ({ sids, token, checksOf } = await checkedPlants(server, reversedBatteries));
}, 120_000);

/** Returns, for the whole days since then, the stored and the simulated energy. */
async function storedAndSimulated(key: Key): Promise<{ charge: number[]; discharge: number[] }> {
  const site = siteOf(key);
  const from = addDays(dayOf(site.timeZone, SINCE_MS), 1);
  const to = dayOf(site.timeZone, BEGAN - DAY);
  const { timeZone: timezone, latitude, longitude } = site;
  const plant = { sid: sids[key]!, timezone, latitude, longitude };
  const [balance] = await sql.begin((tx) => balanceOfPeriods(tx, plant, [{ from, to }], clock.now()));
  const simulated = { charge: 0, discharge: 0 };
  for (const day of eachDay(from, to)) {
    const { battery } = plantDay(site, day).flows;
    simulated.charge += battery.downWh.at(-1)!;
    simulated.discharge += battery.upWh.at(-1)!;
  }
  return {
    charge: [balance!.charge.energyWh!, simulated.charge],
    discharge: [balance!.discharge.energyWh!, simulated.discharge],
  };
}
const isNear = ([actual, expected]: number[]): boolean => Math.abs(actual! - expected!) < 20 + expected! * 1e-3;

test.each(KEYS)(
  'finds the reversed battery of %s since its day, and finds it right after the setting is changed',
  async (key) => {
    const { sn } = machineOf(key);
    const list = await checksOf(key);
    const row = list.find((each) => each.sn === sn && each.check === 'batterySign')!;
    expect(row).toMatchObject({ verdict: 'wrong', finding: 'socAgainst', turn: { side: 'battery' } });
    expect(row.compared.energyWh).toBeGreaterThan(300);
    // On the day on which the sign was reversed one half of the values is right.
    expect(Math.abs(Date.parse(row.turn!.validFrom) - SINCE_MS)).toBeLessThanOrEqual(1.5 * DAY);
    // The grid meter is not blamed for it.
    const others = list.filter(({ verdict }) => verdict === 'wrong' || verdict === 'suspect');
    expect(others).toEqual([row]);
    const before = await storedAndSimulated(key);
    expect([isNear(before.charge), isNear(before.discharge)]).toEqual([false, false]);

    const setting = { validFrom: row.turn!.validFrom, reversed: key === 'moorgate', batteryReversed: true };
    await ask('device/meter/setUp', { sid: sids[key]!, sn, list: [setting] }, { token });
    await runSiteJobs(context);
    const after = await checksOf(key);
    expect(after.find((each) => each.sn === sn && each.check === 'batterySign')).toMatchObject({
      verdict: 'ok',
      finding: 'socFollows',
      turn: null,
    });
    expect(after.filter(({ verdict }) => verdict === 'wrong' || verdict === 'suspect')).toEqual([]);
    const { charge, discharge } = await storedAndSimulated(key);
    expect(isNear(charge), `charge ${charge}`).toBe(true);
    expect(isNear(discharge), `discharge ${discharge}`).toBe(true);
  },
);

test('suggests the first day for a battery that has been reversed from its first day on', async () => {
  const key = 'moorgate';
  const { sn } = machineOf(key);
  // The setting for all days reverses the days before the fault, too, so that all of its days look reversed.
  await ask(
    'device/meter/setUp',
    { sid: sids[key]!, sn, list: [{ validFrom: '2000-01-01', reversed: true }] },
    { token },
  );
  await runSiteJobs(context);
  expect((await checksOf(key)).find((each) => each.sn === sn && each.check === 'batterySign')!.verdict).toBe('ok');
  const list = [
    { validFrom: '2000-01-01', reversed: true },
    { validFrom: dayOf(siteOf(key).timeZone, SINCE_MS), reversed: false },
  ];
  await ask('device/meter/setUp', { sid: sids[key]!, sn, list }, { token });
  await runSiteJobs(context);
  const row = (await checksOf(key)).find((each) => each.sn === sn && each.check === 'batterySign')!;
  expect(row).toMatchObject({ verdict: 'wrong', turn: { validFrom: siteOf(key).commissionedOn } });
});
