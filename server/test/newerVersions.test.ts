// npm run updates: what is made of the registry's documents, and npm's own resolving against a simulated registry, for a small project and for this one.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Installed, judge, type RegistryPackage } from '../../scripts/updates.mjs';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

interface Version {
  /** Age of the version. */
  days: number;
  deprecated?: string;
}
interface Locked {
  version?: string;
  link?: boolean;
  dev?: boolean;
  dependencies?: Record<string, string>;
}

/** A package that ships requires one by range and one exactly; a tool requires another. */
const BROUGHT: Record<string, Record<string, string>> = {
  direct: { brought: '^1.0.0', pinned: '1.0.0' },
  tool: { helper: '^1.0.0' },
};
const NAMES = ['direct', 'brought', 'pinned', 'tool', 'helper'];
const TOOLS = ['tool', 'helper'];

let dir: string;
let registry: Server;
/** Versions in the registry other than the installed one, by package; null: the registry does not answer. */
let newer: Record<string, Record<string, Version>> | null = {};
/** Lock file entries by package and version. */
let locked: Map<string, Map<string, Locked>>;
/** The version tagged latest, where it is not the newest. */
let latest: Record<string, string> = {};
/** Packages requested by the script itself, not by npm. */
const requestedPackages = new Set<string>();

function answerFor(name: string, port: number) {
  const mine = [...(locked.get(name) ?? [])];
  const more = newer?.[name] ?? {};
  const document = (version: string, { days: _, ...fields }: Version, wants: Locked = {}) => {
    const { version: _installed, dev: _dev, link: _link, ...rest } = wants;
    const dist = { tarball: `http://127.0.0.1:${port}/${name}/-/x-${version}.tgz`, integrity: 'sha512-AAAA' };
    return [
      version,
      { name, version, dist, ...(BROUGHT[name] && { dependencies: BROUGHT[name] }), ...rest, ...fields },
    ];
  };
  const versions = [
    ...mine.map(([version, wants]) => document(version, { days: 200 }, wants)),
    ...Object.entries(more).map(([version, fields]) => document(version, fields, mine[0]?.[1])),
  ];
  const days = [
    ...mine.map(([version]) => [version, 200] as const),
    ...Object.entries(more).map(([v, { days }]) => [v, days] as const),
  ];
  return {
    name,
    'dist-tags': { latest: latest[name] ?? String(versions.at(-1)?.[0]) },
    versions: Object.fromEntries(versions),
    time: Object.fromEntries(days.map(([version, each]) => [version, `${dayBefore(each)}T05:00:00.000Z`])),
  };
}

function writeSmall(): void {
  const server = { name: '@small/server', version: '1.0.0', dependencies: { direct: '1.0.0' } };
  const all = { name: 'small', version: '1.0.0', workspaces: ['server'], devDependencies: { tool: '1.0.0' } };
  const parts = NAMES.map((name): [string, Locked] => [
    `node_modules/${name}`,
    {
      version: '1.0.0',
      ...(TOOLS.includes(name) && { dev: true }),
      ...(BROUGHT[name] && { dependencies: BROUGHT[name] }),
    },
  ]);
  const packages = {
    '': all,
    'node_modules/@small/server': { resolved: 'server', link: true },
    ...Object.fromEntries(parts),
    server,
  };
  mkdirSync(join(dir, 'server'), { recursive: true });
  writeFileSync(join(dir, 'package.json'), JSON.stringify(all));
  writeFileSync(join(dir, 'server/package.json'), JSON.stringify(server));
  writeFileSync(
    join(dir, 'package-lock.json'),
    JSON.stringify({ name: 'small', version: '1.0.0', lockfileVersion: 3, requires: true, packages }),
  );
  hold({});
}

const hold = (held: Record<string, string>) => writeFileSync(join(dir, 'held.json'), JSON.stringify(held));

/** Name and version of each package in the lock file of a folder. */
function lockedIn(folder: string): typeof locked {
  const found: typeof locked = new Map();
  const packages: Record<string, Locked> = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  for (const [path, one] of Object.entries(packages)) {
    if (one.link || !path.includes('node_modules/')) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (!found.has(name)) found.set(name, new Map());
    found.get(name)!.set(one.version!, one);
  }
  return found;
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'heliograph-updates-'));
  registry = createServer((request, response) => {
    const name = decodeURIComponent(request.url!.slice(1));
    if (!String(request.headers['user-agent']).startsWith('npm/')) requestedPackages.add(name);
    response.writeHead(newer === null ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answerFor(name, (registry.address() as AddressInfo).port)));
  });
  await new Promise<void>((listening) => registry.listen(0, '127.0.0.1', listening));
});
afterAll(() => {
  registry.close();
  rmSync(dir, { recursive: true });
});
beforeEach(() => {
  [newer, latest] = [{}, {}];
  requestedPackages.clear();
  writeSmall();
  locked = lockedIn(dir);
});

