// Tests swapped serial numbers: planted by the simulator, reported in frames, judged from samples, and shown on the overview.
import type { Fault } from '@heliograph/simulator/faults.ts';
import { fleet, physicalPlacement } from '@heliograph/simulator/fleet.ts';
import type { FleetSite } from '@heliograph/simulator/fleetSite.ts';
import { expect, test } from 'vitest';
import { deriveProblems } from '../../test/problems.ts';
import { testServer } from '../../test/testServer.ts';
import { judgeModules } from '../problems/modules/judgeModules.ts';
import { createFleet } from './createFleet.ts';
import { makeHistory } from './makeHistory.ts';

const NOW = '2026-06-15T22:30:00Z';
const server = await testServer();
const { sql, context, clock } = server;
clock.set(NOW);

/** A swapped pair of devices, and a pair of devices with one swapped module each; by their index in the reduced plant. */
const SWAPPED: readonly (readonly [first: number, second: number, input?: number])[] = [
  [1, 6],
  [3, 8, 1],
];

/** A plant with two roof faces at azimuths of 150 and 240 degrees, with five devices each; its history begins three weeks ago. */
const swapped = (seed: number, beganAtMs: number): FleetSite[] =>
  fleet(seed, beganAtMs)
    .filter(({ key }) => key === 'acequia')
    .map((site) => {
      const remaining = site.devices.filter((_, index) => index % 10 < 5);
      const faults = new Map<number, Fault[]>();
      for (const [one, other, input] of SWAPPED) {
        const fault = (to: number): Fault[] => [
          { kind: 'swappedNumbers', with: to, ...(input === undefined ? {} : { input }), fromMs: 0 },
        ];
        faults.set(one, fault(other)).set(other, fault(one));
      }
      const devices = remaining.map((device, index) => ({ ...device, faults: faults.get(index) ?? [] }));
      return { ...site, commissionedOn: '2026-05-25', devices: physicalPlacement(devices) };
    });

test('names both devices of a swap of two devices, and of two modules, in zones with different orientations, and no others', async () => {
  const [site] = swapped(1, Date.parse(NOW));
  const { sids } = await createFleet(context, 1, swapped);
  const sid = sids.acequia!;
  await makeHistory(context, site!, sid, new AbortController().signal, { days: 22, everyS: 900 });
  while ((await judgeModules(context)) > 0);
  await deriveProblems(context);

  // The zones of the layout are as the installer entered them.
  const admin = { token: await server.signedIn(await adminId()) };
  const { zones } = await server.ask('site/layoutInfo', { sid }, admin);
  expect(zones.map(({ azimuth }) => azimuth).toSorted()).toEqual([150, 240]);
  const zoneOf = (sn: string) => zones.find(({ modules }) => modules.some((module) => module.sn === sn))!.azimuth;
  const { problems } = await server.ask('site/overview', { sid }, admin);
  const swaps = problems.filter(({ code }) => code === 'swappedModules');
  for (const [one, other, input] of SWAPPED) {
    const [first, second] = [one, other].map((place) => site!.devices[place]!.sn).toSorted() as [string, string];
    expect(zoneOf(first)).not.toBe(zoneOf(second));
    const finding = swaps.find(({ sn }) => sn === first)!;
    expect(finding.input ?? 0).toBe(input === undefined ? 0 : input + 1);
    expect(finding.title).toContain(input === undefined ? second : `${second}_${input + 1}`);
  }
  expect(swaps).toHaveLength(SWAPPED.length);
  // A swapped module is not reported as a weak one.
  expect(problems.filter(({ code }) => code !== 'swappedModules')).toEqual([]);
  const events = await sql<{ sn: string; closedAt: Date | null }[]>`
    select sn, closed_at from events where sid = ${sid} and code in ('deadModule', 'weakModule', 'swappedModules')`;
  expect(events).toHaveLength(SWAPPED.length);
  expect(events.every(({ closedAt }) => closedAt === null)).toBe(true);
});

async function adminId(): Promise<number> {
  const [admin] = await sql<{ id: number }[]>`select id from users where email = 'admin@example.com'`;
  return admin!.id;
}
