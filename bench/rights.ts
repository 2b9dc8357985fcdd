// Claim: a change of a role's rights appears on every open page within 2 s, also on a page whose stream was not yet open at the time of the change.
// Pages in real browsers, half of them just opened: measured from the answer to the change until the menu of each page has the new entry, or no longer has it.

import type { BrowserContext, Page } from '@playwright/test';
import type { Sql } from '../server/src/platform/database/connect.ts';
import { indexPeople } from '../server/test/indexPeople.ts';
import { openBrowser, signedIn } from './browser.ts';
import { tokenOf } from './calling.ts';
import { ADMIN, openWorld, percentile, table, type World } from './world.ts';

const PAGES = Number(process.argv[2] ?? 20);
const ROUNDS = Number(process.argv[3] ?? 10);
const MAX_MS = 2000;
const WATCHER = 'watcher@example.com';
/** Granted and revoked in alternation: the menu entry of the alerts. */
const ENTRY = 'a[href^="/alerts"]';

/** Runs in the page: records each time at which the entry appears or disappears. */
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
  // Each with its own session, as for real users; signed in one after another.
  const contexts: BrowserContext[] = [];
  for (let n = 0; n < PAGES; n++)
    contexts.push(
      await browser.newContext({
        storageState: await signedIn(browser, world.url, WATCHER),
        viewport: { width: 1440, height: 900 },
      }),
    );
  const pages = await Promise.all(contexts.map(openPage));
  const fresh: number[] = [];
  const resting: number[] = [];
  let has = true;
  for (let round = 0; round < ROUNDS; round++) {
    // A rendered page has loaded its menus, and its stream follows. Opened one after another, so that changes happen before, during and after the opening.
    for (const page of pages.slice(0, PAGES / 2)) {
      await page.goto(`${world.url}/pvPlant`, { waitUntil: 'commit' });
      await untilTurned(page, has);
    }
    has = !has;
    const changedMs = await setRight(world, roleId, has, token);
    for (const [n, page] of pages.entries())
      (n < PAGES / 2 ? fresh : resting).push((await untilTurned(page, has)) - changedMs);
  }
  for (const [which, all] of Object.entries({ 'just opened': fresh, 'open before': resting })) {
    failed ||= Math.max(...all) > MAX_MS;
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

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript({ content: WATCH });
  await page.goto(`${world.url}/pvPlant`);
  await untilTurned(page, true);
  return page;
}

/** Returns the time in ms when the page's menu last reached the state, by the clock of this machine. */
async function untilTurned(page: Page, has: boolean): Promise<number> {
  const turned = await page.waitForFunction(
    (expected) => {
      const last = (globalThis as unknown as { turned: Turn[] }).turned.at(-1);
      return last?.has === expected ? last : null;
    },
    has,
    { polling: 50, timeout: 60_000 },
  );
  return ((await turned.jsonValue()) as Turn).atMs;
}

/** Inserts a role and an account that has it, with the administrator's password; returns the role's id. */
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
  await indexPeople(sql);
  return role!.id;
}

/** Changes the role as an administrator does; returns the time of the answer in ms. */
async function setRight({ sql, url }: World, roleId: number, has: boolean, token: string): Promise<number> {
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
