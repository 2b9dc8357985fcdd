// npm run advisories: npm's own audit against a simulated registry that is silent, clean, or has advisories.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

type Advisories = Record<
  string,
  {
    id: number;
    url: string;
    title: string;
    severity: string;
    vulnerable_versions: string;
    cwe?: string[];
    cvss?: { score: number; vectorString: string | null };
  }[]
>;

/** Null: the registry does not support advisories. */
let advisories: Advisories | null = null;
let registry: Server;
/** npm caches advisories by number; simulated ones must not get into its real cache. */
let cache: string;
/** File that records when each advisory was first seen. */
let seenPath: string;
let count = 0;
beforeAll(async () => {
  cache = mkdtempSync(join(tmpdir(), 'heliograph-npm-'));
  seenPath = join(cache, 'seen.json');
  registry = createServer((request, response) => {
    const isAsked = advisories !== null && request.url?.endsWith('/advisories/bulk');
    request.resume().on('end', () => {
      response.writeHead(isAsked ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isAsked ? advisories : {}));
    });
  });
  await new Promise<void>((listening) => registry.listen(0, '127.0.0.1', listening));
});
afterAll(() => {
  registry.close();
  rmSync(cache, { recursive: true, force: true });
});

beforeEach(() => writeFileSync(seenPath, '{}'));

const root = resolve(import.meta.dirname, '../..');

function check(args: string[] = []): Promise<{ code: number | null; said: string }> {
  const { port } = registry.address() as AddressInfo;
  const npm = {
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_cache: join(cache, String(count++)),
  };
  const child = spawn(process.execPath, [join(root, 'scripts/advisories.mjs'), '--seen', seenPath, ...args], {
    env: { ...process.env, ...npm },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text) => (said += text));
  return new Promise((ended) => child.once('close', (code) => ended({ code, said })));
}

const advisory = (severity: string) => [
  { id: 1, url: 'https://example.com/GHSA-1', title: 'A hole', severity, vulnerable_versions: '<=999.0.0' },
];

test('reports a registry that does not answer, without failing', async () => {
  advisories = null;
  const { code, said } = await check();
  expect(said).toMatch(/^The registry returned no advisories \(404 .*\)\.\nKnown advisories were NOT checked\.\n$/);
  expect(code).toBe(0);
});

test('succeeds when no advisory is known', async () => {
  advisories = {};
  expect(await check()).toEqual({
    code: 0,
    said: 'Packages that ship: no known advisory.\nPackages that build and test: no known advisory.\n',
  });
});

test('fails for a high advisory in a package that ships, and only reports it with --report', async () => {
  advisories = { fastify: advisory('high') };
  const { code, said } = await check();
  expect(said).toContain('  high: fastify <=999.0.0, A hole (https://example.com/GHSA-1)');
  expect(said).toContain('*** fastify: high or critical advisory in a package that ships. ***');
  expect(code).toBe(1);
  // First seen today: nothing new to record.
  expect(await check(['--report'])).toEqual({ code: 0, said });
});

test('lists a moderate advisory, and a critical one in a tool, without failing', async () => {
  advisories = { fastify: advisory('moderate'), vite: advisory('critical') };
  const { code, said } = await check();
  expect(said).toMatch(/ship:\n {2}moderate: fastify .*\n.*test:\n {2}critical: vite /);
  expect(said).not.toContain('***');
  expect(code).toBe(0);
});

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const KEY = 'fastify https://github.com/advisories/GHSA-made-up-0001';
const write = (entry: object) => writeFileSync(seenPath, JSON.stringify({ [KEY]: entry }));

test.each([
  ['moderate', 'fastify', 90],
  ['low', 'fastify', 90],
  ['critical', 'vite', 90],
] as const)('lists a %s advisory in %s for %i days, then fails', async (severity, name, days) => {
  // As npm's registry words it.
  advisories = {
    [name]: [
      {
        id: 1_100_001,
        url: 'https://github.com/advisories/GHSA-made-up-0001',
        title: 'A made-up hole',
        severity,
        vulnerable_versions: '<=999.0.0',
        cwe: ['CWE-400'],
        cvss: { score: 5.3, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L' },
      },
    ],
  };
  const key = KEY.replace('fastify', name);
  // New advisories are recorded with the day; --report only says so.
  const reported = await check(['--report']);
  expect(reported).toMatchObject({ code: 0, said: expect.stringContaining('New advisories were not recorded') });
  expect(JSON.parse(readFileSync(seenPath, 'utf8'))).toEqual({});
  expect((await check()).code).toBe(0);
  expect(JSON.parse(readFileSync(seenPath, 'utf8'))).toEqual({ [key]: { since: dayBefore(0) } });

  const since = (days: number) => writeFileSync(seenPath, JSON.stringify({ [key]: { since: dayBefore(days) } }));
  since(days);
  const told = await check();
  expect(told.said).toContain(`${key}: first seen ${dayBefore(days)}, fix by ${dayBefore(0)}.`);
  expect(told.code).toBe(0);
  since(days + 1);
  const late = await check();
  expect(late).toMatchObject({
    code: 1,
    said: expect.stringContaining(`*** ${name}: the deadline for a fix has passed. ***`),
  });
  expect((await check(['--report'])).code).toBe(0);
});

test('lists an advisory that does not matter with the reason, without failing', async () => {
  const [made] = advisory('critical');
  advisories = { fastify: [{ ...made!, url: 'https://github.com/advisories/GHSA-made-up-0001' }] };
  write({ since: dayBefore(400) });
  expect(await check()).toMatchObject({ code: 1, said: expect.stringContaining('the deadline for a fix has passed') });
  write({ since: dayBefore(400), doesNotMatter: 'of a part that nothing here calls' });
  const { code, said } = await check();
  expect([code, said]).toEqual([0, expect.stringContaining('does not matter here: of a part that nothing here calls')]);
  expect(said).not.toContain('***');
});

test('every recorded advisory has a day, and the documentation states the deadlines of the script', () => {
  const written = JSON.parse(readFileSync(join(root, 'scripts/advisories.json'), 'utf8')) as Record<
    string,
    { since: string }
  >;
  for (const [key, { since }] of Object.entries(written)) expect([key, since]).toEqual([key, dayOf(since)]);
  expect(readFileSync(join(root, 'docs/operate/security.md'), 'utf8')).toContain('within 7 days, others within 90');
});
const dayOf = (text: string) => new Date(text).toISOString().slice(0, 10);
