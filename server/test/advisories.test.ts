// npm run advisories: npm's own audit against a registry that is played here, silent, clean, or with something to tell.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

type Advisories = Record<
  string,
  { id: number; url: string; title: string; severity: string; vulnerable_versions: string }[]
>;

/** Null: it does not know how. */
let advisories: Advisories | null = null;
let registry: Server;
/** npm keeps what it was told of an advisory by its number; what is played here must not get among what is true. */
let cache: string;
let count = 0;
beforeAll(async () => {
  cache = mkdtempSync(join(tmpdir(), 'heliograph-npm-'));
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

const root = resolve(import.meta.dirname, '../..');

function check(args: string[] = []): Promise<{ code: number | null; said: string }> {
  const { port } = registry.address() as AddressInfo;
  const npm = {
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_cache: join(cache, String(count++)),
  };
  const child = spawn(process.execPath, [join(root, 'scripts/advisories.mjs'), ...args], {
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

test('a registry without an answer is said, and is no failure', async () => {
  advisories = null;
  const { code, said } = await check();
  expect(said).toMatch(/^The registry does not tell advisories \(404 .*\)\.\nKnown advisories were NOT checked\.\n$/);
  expect(code).toBe(0);
});

test('nothing known', async () => {
  advisories = {};
  expect(await check()).toEqual({
    code: 0,
    said: 'Packages that ship: no known advisory.\nPackages that build and test: no known advisory.\n',
  });
});

test('a high one of what ships fails, and is only reported where that is asked for', async () => {
  advisories = { fastify: advisory('high') };
  const { code, said } = await check();
  expect(said).toContain('  high: fastify <=999.0.0, A hole (https://example.com/GHSA-1)');
  expect(said).toContain('*** fastify: a high or critical advisory of what ships. ***');
  expect(code).toBe(1);
  expect(await check(['--report'])).toEqual({ code: 0, said });
});

test('a moderate one, and a critical one of a tool, are told and do not fail', async () => {
  advisories = { fastify: advisory('moderate'), vite: advisory('critical') };
  const { code, said } = await check();
  expect(said).toMatch(/ship:\n {2}moderate: fastify .*\n.*test:\n {2}critical: vite /);
  expect(said).not.toContain('***');
  expect(code).toBe(0);
});
