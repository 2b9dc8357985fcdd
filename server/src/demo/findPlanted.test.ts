// Tests that the faults planted in the demo are found over its history, on every plant, and that faults which have not begun are not.
import { dayOf } from '@heliograph/simulator/daylight.ts';
import { plantedFaults } from '@heliograph/simulator/faultTable.ts';
import { fleet } from '@heliograph/simulator/fleet.ts';
import type { FleetSite } from '@heliograph/simulator/fleetSite.ts';
import { beforeAll, expect, test } from 'vitest';
import { testServer } from '../../test/testServer.ts';
import { detectOfflineDevices } from '../problems/deviceEvents/offlineDetection.ts';
import { judgeModules } from '../problems/modules/judgeModules.ts';
import { createFleet } from './createFleet.ts';
import { comparePlanted } from './findPlanted.ts';
import { makeHistory } from './makeHistory.ts';

const { sql, context, clock } = await testServer();
const BEGAN = clock.now().getTime();
const DAY = 86_400_000;
const HISTORY_DAYS = 27;

const faulty = (seed: number, beganAtMs: number): FleetSite[] =>
  fleet(seed, beganAtMs)
    // Its snow would be in June; plantedFaults.test.ts checks it in winter.
    .filter((site) => site.key !== 'pilatus' && plantedFaults([site]).length > 0)
    .map((site) => ({ ...site, commissionedOn: dayOf(site.timeZone, beganAtMs - HISTORY_DAYS * DAY) }));
const sites = faulty(1, BEGAN);
let sids: Record<string, string> = {};

beforeAll(async () => {
  ({ sids } = await createFleet(context, 1, faulty));
  for (const site of sites) {
    const frames = { days: HISTORY_DAYS, everyS: site.key === 'werkhof' ? 300 : 900 };
    await makeHistory(context, site, sids[site.key]!, new AbortController().signal, frames);
  }
  while ((await judgeModules(context)) > 0);
  await detectOfflineDevices(context);
}, 300_000);

test('finds every planted fault except those that begin later', async () => {
  const rows = await comparePlanted(context, sites, sids);
  expect(rows.map(({ outcome: _, ...row }) => row)).toEqual(plantedFaults(sites));
  const notYet = rows.filter(({ from }) => Date.parse(from) > BEGAN);
  // gateways.test.ts plays them over MQTT and finds them.
  expect(notYet.map(({ kind }) => kind).toSorted()).toEqual([
    ...['clockJump', 'firmware', 'outage', 'restart', 'restart', 'silence'],
  ]);
  for (const row of rows)
    expect([row.plant, row.device, row.kind, row.outcome]).toEqual([
      ...[row.plant, row.device, row.kind, notYet.includes(row) ? 'notYet' : 'found'],
    ]);
});

test('finds no fault on sound devices, nor on plants that have reported nothing', async () => {
  // Each fault is expected on another device of its plant, which does not have it.
  const moved = sites.map((site) => {
    const sound = site.devices.filter(({ faults }) => faults.length === 0);
    const [faults] = site.devices.filter((device) => device.faults.length > 0).map((device) => device.faults);
    const devices = faults ? sound.map((device) => ({ ...device, faults })) : [];
    return { ...site, devices, gateways: [] };
  });
  const rows = await comparePlanted(context, moved, sids);
  // Without warpBack, whose check passes on a complete day, and swappedNumbers, which concerns both devices.
  const relevant = rows.filter(({ kind }) => kind !== 'warpBack' && kind !== 'swappedNumbers');
  expect(new Set(relevant.map(({ kind }) => kind)).size).toBeGreaterThan(3);
  expect(relevant.filter(({ outcome }) => outcome !== 'notYet')).toEqual([]);
  const empty = Object.fromEntries(Object.keys(sids).map((key) => [key, 'nowhere']));
  for (const row of await comparePlanted(context, sites, empty)) expect(row.outcome, row.kind).toBe('notYet');
  expect(await sql`select from sites where sid = 'nowhere'`).toHaveLength(0);
});