let count = 0;
function check(folder = dir): Promise<{ code: number | null; output: string }> {
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
    // npm caches responses by URL; simulated ones must not get into its real cache or into the next test.
    npm_config_cache: join(dir, `cache${count++}`),
    npm_config_fetch_retries: '0',
  };
  const args = [join(root, 'scripts/updates.mjs'), '--root', folder, '--held', join(dir, 'held.json')];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  return new Promise((ended) => child.once('close', (code) => ended({ code, output })));
}

const over = (names: string) => `*** ${names}: the deadline for a newer version has passed. ***`;

test('requests every package of this project, and succeeds without newer versions', async () => {
  locked = lockedIn(root);
  writeFileSync(join(dir, 'held.json'), readFileSync(join(root, 'scripts/held-packages.json')));
  const { code, output } = await check(root);
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/^(Not the latest, .*\n)?\d+ packages, of which \d+ ship: 0 findings\.\n$/),
  ]);
  expect([...requestedPackages].sort()).toEqual([...locked.keys()].sort());
  expect(locked.size).toBeGreaterThan(400);
});

test('lets npm resolve direct and transitive packages within what is allowed, but not those that are held', async () => {
  newer = {
    direct: { '1.0.1': { days: 8 }, '2.0.0': { days: 92 } },
    brought: { '1.1.0': { days: 7 }, '1.2.0': { days: 1 }, '2.0.0': { days: 300 } },
    pinned: { '1.0.1': { days: 300 } },
    tool: { '1.0.1': { days: 300 } },
    helper: { '1.5.0': { days: 92 } },
  };
  hold({ tool: 'a reason' });
  expect(await check()).toEqual({
    code: 1,
    output: `direct 1.0.0: newer since ${dayBefore(8)}, install 1.0.1; due ${dayBefore(1)}.
brought 1.0.0: newer since ${dayBefore(7)}, install 1.2.0; due ${dayBefore(0)}.
direct 1.0.0: new major version since ${dayBefore(92)}, latest 2.0.0; due ${dayBefore(0)}.
helper 1.0.0 (builds and tests): newer since ${dayBefore(92)}, install 1.5.0; due ${dayBefore(0)}.
Not the latest, because of the packages that require them: brought 1.0.0 (2.0.0), pinned 1.0.0 (1.0.1).
5 packages, of which 3 ship: 4 findings.

${over('direct')}
`,
  });
});

test('ignores pre-releases, deprecated versions and versions beyond latest', async () => {
  newer = {
    direct: { '2.0.0-beta.1': { days: 300 }, '2.0.0': { days: 300 }, '1.9.0': { days: 300, deprecated: 'broken' } },
    brought: { '1.9.0-rc.1': { days: 300 } },
  };
  latest = { direct: '1.0.0', brought: '1.0.0' };
  expect(await check()).toEqual({ code: 0, output: '5 packages, of which 3 ship: 0 findings.\n' });
});

test('fails when the registry does not answer', async () => {
  newer = null;
  const { code, output } = await check();
  expect(code).toBe(1);
  expect(output).toContain('npm could not resolve newer versions: ');
  expect(output).toContain('brought: the registry does not answer (HTTP 500).');
});

const SHIPPED: Installed = { name: 'shipped', version: '1.0.0', ships: true, isNamed: false };
const DIRECT: Installed = { ...SHIPPED, name: 'direct', isNamed: true };
const TOOL: Installed = { ...SHIPPED, name: 'tool', ships: false };

/** A document of the registry; `days` is the age of each version, the last of which is the latest. */
const documentOf = (days: Record<string, number>, deprecated: Record<string, string> = {}): RegistryPackage => ({
  'dist-tags': { latest: Object.keys(days).at(-1)! },
  versions: Object.fromEntries(
    Object.keys(days).map((version) => [version, deprecated[version] ? { deprecated: deprecated[version] } : {}]),
  ),
  time: Object.fromEntries(
    Object.entries(days).map(([version, each]) => [version, `${dayBefore(each)}T05:00:00.000Z`]),
  ),
});
function judged(one: Installed, document: RegistryPackage, held: Record<string, string> = {}) {
  const answers = new Map([[one.name, document]]);
  const { code, lines } = judge({ packages: [one], answers, held, silent: [], today: dayBefore(0) });
  return { code, output: lines.join('\n') };
}
const REASON = { shipped: 'a reason', direct: 'a reason', tool: 'a reason' };

