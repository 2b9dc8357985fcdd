// Tests that set-up checks find the set-up faults planted in the demo and doubt nothing else, and that reversing a sign corrects it from its day on.
import { dayOf } from '@heliograph/simulator/daylight.ts';
import { fleet } from '@heliograph/simulator/fleet.ts';
import type { FleetSite } from '@heliograph/simulator/fleetSite.ts';
import { beforeAll, expect, test } from 'vitest';
import { type CheckedPlants, checkedPlants } from '../../test/checkedPlants.ts';
import { faultsFor } from '../../test/plantedFinders.ts';
import { testServer } from '../../test/testServer.ts';
import { runSiteJobs } from '../jobs/siteJobs/runSiteJobs.ts';

const server = await testServer();
const { context, clock, ask } = server;
const BEGAN = clock.now().getTime();
const DAY = 86_400_000;
/** The plant with wrong clocks, whose devices post frames. */
const CLOCKS = 'kazimierz';

const plants = (seed: number, beganAtMs: number): FleetSite[] =>
  fleet(seed, beganAtMs)
    .filter(({ key, gateways }) => gateways.length > 0 || key === CLOCKS)
    .map((site) => ({
      ...site,
      commissionedOn: dayOf(site.timeZone, beganAtMs - (site.key === 'werkhof' ? 16 : 6) * DAY),
    }));
const sites = plants(1, BEGAN);
let sids: CheckedPlants['sids'] = {};
let token = '';
let checksOf: CheckedPlants['checksOf'];

beforeAll(async () => {
  ({ sids, token, checksOf } = await checkedPlants(server, plants));
}, 180_000);

const findCheck = async (key: string, sn: string, check: string) =>
  (await checksOf(key)).find((row) => row.sn === sn && row.check === check)!;

test('reports no plant without faults as wrong or suspect, and proves most checks', async () => {
  const proved: string[] = [];
  for (const { key } of sites) {
    if (key === 'werkhof' || key === CLOCKS) continue;
    const list = await checksOf(key);
    expect(
      list.filter(({ verdict }) => verdict === 'wrong' || verdict === 'suspect'),
      key,
    ).toEqual([]);
    proved.push(...list.filter(({ verdict }) => verdict === 'ok').map(({ check }) => check));
  }
  expect(new Set(proved)).toEqual(
    new Set(['counts', 'timeZone', 'sunTime', 'gridSign', 'meterSign', 'batterySign', 'phases', 'irradiance']),
  );
});

test('finds planted wrong signs, swapped phases and wrong clocks, with the day on which they began', async () => {
  const planted = faultsFor('setUp', fleet(1, BEGAN));
  expect(planted.map(({ kind }) => kind).toSorted()).toEqual(['swappedPhases', 'wrongClock', 'wrongSign']);
  for (const { plant, device, kind, from } of planted) {
    if (kind === 'wrongSign') {
      const row = await findCheck(plant, device, 'gridSign');
      expect(row).toMatchObject({ verdict: 'wrong', finding: 'exportAtNight', turn: { side: 'grid' } });
      // On the day on which the sign was reversed one half of the values is right.
      const first = Date.parse(row.turn!.validFrom) - Date.parse(from);
      expect(Math.abs(first)).toBeLessThanOrEqual(1.5 * DAY);
      expect(row.compared.energyWh).toBeGreaterThan(500);
    }
    if (kind === 'swappedPhases')
      expect(await findCheck(plant, device, 'phases')).toMatchObject({
        verdict: 'wrong',
        finding: 'phasesSwapped',
        compared: { phase: 1, otherPhase: 2 },
      });
    if (kind === 'wrongClock')
      expect(await findCheck(plant, '', 'counterDay')).toMatchObject({
        verdict: 'wrong',
        finding: 'beginsByDay',
        compared: { numbers: [device], count: 1 },
      });
  }
});

test('corrects a wrong sign by one change of settings, recomputes, and proves it by the same checks', async () => {
  const sid = sids.werkhof!;
  const meter = sites
    .find(({ key }) => key === 'werkhof')!
    .gateways[0]!.machines.find(({ kind }) => kind === 'meter')!.sn;
  const { turn } = await findCheck('werkhof', meter, 'gridSign');
  const list = [{ validFrom: turn!.validFrom, reversed: true }];
  await ask('device/meter/setUp', { sid, sn: meter, list }, { token });
  expect((await ask('site/setUp/checks', { sid, sn: meter }, { token })).jobs).toMatchObject([{ kind: 'readFlows' }]);
  await runSiteJobs(context);
  const after = await ask('site/setUp/checks', { sid, sn: meter }, { token });
  expect(after.jobs).toEqual([]);
  expect(after.list.find(({ check }) => check === 'gridSign')).toMatchObject({ verdict: 'ok', turn: null });
});
