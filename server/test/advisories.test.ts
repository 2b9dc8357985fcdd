// npm run advisories: what is made of npm's answers, and npm's own audit against a simulated registry that is silent, clean, or has advisories.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { judge, type Vulnerable } from '../../scripts/advisories.mjs';

type Advisories = Record<string, ReturnType<typeof advisory>>;

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

function check(args: string[] = []): Promise<{ code: number | null; output: string }> {
  const { port } = registry.address() as AddressInfo;
  const npm = {
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_cache: join(cache, String(count++)),
  };
  const child = spawn(process.execPath, [join(root, 'scripts/advisories.mjs'), '--seen', seenPath, ...args], {
    env: { ...process.env, ...npm },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  return new Promise((ended) => child.once('close', (code) => ended({ code, output })));
}

/** Advisory in the form of npm's registry. */
const advisory = (severity: string) => [
  {
    id: 1_100_001,
    url: 'https://github.com/advisories/GHSA-made-up-0001',
    title: 'A hole',
    severity,
    vulnerable_versions: '<=999.0.0',
    cwe: ['CWE-400'],
    cvss: { score: 5.3, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L' },
  },
];
const keyOf = (name: string) => `${name} https://github.com/advisories/GHSA-made-up-0001`;
const today = () => new Date().toISOString().slice(0, 10);

test('npm run advisories reports a registry that does not answer, without failing', async () => {
  advisories = null;
  const { code, output } = await check();
  expect(output).toMatch(/^The registry returned no advisories \(404 .*\)\.\nKnown advisories were NOT checked\.\n$/);
  expect(code).toBe(0);
});

test('npm run advisories succeeds when no advisory is known', async () => {
  advisories = {};
  expect(await check()).toEqual({
    code: 0,
    output: 'Packages that ship: no known advisory.\nPackages that build and test: no known advisory.\n',
  });
  expect(readFileSync(seenPath, 'utf8')).toBe('{}');
});

test('npm run advisories fails for a high advisory in a package that ships, and records new advisories', async () => {
  advisories = { fastify: advisory('high'), vite: advisory('critical') };
  const day = today();
  const { code, output } = await check();
  expect(output).toMatch(
    /ship:\n {2}high: fastify <=999\.0\.0, A hole \(https:\S+-0001\)\n.*test:\n {2}critical: vite /,
  );
  expect(output).toMatch(/\n\*\*\* fastify: high or critical advisory in a package that ships\. \*\*\*\n$/);
  expect(code).toBe(1);
  const seen = JSON.parse(readFileSync(seenPath, 'utf8'));
  expect(Object.keys(seen).sort()).toEqual([keyOf('fastify'), keyOf('vite')]);
  for (const { since } of Object.values<{ since: string }>(seen)) expect([day, today()]).toContain(since);
});

test('npm run advisories -- --report reports without failing and records nothing', async () => {
  advisories = { fastify: advisory('high') };
  const { code, output } = await check(['--report']);
  expect(output).toContain('*** fastify: high or critical advisory in a package that ships. ***');
  expect(output).toContain('New advisories were not recorded: run npm run advisories');
  expect([code, readFileSync(seenPath, 'utf8')]).toEqual([0, '{}']);
});

const TODAY = '2026-06-15';
const dayBefore = (days: number) => new Date(Date.parse(TODAY) - days * 86_400_000).toISOString().slice(0, 10);
/** A package as npm's audit lists it. */
const affected = (name: string, severity: string): Vulnerable => {
  const [{ url, title, vulnerable_versions: range }] = advisory(severity) as [ReturnType<typeof advisory>[number]];
  return { name, via: [{ dependency: name, severity, range, title, url }] };
};
/** Judges packages that ship and tools, of which npm lists the former twice. */
function judged({
  shipped = [],
  tools = [],
  seen = {},
  isReport = false,
}: {
  shipped?: Vulnerable[];
  tools?: Vulnerable[];
  seen?: Parameters<typeof judge>[0]['seen'];
  isReport?: boolean;
}) {
  const { lines, ...rest } = judge({ shipped, all: [...shipped, ...tools], seen, today: TODAY, isReport });
  return { ...rest, output: lines.join('\n') };
}

test.each(['high', 'critical'])(
  'fails for a %s advisory in a package that ships, and only lists it with --report',
  (severity) => {
    const shipped = [affected('fastify', severity)];
    const seen = { [keyOf('fastify')]: { since: TODAY } };
    const { code, output, record } = judged({ shipped, seen });
    expect(output).toContain('*** fastify: high or critical advisory in a package that ships. ***');
    expect([code, record]).toEqual([1, undefined]);
    expect(judged({ shipped, seen, isReport: true })).toEqual({ code: 0, output, record: undefined });
  },
);

test('lists a moderate advisory, and a critical one in a tool, without failing', () => {
  const { code, output } = judged({
    shipped: [affected('fastify', 'moderate')],
    tools: [affected('vite', 'critical')],
  });
  expect(output).toMatch(/ship:\n {2}moderate: fastify .*\n.*test:\n {2}critical: vite /);
  expect(output).not.toContain('***');
  expect(code).toBe(0);
});

test('lists an advisory once, and no package that only depends on an affected one', () => {
  const [own] = affected('fastify', 'moderate').via;
  const shipped = [
    { name: 'fastify', via: [own!, 'other'] },
    { name: 'dependent', via: ['fastify', own!] },
  ];
  const { output, record } = judged({ shipped });
  expect(output.match(/moderate: /g)).toHaveLength(1);
  expect(output).not.toContain('dependent');
  expect(Object.keys(record!)).toEqual([keyOf('fastify')]);
});

test.each([
  ['moderate', 'fastify', 90],
  ['low', 'fastify', 90],
  ['critical', 'vite', 90],
] as const)('lists a %s advisory in %s for %i days, then fails', (severity, name, days) => {
  const given = { [name === 'vite' ? 'tools' : 'shipped']: [affected(name, severity)] };
  const key = keyOf(name);
  // New advisories are recorded with the day; --report only mentions them.
  const reported = judged({ ...given, isReport: true });
  expect(reported).toMatchObject({ code: 0, record: undefined });
  expect(reported.output).toContain('New advisories were not recorded');
  expect(judged(given)).toMatchObject({ code: 0, record: { [key]: { since: TODAY } } });

  const lastDay = judged({ ...given, seen: { [key]: { since: dayBefore(days) } } });
  expect(lastDay.output).toContain(`${key}: first seen ${dayBefore(days)}, fix by ${TODAY}.`);
  expect([lastDay.code, lastDay.record]).toEqual([0, undefined]);
  const seen = { [key]: { since: dayBefore(days + 1) } };
  const late = judged({ ...given, seen });
  expect(late.output).toContain(`*** ${name}: the deadline for a fix has passed. ***`);
  expect(late.code).toBe(1);
  expect(judged({ ...given, seen, isReport: true })).toMatchObject({ code: 0, output: late.output });
});

test('a critical advisory in a package that ships is due after seven days', () => {
  const shipped = [affected('fastify', 'critical')];
  const saidAfter = (days: number) =>
    judged({ shipped, seen: { [keyOf('fastify')]: { since: dayBefore(days) } } }).output;
  expect(saidAfter(7)).toContain(`fix by ${TODAY}.`);
  expect(saidAfter(7)).not.toContain('has passed');
  expect(saidAfter(8)).toContain('*** fastify: the deadline for a fix has passed. ***');
});

test('lists an advisory that does not matter with the reason, without failing', () => {
  const shipped = [affected('fastify', 'critical')];
  const entry = { since: dayBefore(400), doesNotMatter: 'of a part that nothing here calls' };
  const { code, output } = judged({ shipped, seen: { [keyOf('fastify')]: entry } });
  expect([code, output]).toEqual([0, expect.stringContaining(`does not matter here: ${entry.doesNotMatter}`)]);
  expect(output).not.toContain('***');
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
