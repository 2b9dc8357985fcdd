// Takes a picture of every page into docs/screens: with no, little and very much data, light and dark, on a desk and on a phone.
// `npm run screens [-- PAGE ...] [--png FOLDER] [--language de] [--amount little] [--width 1024] [--scheme dark]`: pages by the names of the page table, or one view as its file is called (PvPlantDetail-power); as PNG elsewhere, to be looked at. Amounts, widths and schemes may be several.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { QUANTITIES, type QuantityName } from '@heliograph/contract/measurements.ts';
import { BUILT_PAGES, PATHS, type PageName } from '@heliograph/contract/pages.ts';
import { type ReportKind, toldBy } from '@heliograph/contract/report.ts';
import { sunPosition } from '@heliograph/contract/sun.ts';
import { fleet } from '@heliograph/simulator/fleet.ts';
import type { FleetSite } from '@heliograph/simulator/fleetSite.ts';
import type { Browser, Page } from '@playwright/test';
import pino from 'pino';
import { enterFleet } from '../server/src/demo/enterFleet.ts';
import { makeHistory } from '../server/src/demo/makeHistory.ts';
import { readingOfReport } from '../server/src/families/families.ts';
import { judgeModules } from '../server/src/jobs/judgeModules.ts';
import { openParts } from '../server/src/openParts.ts';
import { hashOfToken } from '../server/src/sql/publicLinks.ts';
import { checkSilence } from '../server/src/telemetry/silence.ts';
import { takeReports } from '../server/src/telemetry/takeReports.ts';
import { openBrowser, signedIn } from './browser.ts';
import { fillDays, fillSites, frameOf, sidOf } from './fleet.ts';
import { openWorld, type World } from './world.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    png: { type: 'string' },
    language: { type: 'string', default: 'en' },
    amount: { type: 'string', multiple: true },
    width: { type: 'string', multiple: true },
    scheme: { type: 'string', multiple: true },
  },
});
const wanted = new Set(positionals);
const folder = values.png ? resolve(values.png) : resolve(import.meta.dirname, '../docs/screens');
const format = values.png ? 'png' : 'webp';

/** Taller pages are cut: what is below is more of the same. */
const TALLEST_PX = 1800;
const HEIGHTS: Record<number, number> = { 390: 844, 768: 1024, 1024: 768, 1366: 768, 1440: 900, 1920: 1080 };
const SIZES = (values.width ?? ['1440', '390']).map((name) => ({
  name,
  viewport: { width: Number(name), height: HEIGHTS[Number(name)] ?? 900 },
}));
const isAsked = <T extends string>(asked: readonly string[] | undefined, each: T): boolean =>
  asked === undefined || asked.includes(each);
const SCHEMES = (['light', 'dark'] as const).filter((each) => isAsked(values.scheme, each));
const AMOUNTS = (['none', 'little', 'much'] as const).filter((each) => isAsked(values.amount, each));

type Amount = (typeof AMOUNTS)[number];

interface View {
  /** Behind the page's name; '' for its only view. */
  name: string;
  /** What the address carries; `device`: the first of a kind in the world, as its address has it; `finding`: a module with which something is wrong. */
  query?: (sid: string, device: (kind: ReportKind) => string, finding: string) => string;
  /** Left out: with any. */
  amounts?: readonly Amount[];
  /** What is opened before. */
  opens?: (page: Page) => Promise<unknown>;
  /** The part of a long page that is taken, by the id of its heading. */
  part?: string;
  /** What was opened lies over the page: taken as it stands. */
  isDialog?: true;
}

