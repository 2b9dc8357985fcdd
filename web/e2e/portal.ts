// Portal under test in a journey: one real server with its own database, a browser, and the users who sign in.

import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { hash } from '@node-rs/argon2';
import { test as base, expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { connect, type Sql } from '../../server/src/platform/database/connect.ts';
import { startEmbedded } from '../../server/src/platform/database/embedded/embedded.ts';
import { MAKER } from '../../server/test/firmware.ts';
import { indexPeople } from '../../server/test/indexPeople.ts';
import { isInSample } from '../../server/test/sampling.ts';

export const PASSWORD = 'journey-password';

export interface Portal {
  url: string;
  /** Port of the MQTT broker. */
  mqttPort: number;
  sql: Sql;
}

/** Returns a free TCP port for a server that is started a moment later. */
function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}

/** Starts a portal. `settings`: environment of the server, in addition to that of every journey. */
export async function startPortal(
  settings: Record<string, string> = {},
): Promise<Portal & { close: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'heliograph-e2e-'));
  chmodSync(dataDir, 0o711);
  const embedded = await startEmbedded({ dataDir, durable: false });
  const port = await freePort();
  const mqttPort = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server: ChildProcess = spawn(process.execPath, [resolve(import.meta.dirname, '../../server/src/main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DATABASE_URL: embedded.url,
      DEMO: 'off',
      ALLOW_PRIVATE_TARGETS: '127.0.0.1',
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: PASSWORD,
      BDM_PASSWORD_SECRETS: `0:${'5a'.repeat(32)}`,
      SECOND_FACTOR_KEY: '5a'.repeat(32),
      PUSH_KEY: '5a'.repeat(32),
      FIRMWARE_KEYS: MAKER.hex,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const close = async (): Promise<void> => {
    if (server.exitCode === null) {
      const ended = new Promise((done) => server.once('exit', done));
      server.kill('SIGTERM');
      await ended;
    }
    await sql.end({ timeout: 2 });
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const sql = connect(embedded.url, { max: 2 });
  for (let tries = 0; ; tries++) {
    const isReady = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) break;
    if (tries > 300) {
      await close();
      throw new Error('the server was not ready within 30 s');
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await addPeople(sql);
  // Journeys about this rule use a role of their own; a bar above all pages of administrators would only be in the way.
  await sql`update roles set second_factor_since = null`;
  return { url, mqttPort, sql, close };
}

/** Inserts an installer with a company, two other installers, and an owner, as an administrator would. */
async function addPeople(sql: Sql): Promise<void> {
  await addPerson(sql, 'installer@example.com', 'installer');
  await addPerson(sql, 'stranger@example.com', 'installer');
  // Plants are shared with the guest; the stranger has none.
  await addPerson(sql, 'guest@example.com', 'installer');
  await addPerson(sql, 'owner@example.com', 'owner');
}

/** Inserts a person with PASSWORD; an installer gets a company. A journey that changes an account creates its own, because all journeys of a worker share a portal. */
export async function addPerson(sql: Sql, email: string, role: 'installer' | 'owner'): Promise<void> {
  const [root] = await sql<{ id: number }[]>`select min(id) as id from companies`;
  const [company] =
    role === 'owner'
      ? [root]
      : await sql<{ id: number }[]>`
          insert into companies (parent_id, kind, name) values (${root!.id}, 'installer', ${`Company of ${email}`}) returning id`;
  await indexPeople(sql);
  const [user] = await sql<{ id: number }[]>`
    insert into users (email, password_hash, name) values (${email}, ${await hash(PASSWORD)}, ${email.split('@')[0]!}) returning id`;
  await sql`
    insert into memberships (user_id, company_id, role_id)
    select ${user!.id}, ${company!.id}, id from roles where code = ${role}`;
  await indexPeople(sql);
}

/** Factor by which the browser is slowed down, to reproduce failures of a slow machine: BROWSER_SLOWDOWN=4. */
const SLOWDOWN = Number(process.env.BROWSER_SLOWDOWN ?? 1);

export const test = base.extend<{ signsInAnew: undefined }, { portal: Portal }>({
  // The hundred journeys of a worker sign in more often in a quarter of an hour than one address may.
  signsInAnew: [
    async ({ portal }, use) => {
      await portal.sql`delete from tries where name = 'signInAddress'`;
      await use(undefined);
    },
    { auto: true },
  ],
  page: async ({ page }, use) => {
    if (SLOWDOWN > 1) {
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    }
    await use(page);
  },
  portal: [
    async ({ browserName: _ }, use) => {
      const portal = await startPortal();
      await use(portal);
      await portal.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
});

export { expect };

interface SignIn {
  email?: string;
  password?: string;
  /** Address to open after signing in; the list of plants by default. */
  to?: string;
}

/** Signs in by a call and opens an address in the new session; the form would cost each journey a second. */
export async function signIn(
  page: Page,
  { email = 'installer@example.com', password = PASSWORD, to = '/pvPlant' }: SignIn = {},
): Promise<void> {
  await page.goto('/healthz');
  const { url, userAgent } = await page.evaluate(() => ({ url: location.origin, userAgent: navigator.userAgent }));
  const answer = await page.request.post(`${url}/v2/sign-in`, {
    data: { account: email, password },
    headers: { 'user-agent': userAgent },
  });
  const { code, msg, data } = await answer.json();
  if (code !== 200) throw new Error(`${email} cannot sign in: ${code} ${msg}`);
  const session = JSON.stringify({ token: data.tokenInfo.token, info: data.userInfo });
  await page.evaluate((stored) => localStorage.setItem('session', stored), session);
  await page.goto(to);
}

/** Signs in by the form, and opens an address once the list of plants is loaded. */
export async function signInByForm(
  page: Page,
  { email = 'installer@example.com', password = PASSWORD, to }: SignIn = {},
): Promise<void> {
  await page.goto('/');
  await page.locator('input[name="account"]').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL('**/pvPlant**');
  if (to !== undefined) await page.goto(to);
}

/** Ends the session of the browser alone, and opens the sign-in page. */
export async function signOut(page: Page): Promise<void> {
  // A page without the client, which would store its session again.
  await page.goto('/healthz');
  await page.evaluate(() => localStorage.removeItem('session'));
  await page.goto('/');
}

/** Number of checks of a page so far, so that each seed of a sampled run selects others. */
const checksOfPage = new WeakMap<Page, number>();

/** Fails on every finding of axe, minor or critical, in light and in dark, without exceptions. A sampled run checks one page in three. */
export async function expectAccessible(page: Page): Promise<void> {
  const position = checksOfPage.get(page) ?? test.info().line;
  checksOfPage.set(page, position + 1);
  if (isInSample(position, 3)) return expectNothingFromAxe(page);
  // The rest of the journey is the same with each seed.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectSettled(page);
}

/** Waits until lists are not dimmed, as they are while another page or filter loads. */
const expectSettled = (page: Page): Promise<void> =>
  expect(page.locator('main :is([aria-busy], [data-waiting])')).toHaveCount(0);

/** Minified source, injected once per page: AxeBuilder injects the full source twice per analysis. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// The types of axe lack `checks`.
const AXE_OPTIONS: RunOptions & { checks: object } = {
  resultTypes: ['violations'],
  // Part of WCAG 2.2, which axe does not check by default.
  rules: { 'target-size': { enabled: true } },
  // Open menus and lists of options are children of the body, like dialogs, which axe accepts outside landmarks.
  checks: {
    region: {
      options: { regionMatcher: 'dialog, [role=dialog], [role=alertdialog], [role=menu], [role=listbox], svg' },
    },
  },
};

/** Like `expectAccessible`, but without sampling. */
export async function expectNothingFromAxe(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectSettled(page);
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  // Starts with the current scheme.
  const schemes = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    // Colours change with the next frame; until then axe would read the previous ones.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    // Collects nodes of violations only, and opens no second page for results of frames of other origins, because there are none. Three times as fast.
    const axe = new AxeBuilder({ page, axeSource: '0' }).setLegacyMode(true).options(AXE_OPTIONS);
    // Both schemes differ only in colours.
    if (colorScheme !== schemes[0]) axe.withRules(['color-contrast', 'link-in-text-block']);
    const { violations } = await axe.analyze();
    const findings = violations.map(
      ({ id, impact, nodes }) =>
        `${colorScheme} ${impact} ${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
    );
    expect(findings).toEqual([]);
  }
}
