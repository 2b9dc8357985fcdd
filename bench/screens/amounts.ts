// Amounts of data for pictures of pages: an account without plants, a demonstration, very much of everything, and plants that never reported.

import type { ReportKind } from '@heliograph/contract/report.ts';
import { sunPosition } from '@heliograph/contract/sun.ts';
import { fleet } from '@heliograph/simulator/fleet.ts';
import type { FleetSite } from '@heliograph/simulator/fleetSite.ts';
import { playClock, playFleet } from '@heliograph/simulator/play.ts';
import { playGateways } from '@heliograph/simulator/playGateways.ts';
import { hash } from '@node-rs/argon2';
import pino from 'pino';
import { updateAccessIndex } from '../../server/src/access/accessIndex.ts';
import { createFleet } from '../../server/src/demo/createFleet.ts';
import { issuePasswords } from '../../server/src/demo/issuePasswords.ts';
import { makeHistory } from '../../server/src/demo/makeHistory.ts';
import { findDayPeaks } from '../../server/src/energy/days/dayPeaks.ts';
import { importDayTotals } from '../../server/src/energy/days/importedDays.ts';
import { lockSites } from '../../server/src/energy/days/siteTotals.ts';
import { writeDayPricesFrom } from '../../server/src/energy/money/dayPrices.ts';
import { writeSitePrices } from '../../server/src/energy/money/sitePrices.ts';
import { storeHours } from '../../server/src/energy/money/storeHours.ts';
import { addDays, type Day, daysBetween, eachDay } from '../../server/src/platform/calendar/rules/localDays.ts';
import { detectOfflineDevices } from '../../server/src/problems/deviceEvents/offlineDetection.ts';
import { judgeModules } from '../../server/src/problems/modules/judgeModules.ts';
import { createServices } from '../../server/src/services.ts';
import { indexPeople } from '../../server/test/indexPeople.ts';
import { fillDays, fillSites, frameOf, sidOf } from '../fleet.ts';
import { ADMIN, type World } from '../world.ts';
import { muchToManage } from './busyInstallation.ts';
import { severalCommands } from './commands.ts';
import { daytimePlants, HOME, ROOF } from './daytimePlants.ts';
import { busyGateway, devicesWithAllQuantities, manyAlerts, waitingGateway } from './devices.ts';
import { severalDocuments, severalFirmware, severalRollouts } from './files.ts';
import { freezeAndInvite, generatedPasswords, manyPeople, waysToBeTold, waysToSignIn } from './people.ts';

export const AMOUNTS = ['none', 'little', 'much', 'bare', 'silent', 'docs'] as const;
/** `bare`: a plant without devices; `silent`: plants with devices of every kind, none of which has ever reported; `docs`: plants in daylight, for the README. */
export type Amount = (typeof AMOUNTS)[number];

/** Time after which every gateway has reported once. */
const REPORTED_MS = 75_000;

interface Filled {
  /** Plant whose pages are pictured. */
  sid: string;
  /** Stops the simulated devices, which report while pictures are taken. */
  stop(): Promise<void>;
}

const withoutReports = (sid: string): Filled => ({ sid, stop: async () => {} });
const contextOf = (sql: World['sql']) => ({
  sql,
  clock: { now: () => new Date() },
  log: pino({ level: 'warn' }),
  ...createServices(sql),
});

/** Plants with each kind of device, with a silent one, with an alert, and without devices. */
const NAMED = ['seeblick', 'simonsberg', 'sobreiro', 'kita', 'birkenhof', 'sonnenacker', 'moorgate', 'amselweg'];

/** Returns plants of the demonstration: two where the sun is highest now, and the named ones. */
function fewPlants(seed: number, nowMs: number): FleetSite[] {
  const all = fleet(seed, nowMs);
  const height = ({ latitude, longitude }: FleetSite) => sunPosition(nowMs, latitude, longitude).elevationDeg;
  const sunny = all.toSorted((one, other) => height(other) - height(one)).slice(0, 2);
  return [...new Set([...sunny, ...all.filter(({ key }) => NAMED.includes(key))])];
}