const ofPlant: readonly Amount[] = ['little', 'much'];
const viewsOf = (kind: ReportKind): readonly View[] => [
  { name: 'overview', query: (_sid, device) => device(kind), amounts: ofPlant },
  { name: 'days', query: (_sid, device) => `${device(kind)}&energies=day`, amounts: ['little'] },
];
/** A new page is asked for here by the compiler. */
const VIEWS: Record<PageName, readonly View[]> = {
  SignIn: [{ name: '', amounts: ['none'] }],
  Setup: [{ name: '', amounts: ['none'] }],
  PrivacyPolicy: [{ name: '', amounts: ['none'] }],
  Forbidden: [{ name: '', amounts: ['none'] }],
  MailChoice: [{ name: '', amounts: ['none'] }],
  PublicPlant: [{ name: '', query: (sid) => `#token=${sid}` }],
  ReportSetting: [{ name: '', query: (sid) => `?sid=${sid}`, amounts: ofPlant }],
  PvPlant: [
    { name: '' },
    { name: 'cards', query: () => '?view=cards', amounts: ofPlant },
    { name: 'map', query: () => '?view=map', amounts: ofPlant },
  ],
  PvPlantEdit: [
    { name: 'new', amounts: ['none'] },
    { name: 'edit', query: (sid) => `?sid=${sid}`, amounts: ofPlant },
    { name: 'modules', query: (sid) => `?sid=${sid}`, amounts: ofPlant, part: 'site-modules' },
    { name: 'prices', query: (sid) => `?sid=${sid}`, amounts: ofPlant, part: 'site-prices' },
    { name: 'public', query: (sid) => `?sid=${sid}`, amounts: ofPlant, part: 'site-public' },
    { name: 'access', query: (sid) => `?sid=${sid}`, amounts: ofPlant, part: 'site-access' },
    {
      name: 'map',
      query: (sid) => `?sid=${sid}`,
      amounts: ['little'],
      opens: async (page) => {
        await page.locator('button:has(.tabler-icon-map-2)').last().click();
        await page.locator('.leaflet-container canvas').first().waitFor();
      },
    },
  ],
  PvPlantDetail: [
    { name: 'overview', query: (sid) => `?sid=${sid}`, amounts: ofPlant },
    { name: 'problems', query: (_sid, _device, finding) => finding, amounts: ['little'] },
    { name: 'power', query: (sid) => `?sid=${sid}&view=power`, amounts: ofPlant },
    {
      name: 'powerFlows',
      query: (sid) =>
        `?sid=${sid}&view=power&lines=${encodeURIComponent('["Production","Consumption","Grid Power","Battery Power"]')}`,
      amounts: ['little'],
    },
    { name: 'energyRange', query: (sid) => `?sid=${sid}&view=energy&by=range&from=2024-03-10`, amounts: ['little'] },
    { name: 'energy', query: (sid) => `?sid=${sid}&view=energy&by=month`, amounts: ofPlant },
    { name: 'history', query: (sid) => `?sid=${sid}&view=history`, amounts: ofPlant },
    { name: 'historyYear', query: (sid) => `?sid=${sid}&view=history&span=year`, amounts: ['little'] },
    {
      name: 'voltage',
      query: (_sid, device) => `${device('hybrid').replace('sn=', 'device=')}&view=history&span=week`,
      amounts: ['little'],
      isDialog: true,
      opens: async (page) => {
        await page.locator('button:has(.tabler-icon-wave-sine)').click();
        await page.getByRole('dialog').getByRole('table').first().waitFor();
      },
    },
    { name: 'alerts', query: (sid) => `?sid=${sid}&view=alerts&state=all`, amounts: ofPlant },
    { name: 'report', query: (sid) => `?sid=${sid}&view=report`, amounts: ofPlant },
    { name: 'reportYear', query: (sid) => `?sid=${sid}&view=report&span=year`, amounts: ['little'] },
    { name: 'setUp', query: (sid) => `?sid=${sid}&view=setUp`, amounts: ofPlant },
    { name: 'layout', query: (sid) => `?sid=${sid}&view=layout`, amounts: ofPlant },
    { name: 'playback', query: (sid) => `?sid=${sid}&view=playback&at=720`, amounts: ofPlant },
  ],
  PvPlantLayout: [{ name: '', query: (sid) => `?sid=${sid}`, amounts: ofPlant }],
  Devices: [{ name: '' }, { name: 'battery', query: () => '?kind=battery', amounts: ['little'] }],
  ElectricMeter: [
    ...viewsOf('meter'),
    { name: 'history', query: (_sid, device) => `${device('meter')}&view=history`, amounts: ['little'] },
  ],
  AllInOneMachine: viewsOf('hybrid'),
  StringMachine: viewsOf('inverter'),
  Battery: viewsOf('battery'),
  Sensor: viewsOf('sensor').slice(0, 1),
  ModuleDetail: [
    { name: '', query: (_sid, device) => device('microinverter'), amounts: ofPlant },
    { name: 'finding', query: (_sid, _device, finding) => finding, amounts: ['little'] },
  ],
  Gateway: [{ name: '', query: (_sid, device) => `${device('gateway')}&state=all`, amounts: ofPlant }],
  Alerts: [{ name: '' }, { name: 'all', query: () => '?state=all', amounts: ['little'] }],
  NoRegGatewayList: [{ name: '', amounts: ['none', 'much'] }],
  Account: [{ name: '', amounts: ['none'] }],
};

