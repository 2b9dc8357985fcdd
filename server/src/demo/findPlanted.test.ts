// What is planted in the demonstration is found over its history, each row of the table on whichever plant it is; what has not begun is not there yet.
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
    // Its snow lies in June; plantedFaults.test.ts looks at it in winter.
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

test('every row is found, but for what begins later', async () => {
  const rows = await comparePlanted(context, sites, sids);
  expect(rows.map(({ outcome: _, ...row }) => row)).toEqual(plantedFaults(sites));
  const notYet = rows.filter(({ from }) => Date.parse(from) > BEGAN);
  // Played over MQTT, gateways.test.ts finds them.
  expect(notYet.map(({ kind }) => kind).toSorted()).toEqual([
    ...['clockJump', 'firmware', 'outage', 'restart', 'restart', 'silence'],
  ]);
  for (const row of rows)
    expect([row.plant, row.device, row.kind, row.outcome]).toEqual([
      ...[row.plant, row.device, row.kind, notYet.includes(row) ? 'notYet' : 'found'],
    ]);
});

test('what is found is not found of a sound plant, nor before anything was heard', async () => {
  // Each fault asked of another device of its plant, where nothing of the kind is.
  const moved = sites.map((site) => {
    const sound = site.devices.filter(({ faults }) => faults.length === 0);
    const [faults] = site.devices.filter((device) => device.faults.length > 0).map((device) => device.faults);
    const devices = faults ? sound.map((device) => ({ ...device, faults })) : [];
    return { ...site, devices, gateways: [] };
  });
  const rows = await comparePlanted(context, moved, sids);
  // Its day is whole, as nothing was lost; and a swap is of two, of whom this one asks the other.
  const counted = rows.filter(({ kind }) => kind !== 'warpBack' && kind !== 'swappedNumbers');
  expect(new Set(counted.map(({ kind }) => kind)).size).toBeGreaterThan(3);
  expect(counted.filter(({ outcome }) => outcome !== 'notYet')).toEqual([]);
  const empty = Object.fromEntries(Object.keys(sids).map((key) => [key, 'nowhere']));
  for (const row of await comparePlanted(context, sites, empty)) expect(row.outcome, row.kind).toBe('notYet');
  expect(await sql`select from sites where sid = 'nowhere'`).toHaveLength(0);
});