interface Played {
  plants: readonly FleetSite[];
  /** Passwords of their gateways by serial number. */
  passwords: ReadonlyMap<string, string>;
}

async function playedPlants({ sql }: World, plants: readonly FleetSite[]): Promise<Played> {
  const passwords = new Map<string, string>();
  for (const plant of plants)
    for (const [sn, password] of await issuePasswords(contextOf(sql), plant)) passwords.set(sn, password);
  return { plants, passwords };
}

/** Reports as the demonstration does, so that gateways are connected and no value becomes stale while pictures are taken. */
async function playPlants(
  { url }: World,
  { mqttPort, plants, passwords, signal }: Played & { mqttPort: number; signal: AbortSignal },
): Promise<void> {
  const clock = playClock(Date.now(), 1);
  await Promise.all([
    playFleet({ url, fleet: plants, clock, everyS: 300, signal }),
    playGateways({
      broker: { host: '127.0.0.1', port: mqttPort },
      fleet: plants,
      passwordOf: (sn) => passwords.get(sn),
      clock,
      signal,
    }),
  ]);
}

/** Waits until every gateway has announced itself, except those that the demonstration keeps offline; gives up after 90 s. */
async function untilConnected({ sql }: World): Promise<void> {
  for (let tries = 0; tries < 900; tries++) {
    const [left] = await sql<{ n: number }[]>`
      select count(*)::int as n from serial_numbers n where n.credential_at is not null
        and not exists (select from gateways g where g.sn = n.sn and g.online and g.announced_at is not null)`;
    if (left!.n === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Fills the database of a world, whose server accepts gateways at `mqttPort`. */
export const FILL: Record<Amount, (world: World, mqttPort: number) => Promise<Filled>> = {
  none: async () => withoutReports(''),
  little: async (world, mqttPort) => {
    const context = contextOf(world.sql);
    const { seed, beganAtMs, sids } = await createFleet(context, 1, fewPlants);
    const plants = fewPlants(seed, beganAtMs);
    for (const site of plants) await makeHistory(context, site, sids[site.key]!, new AbortController().signal);
    await detectOfflineDevices(context);
    await judgeModules(context);
    await generatedPasswords(world.sql, 9);
    await severalDocuments(world.sql);
    await severalFirmware(world.sql);
    await freezeAndInvite(world.sql);
    await waysToSignIn(world.sql, 1);
    await waysToBeTold(world.sql, 1);
    await pricesByHour(world.sql, sids.birkenhof!);
    await yearEarlier(context, sids.birkenhof!);
    await untilPeaks(context);
    const end = new AbortController();
    // All gateways have their passwords before the wait for their connections.
    const played = await playedPlants(world, plants);
    const playing = playPlants(world, { mqttPort, ...played, signal: end.signal });
    await untilConnected(world);
    await severalCommands(world);
    await severalRollouts(world.sql);
    return {
      sid: sids[plants[0]!.key]!,
      stop: async () => {
        end.abort();
        await playing;
      },
    };
  },
  docs: async (world, mqttPort) => {
    const context = contextOf(world.sql);
    const { seed, beganAtMs, sids } = await createFleet(context, 1, daytimePlants);
    const plants = daytimePlants(seed, beganAtMs);
    for (const site of plants) await makeHistory(context, site, sids[site.key]!, new AbortController().signal);
    await detectOfflineDevices(context);
    await judgeModules(context);
    await yearEarlier(context, sids[HOME]!);
    await untilPeaks(context);
    const end = new AbortController();
    const played = await playedPlants(world, plants);
    const playing = playPlants(world, { mqttPort, ...played, signal: end.signal });
    await untilConnected(world);
    await new Promise((resolve) => setTimeout(resolve, REPORTED_MS));
    return {
      sid: sids[ROOF]!,
      stop: async () => {
        end.abort();
        await playing;
      },
    };
  },
  bare: async ({ sql }) => {
    const context = contextOf(sql);
    const one = (seed: number, nowMs: number): FleetSite[] =>
      fleet(seed, nowMs)
        .filter(({ key }) => key === 'seeblick')
        .map((site) => ({ ...site, devices: [], gateways: [] }));
    const { sids } = await createFleet(context, 1, one);
    return withoutReports(sids.seeblick!);
  },
  silent: async ({ sql }) => {
    const context = contextOf(sql);
    const { sids } = await createFleet(context, 1, fewPlants);
    await detectOfflineDevices(context);
    return withoutReports(sids.birkenhof!);
  },
  much: async ({ sql }) => {
    await fillSites(sql, 3000, 60);
    await fillDays(sql, { before: new Date().toISOString().slice(0, 10), days: 400, deviceDays: 2, without: 0 });
    await sql`
      update sites set name = name || ', community roof of the upper village behind the old brickworks', city = 'Llanfairpwllgwyngyll', street = 'Donaudampfschifffahrtsgesellschaftsstraße 112'
      where substr(sid, 14)::int % 3 = 0`;
    await sql`update devices set alias = 'South-east face, upper row, ' || sn where sid = ${sidOf(3)}`;
    await sql`
      update device_live set status = -1, at = now() - interval '3 days', version = version + 1
      where sid = ${sidOf(3)} and sn in (select sn from devices where sid = ${sidOf(3)} order by sn limit 7)`;
    // Matches the values of its devices, which have the maximum number of digits.
    await sql`update sites set power_max_w = 640000 where sid = ${sidOf(3)}`;
    await sql`
      update site_days set energy_wh = energy_wh * 450, devices = 62, peak_known = true, peak_w = energy_wh * 72,
        peak_at = day + interval '12 hours' where sid = ${sidOf(3)}`;
    await manyAlerts(sql, sidOf(3));
    await sql`
      insert into serial_numbers (sn, first_seen_at, last_seen_at)
      select upper(to_hex(1610612736 + n)), now() - interval '3 days', now() - n * interval '1 minute' from generate_series(1, 400) n`;
    await sql`
      insert into raw_reports (sn, received_at, path, body)
      select sn, last_seen_at, '/i.php', ${Buffer.from(frameOf(0x40000001, 1))} from serial_numbers where sid is null`;
    await manyPeople(sql);
    await freezeAndInvite(sql);
    await waitingGateway(sql);
    await devicesWithAllQuantities(contextOf(sql), sidOf(3));
    await busyGateway(sql, sidOf(3));
    await muchToManage(sql);
    return withoutReports(sidOf(3));
  },
};

/** Writes prices by the hour from the first of the previous month on; at noon a sold kWh costs money. In a portal a job recomputes the plant's days. */
async function pricesByHour(sql: World['sql'], sid: string): Promise<void> {
  const from = `${new Date(Date.now() - 31 * 86_400_000).toISOString().slice(0, 7)}-01`;
  const flat = {
    validFrom: '2000-01-01',
    kind: 'flat' as const,
    price: 0.3,
    feedInPrice: 0.08,
    ownUseShare: null,
    periods: [],
    fixedCharge: null,
    fixedPer: 'month' as const,
  };
  const noon = { weekdays: [1, 2, 3, 4, 5, 6, 7], fromHour: 11, toHour: 14, price: 0.2, feedInPrice: -0.02 };
  await sql.begin(async (tx) => {
    const [site] = await tx<{ timezone: string; latitude: number; longitude: number }[]>`
      select timezone, latitude, longitude from sites where sid = ${sid}`;
    await writeSitePrices(tx, sid, [flat, { ...flat, validFrom: from, kind: 'timeOfUse', periods: [noon] }]);
    await storeHours(tx, { ...site!, sid }, from, new Date());
    await lockSites(tx, [sid]);
    await writeDayPricesFrom(tx, sid, from);
  });
}

/** Computes day peaks, as the server does within minutes of its start, which would be after the pictures. */
async function untilPeaks(context: ReturnType<typeof contextOf>): Promise<void> {
  while ((await findDayPeaks(context)) > 0);
}

/**
 * Imports a year of day totals before the plant's history: each day of that year gets a little more than the same day a year later, and
 * a day without one as much as the day with the most similar height of the sun, as an imported file would contain.
 */
async function yearEarlier(context: ReturnType<typeof contextOf>, sid: string): Promise<void> {
  const known = await context.sql<{ sn: string; day: Day; energyWh: number }[]>`
    select sn, day, energy_wh from device_days
    where sid = ${sid} and energy_wh > 0 and day < current_date order by sn, day`;
  const totals = [...Map.groupBy(known, ({ sn }) => sn)].flatMap(([sn, days]) => {
    const first = days[0]!.day;
    return eachDay(addDays(first, -365), addDays(first, -1)).map((day) => {
      const solsticeDistance = (other: Day): number => Math.abs(fromSolstice(other) - fromSolstice(day));
      const similar =
        days.find((other) => addDays(other.day, -365) === day) ??
        days.reduce((best, other) => (solsticeDistance(other.day) < solsticeDistance(best.day) ? other : best));
      return { sn, day, energyWh: similar.energyWh * 1.02 };
    });
  });
  await importDayTotals(context, totals);
  await context.sql`
    update sites set commissioned_on = (select min(day) from site_days d where d.sid = ${sid}) where sid = ${sid}`;
}

/** Returns the days between a day and the nearest summer solstice. */
function fromSolstice(day: Day): number {
  const distance = Math.abs(daysBetween(`${day.slice(0, 4)}-06-21`, day));
  return Math.min(distance, 365 - distance);
}

/** Returns the query string of the device of a kind with the newest report; `preferCommanded`: preferably one that has received a command. */
export async function devicesByKind({ sql }: World, preferCommanded = false): Promise<(kind: ReportKind) => string> {
  const devices = await sql<{ kind: ReportKind; sid: string; sn: string }[]>`
    select p.kind, d.sid, d.sn from devices d join products p on p.id = d.product_id
      join device_live l on l.sid = d.sid and l.sn = d.sn
    order by p.kind, ${preferCommanded} and exists (select from commands c where c.sid = d.sid and c.sn = d.sn) desc, l.at desc nulls last, (select count(*) from devices c where c.sid = d.sid and c.gateway_sn = d.sn) desc, d.sn`;
  return (kind) => {
    const match = devices.find((device) => device.kind === kind);
    return `?sid=${match?.sid}&sn=${match?.sn}`;
  };
}

/** Returns the query string of a module with a finding. */
export async function findingOf({ sql }: World): Promise<string> {
  const [finding] = await sql<{ sid: string; sn: string; input: number }[]>`
    select sid, sn, input from module_findings where until is null order by kind, sid, sn, input limit 1`;
  return `?sid=${finding?.sid}&sn=${finding?.sn}&input=${finding?.input}`;
}

/** Inserts an owner of all existing plants with the administrator's password; returns the e-mail address. */
export async function enterOwner({ sql }: World): Promise<string> {
  const email = 'owner@example.com';
  const [user] = await sql<{ id: number }[]>`
    insert into users (email, password_hash, name) values (${email}, ${await hash(ADMIN.password)}, 'Olga Owner') returning id`;
  await sql`
    insert into memberships (user_id, company_id, role_id, is_company_owner)
    select ${user!.id}, (select min(id) from companies), id, false from roles where code = 'owner'`;
  await indexPeople(sql);
  const sites = await sql<{ sid: string }[]>`update sites set owner_id = ${user!.id} returning sid`;
  await sql.begin((tx) =>
    updateAccessIndex(
      tx,
      sites.map(({ sid }) => sid),
    ),
  );
  return email;
}