/** Plants of the demonstration: two where the sun is up now, a silent one, one with an alert, one without devices, and those that have each kind of device. */
function fewPlants(seed: number, nowMs: number): FleetSite[] {
  const all = fleet(seed, nowMs);
  const height = ({ latitude, longitude }: FleetSite) => sunPosition(nowMs, latitude, longitude).elevationDeg;
  const sunny = all.toSorted((one, other) => height(other) - height(one)).slice(0, 2);
  const named = all.filter(({ key }) =>
    ['seeblick', 'simonsberg', 'sobreiro', 'kita', 'birkenhof', 'sonnenacker', 'moorgate', 'amselweg'].includes(key),
  );
  return [...new Set([...sunny, ...named])];
}

/** Fills the world; answers the plant whose pages are taken. */
const FILL: Record<Amount, (world: World) => Promise<string>> = {
  none: async () => '',
  little: async ({ sql }) => {
    const context = { sql, clock: { now: () => new Date() }, log: pino({ level: 'warn' }), ...openParts(sql) };
    const { sids } = await enterFleet(context, 1, fewPlants);
    const plants = fewPlants(1, Date.now());
    for (const site of plants) await makeHistory(context, site, sids[site.key]!, new AbortController().signal);
    await checkSilence(context);
    await judgeModules(context);
    return sids[plants[0]!.key]!;
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
    await sql`
      insert into serial_numbers (sn, first_seen_at, last_seen_at)
      select upper(to_hex(1610612736 + n)), now() - interval '3 days', now() - n * interval '1 minute' from generate_series(1, 400) n`;
    await sql`
      insert into raw_reports (sn, received_at, path, body)
      select sn, last_seen_at, '/i.php', ${Buffer.from(frameOf(0x40000001, 1))} from serial_numbers where sid is null`;
    await waitingGateway(sql);
    await talkativeDevices(sql, sidOf(3));
    await busyGateway(sql, sidOf(3));
    return sidOf(3);
  },
};

/** A gateway that waits for a plant, connected, with what hangs on it. */
async function waitingGateway(sql: World['sql']): Promise<void> {
  const child = (n: number) => (0x1f90aa00 + n).toString(16).toUpperCase();
  const children = Array.from({ length: 24 }, (_, n) => ({ sn: child(n), kind: 'microinverter', model: 'BDM-800' }));
  await sql`
    insert into serial_numbers (sn, first_seen_at, last_seen_at, source) values ('HG1A2B3C4D', now() - interval '2 hours', now(), '192.0.2.7')`;
  await sql`
    insert into serial_numbers (sn, first_seen_at, last_seen_at, gateway_sn)
    select sn, now() - interval '2 hours', now(), 'HG1A2B3C4D' from unnest(${children.map(({ sn }) => sn)}::text[]) as t (sn)`;
  await sql`
    insert into gateways (sn, kind, model, hardware, firmware, signal_dbm, announced_at, children, online, online_changed_at)
    values ('HG1A2B3C4D', 'gateway', 'HG-1', '2.1', '1.8.0', -61, now(), ${JSON.stringify(children)}::text::jsonb, true, now() - interval '2 hours')`;
}