test.each([
  ['a transitive package that ships', 7, { ...SHIPPED, taken: '1.2.0' }],
  ['a package that only builds and tests', 92, { ...TOOL, taken: '1.2.0' }],
] as const)('gives %s %i days, counted from the first newer version', (_, days, one) => {
  const after = (age: number) => documentOf({ '1.0.0': 200, '1.1.0': age, '1.2.0': 1 });
  const name = `${one.name} 1.0.0${one.ships ? '' : ' (builds and tests)'}`;
  const onLastDay = judged(one, after(days));
  expect(onLastDay.output.split('\n')[0]).toBe(
    `${name}: newer since ${dayBefore(days)}, install 1.2.0; due ${dayBefore(0)}.`,
  );
  expect(onLastDay.code).toBe(0);
  expect(judged(one, after(days + 1))).toMatchObject({ code: 1, output: expect.stringContaining(over(one.name)) });
  expect(judged(one, after(days + 1), REASON)).toMatchObject({
    code: 0,
    output: expect.stringContaining('; held: a reason.'),
  });
});

test('gives a new major version of a direct dependency a quarter, counted from the first one', () => {
  const onLastDay = judged(DIRECT, documentOf({ '1.0.0': 200, '2.0.0': 92 }));
  expect(onLastDay).toMatchObject({
    code: 0,
    output: expect.stringContaining(
      `direct 1.0.0: new major version since ${dayBefore(92)}, latest 2.0.0; due ${dayBefore(0)}.`,
    ),
  });
  const late = documentOf({ '1.0.0': 200, '2.0.0': 93, '3.0.0': 1 });
  expect(judged(DIRECT, late)).toMatchObject({ code: 1, output: expect.stringContaining(over('direct')) });
  expect(judged(DIRECT, late, REASON)).toMatchObject({ code: 0, output: expect.stringContaining('held: a reason') });
});

test('counts neither pre-releases nor deprecated versions as the first newer one', () => {
  const document = documentOf(
    { '1.0.0': 200, '1.1.0-rc.1': 90, '1.1.0': 80, '1.2.0': 3, '2.0.0-beta.1': 300, '2.0.0': 290, '1.3.0': 1 },
    { '1.1.0': 'broken', '2.0.0': 'broken' },
  );
  const { output } = judged({ ...DIRECT, taken: '1.3.0' }, document);
  expect(output).toBe(
    `direct 1.0.0: newer since ${dayBefore(3)}, install 1.3.0; due ${dayBefore(-4)}.\n1 packages, of which 1 ship: 1 findings.`,
  );
});

test('fails for a deprecated or withdrawn version, unless it is held', () => {
  const deprecated = documentOf({ '1.0.0': 200 }, { '1.0.0': 'unsafe' });
  expect(judged(TOOL, deprecated)).toMatchObject({
    code: 1,
    output: expect.stringContaining('tool 1.0.0 (builds and tests): deprecated: unsafe; replace it.'),
  });
  expect(judged(TOOL, deprecated, REASON)).toMatchObject({
    code: 0,
    output: expect.stringContaining('unsafe; held: a reason.'),
  });
  const withdrawn = documentOf({ '0.9.0': 300 });
  expect(judged(SHIPPED, withdrawn)).toMatchObject({
    code: 1,
    output: expect.stringContaining('shipped 1.0.0: withdrawn from the registry; replace it.'),
  });
  expect(judged(SHIPPED, withdrawn, REASON).code).toBe(0);
});

test('fails for a package whose document lacks what every document has', () => {
  expect(judged(SHIPPED, {} as RegistryPackage)).toMatchObject({
    code: 1,
    output: expect.stringContaining('shipped: the registry does not answer ('),
  });
});

test('every held package has a reason and is installed, and the documentation states the deadlines of the script', () => {
  const installed = read('package-lock.json').packages;
  for (const [name, reason] of Object.entries(read('scripts/held-packages.json'))) {
    expect([name, installed[`node_modules/${name}`] !== undefined, String(reason).length > 10]).toEqual([
      name,
      true,
      true,
    ]);
  }
  const script = readFileSync(join(root, 'scripts/updates.mjs'), 'utf8');
  const days = ['DAYS_OF_SHIPPED', 'DAYS'].map((name) => script.match(`const ${name} = (\\d+);`)![1]);
  expect(readFileSync(join(root, 'docs/operate/security.md'), 'utf8')).toContain(
    `what ships within ${days[0]} days, what only builds and tests within ${days[1]}`,
  );
});
