// Claim: a change of what a role may do shows on every open page within 2 s, also on one whose stream was not yet open when it fell.
// Pages of real browsers, half of them opened a moment ago: from the answer to the change until each page's menu has the new entry, or has lost it.
import type { BrowserContext, Page } from '@playwright/test';
import type { Sql } from '../server/src/platform/database/connect.ts';
import { openBrowser, signedIn } from './browser.ts';
import { tokenOf } from './calling.ts';
import { ADMIN, openWorld, percentile, table, type World } from './world.ts';

const PAGES = Number(process.argv[2] ?? 20);
const ROUNDS = Number(process.argv[3] ?? 10);
const WANTED_MS = 2000;
const WATCHER = 'watcher@example.com';
/** Given and taken by turns: whether the menu leads to the alerts. */
const ENTRY = 'a[href^="/alerts"]';

/** In the page: notes each time at which the entry comes or goes. */
const WATCH = `
  window.turned = [];
  let had = null;
  const look = () => {
    const has = document.querySelector('nav ${ENTRY}') !== null;
    if (document.querySelector('nav a[href^="/pvPlant"]') === null || has === had) return;
    had = has;
    window.turned.push({ has, atMs: Date.now() });
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });`;

interface Turn {
  has: boolean;
  atMs: number;
}

const world = await openWorld();
const browser = await openBrowser();
let failed = false;
try {
  await world.startServer();
  const roleId = await makeWatchers(world.sql);
  const token = await tokenOf(world.url, ADMIN.email);
  // Each with a session of its own, as people have; signed in one after another.
  const contexts: BrowserContext[] = [];
  for (let n = 0; n < PAGES; n++)
    contexts.push(
      await browser.newContext({
        storageState: await signedIn(browser, world.url, WATCHER),
        viewport: { width: 1440, height: 900 },
      }),
    );
  const pages = await Promise.all(contexts.map(opened));
  const fresh: number[] = [];
  const resting: number[] = [];
  let has = true;
  for (let round = 0; round < ROUNDS; round++) {
    // A page that is drawn has asked for its menus; its stream follows. One after another, so that changes fall before, while and after it opens.
    for (const page of pages.slice(0, PAGES / 2)) {
      await page.goto(`${world.url}/pvPlant`, { waitUntil: 'commit' });
      await turnsOf(page, has);
    }
    has = !has;
    const changedMs = await give(world, roleId, has, token);
    for (const [n, page] of pages.entries())
      (n < PAGES / 2 ? fresh : resting).push((await turnsOf(page, has)) - changedMs);
  }
  for (const [which, all] of Object.entries({ 'opened a moment ago': fresh, 'open before': resting })) {
    failed ||= Math.max(...all) > WANTED_MS;
    table([
      {
        pages: which,
        changes: all.length,
        'p50, ms': percentile(all, 0.5).toFixed(0),
        'p99, ms': percentile(all, 0.99).toFixed(0),
        'longest, ms': Math.max(...all).toFixed(0),
      },
    ]);
  }
} finally {
  await browser.close();
  await world.close();
}
process.exit(failed ? 1 : 0);

async function opened(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript({ content: WATCH });
  await page.goto(`${world.url}/pvPlant`);
  await turnsOf(page, true);
  return page;
}

/** When the page's menu came to be so last, by the clock of this machine. */
async function turnsOf(page: Page, has: boolean): Promise<number> {
  const turned = await page.waitForFunction(
    (wanted) => {
      const last = (globalThis as unknown as { turned: Turn[] }).turned.at(-1);
      return last?.has === wanted ? last : null;
    },
    has,
    { polling: 50, timeout: 60_000 },
  );
  return ((await turned.jsonValue()) as Turn).atMs;
}

/** A role of its own and an account that has it, with the administrator's password. */
async function makeWatchers(sql: Sql): Promise<number> {
  const [role] = await sql<{ id: number }[]>`
    insert into roles (code, name, scope, company_id) select 'own_watchers', 'Watchers', 'branch', min(id) from companies returning id`;
  await sql`
    insert into role_menus (role_id, menu_id) select ${role!.id}, id from menus where name in ('PvPlant', 'Alerts')`;
  await sql`
    insert into users (email, password_hash, name) select ${WATCHER}, password_hash, 'Watcher' from users where email = ${ADMIN.email}`;
  await sql`
    insert into memberships (user_id, company_id, role_id)
    select u.id, (select min(id) from companies), ${role!.id} from users u where u.email = ${WATCHER}`;
  return role!.id;
}

/** As an administrator does it; gives when the answer was there. */
async function give({ sql, url }: World, roleId: number, has: boolean, token: string): Promise<number> {
  const menus = await sql<{ id: number }[]>`
    select id from menus where name = 'PvPlant' or (name = 'Alerts' and ${has})`;
  const [role] = await sql<{ version: number }[]>`select version from roles where id = ${roleId}`;
  const answer = await fetch(`${url}/v2/auth/role/menu/distribution`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify({ role_id: roleId, version: role!.version, menus: menus.map(({ id }) => id) }),
  });
  const { code } = (await answer.json()) as { code: number };
  if (code !== 200) throw new Error(`the change was answered ${code}`);
  return Date.now();
}