/** A connected gateway of the plant on which all its devices hang, some of which it may not speak for, and which tells rows that are not taken. */
async function busyGateway(sql: World['sql'], sid: string): Promise<void> {
  const sn = 'HG-OF-THE-UPPER-VILLAGE-00000001';
  await sql`
    insert into devices (sid, seen_by, sn, product_id, alias, created_at)
    select s.sid, s.seen_by, ${sn}, p.id, 'Gateway in the cellar behind the boiler of the upper village', now()
    from sites s, products p where s.sid = ${sid} and p.kind = 'gateway' order by p.id limit 1`;
  await sql`insert into device_live (sid, seen_by, sn) select sid, seen_by, ${sn} from sites where sid = ${sid}`;
  await sql`insert into serial_numbers (sn, product_id, sid, credential_at) select sn, product_id, sid, now() from devices where sn = ${sn}`;
  await sql`update devices set gateway_sn = ${sn} where sid = ${sid} and sn <> ${sn}`;
  const refusals = ['otherPlant', 'restricted', 'full'];
  const children = refusals.map((refused, n) => ({
    ...{
      sn: `1F90AB0${n}`,
      kind: 'microinverter',
      model: 'BDM-800',
      hardware: '2.1',
      firmware: '12',
      inputs: 2,
      refused,
    },
  }));
  const refused = Object.fromEntries(
    ['malformed', 'future', 'old', 'otherPlant'].map((reason, n) => [
      reason,
      { count: 12_345 * (n + 1), sn: '1F90AB00', at: new Date().toISOString() },
    ]),
  );
  await sql`
    insert into gateways (sn, sid, kind, model, hardware, firmware, signal_dbm, interval_s, announced_at, children, online, online_changed_at, refused, ignored_values)
    values (${sn}, ${sid}, 'gateway', 'HG-1', '2.1', '1.8.0', -61, 60, now(), ${JSON.stringify(children)}::text::jsonb, true, now() - interval '2 hours',
      ${JSON.stringify(refused)}::text::jsonb, 98765)`;
}

/** A device of each kind with a page, which tells all that it can, and goes by a long name. */
async function talkativeDevices(sql: World['sql'], sid: string): Promise<void> {
  const context = { sql, clock: { now: () => new Date() }, log: pino({ level: 'warn' }), ...openParts(sql) };
  for (const kind of ['meter', 'hybrid', 'inverter', 'battery', 'sensor'] as const) {
    const sn = `TALKATIVE-${kind.toUpperCase()}-0001`;
    await sql`
      insert into devices (sid, seen_by, sn, product_id, alias, tilt_deg, azimuth_deg, created_at)
      select s.sid, s.seen_by, ${sn}, p.id, ${`South-east face, cellar behind the boiler, ${kind} of the upper village`}, 35, 135, now()
      from sites s, products p where s.sid = ${sid} and p.kind = ${kind} order by p.id limit 1`;
    await sql`insert into device_live (sid, seen_by, sn) select sid, seen_by, ${sn} from sites where sid = ${sid}`;
    await sql`insert into serial_numbers (sn, product_id, sid) select sn, product_id, sid from devices where sn = ${sn}`;
    const rows = Array.from({ length: 24 * 12 }, (_, n) => ({
      ...{ sn, at: new Date(Date.now() - n * 300_000), statusBits: 0, mode: -1 },
      q: Object.fromEntries(toldBy(kind).map((name, place) => [name, likelyValue(name, place, 288 - n)])),
    }));
    await takeReports(
      context,
      rows.map((row) => readingOfReport('HG1A2B3C4D', kind, row).reading),
    );
  }
}

/** Something that may be: counters rise, the rest goes up and down a little. */
function likelyValue(name: QuantityName, place: number, n: number): number {
  const { unit, max } = QUANTITIES[name];
  if (unit === 'Wh') return 1_234_567 + n * (100 + place);
  const wave = 1 + Math.sin(n / 20 + place) / 10;
  const usual = { W: 123_456, var: 4_321, V: 398.4, A: 87.6, Hz: 50, degC: 41.2, '%': 87.3, Ohm: 2_345_678, '': 0.97 };
  return Math.min(max, (usual[unit as keyof typeof usual] ?? 1) * wave);
}

/** Drawn: no skeleton stands any more, charts have been painted, and fonts have had the time to come. */
async function settled(page: Page): Promise<void> {
  await page.locator('main, form').first().waitFor();
  await page.locator('[data-bone]').first().waitFor({ state: 'detached' });
  await page.locator('[role="img"][aria-label]:not(svg, :has(canvas, svg))').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(600);
}

/** Where on the page the picture is taken. */
async function clipOf(page: Page, { part, isDialog }: View): Promise<{ y: number; height: number }> {
  const { height: seen } = page.viewportSize()!;
  if (isDialog) return { y: await page.evaluate<number>('window.scrollY'), height: seen };
  await page.evaluate('window.scrollTo(0, 0)');
  if (part === undefined) {
    const whole = await page.evaluate<number>('document.documentElement.scrollHeight');
    return { y: 0, height: Math.max(seen, whole) };
  }
  const box = (await page.locator(`section:has(#${part})`).boundingBox())!;
  return { y: box.y - 16, height: box.height + 32 };
}

async function take(page: Page, file: string, view: View): Promise<void> {
  const { width, height: seen } = page.viewportSize()!;
  const devtools = await page.context().newCDPSession(page);
  const clip = await clipOf(page, view);
  const height = Math.min(TALLEST_PX, clip.height);
  const { data } = await devtools.send('Page.captureScreenshot', {
    format,
    ...(format === 'webp' ? { quality: 60 } : {}),
    // What fits is taken as it stands: beyond it the page is laid out once more, and its charts with it.
    captureBeyondViewport: !view.isDialog && clip.y + height > seen,
    clip: { x: 0, y: clip.y, width, height, scale: 1 },
  });
  await devtools.detach();
  writeFileSync(file, Buffer.from(data, 'base64'));
}

/** The first of a kind that has said something lately. */
async function devicesByKind({ sql }: World): Promise<(kind: ReportKind) => string> {
  const devices = await sql<{ kind: ReportKind; sid: string; sn: string }[]>`
    select p.kind, d.sid, d.sn from devices d join products p on p.id = d.product_id
      join device_live l on l.sid = d.sid and l.sn = d.sn
    order by p.kind, l.at desc nulls last, (select count(*) from devices c where c.sid = d.sid and c.gateway_sn = d.sn) desc, d.sn`;
  return (kind) => {
    const found = devices.find((device) => device.kind === kind);
    return `?sid=${found?.sid}&sn=${found?.sn}`;
  };
}

/** A module with which something is wrong, as its address has it. */
async function findingOf({ sql }: World): Promise<string> {
  const [found] = await sql<{ sid: string; sn: string; input: number }[]>`
    select sid, sn, input from module_findings where until is null order by kind, sid, sn, input limit 1`;
  return `?sid=${found?.sid}&sn=${found?.sn}&input=${found?.input}`;
}

async function takeAll(browser: Browser, amount: Amount, world: World, sid: string): Promise<number> {
  const device = await devicesByKind(world);
  const finding = await findingOf(world);
  mkdirSync(join(folder, amount), { recursive: true });
  const kept = await signedIn(browser, world.url);
  let taken = 0;
  for (const { name: size, viewport } of SIZES) {
    for (const colorScheme of SCHEMES) {
      for (const { name, access } of BUILT_PAGES) {
        const views = VIEWS[name].filter(
          (view) =>
            isAsked(view.amounts, amount) &&
            (wanted.size === 0 || wanted.has(name) || wanted.has(`${name}-${view.name}`)),
        );
        if (views.length === 0) continue;
        const context = await browser.newContext({
          locale: values.language,
          viewport,
          colorScheme,
          reducedMotion: 'reduce',
          ...(access === 'public' ? {} : { storageState: kept }),
        });
        const page = await context.newPage();
        page.on('pageerror', (error) => console.error(`${name} ${size} ${colorScheme} ${amount}:`, error.message));
        for (const view of views) {
          await page.goto(`${world.url}${PATHS[name]}${view.query?.(sid, device, finding) ?? ''}`);
          await settled(page);
          await view.opens?.(page);
          if (view.opens) await settled(page);
          const parts = [name, view.name, size, colorScheme].filter(Boolean);
          await take(page, join(folder, amount, `${parts.join('-')}.${format}`), view);
          taken++;
        }
        await context.close();
      }
    }
  }
  return taken;
}

const browser = await openBrowser();
try {
  for (const amount of AMOUNTS) {
    const world = await openWorld();
    try {
      await world.startServer();
      const sid = await FILL[amount](world);
      await world.sql`
        insert into public_links (sid, id, token_hash, title, made_by, made_at, expires_at)
        select sid, gen_random_uuid(), ${hashOfToken(sid)}, '', 1, now(), now() + interval '90 days' from sites where sid = ${sid}`;
      console.log(`${amount}: ${await takeAll(browser, amount, world, sid)} pictures`);
    } finally {
      await world.close();
    }
  }
} finally {
  await browser.close();
}
// Parts opened for the history keep timers of their own.
process.exit(0);
