// Tests the key of second factors in a demonstration: the same at each start, private, and never made in production.
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseConfig } from '../config.ts';
import { keyFile, withDemoKey } from './secondFactorKey.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'heliograph-key-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const config = { ...parseConfig({ env: {}, production: false, isRoot: false }), dataDir };

test('makes no key in production, and does not replace a setting', () => {
  expect(withDemoKey({ ...config, production: true }).secondFactorKey).toBeUndefined();
  const own = Buffer.alloc(32, 7);
  expect(withDemoKey({ ...config, secondFactorKey: own }).secondFactorKey).toBe(own);
  expect(existsSync(keyFile(config))).toBe(false);
});

test('has the same private key at each start of a demonstration', () => {
  const first = withDemoKey(config).secondFactorKey;
  expect(first).toHaveLength(32);
  expect(withDemoKey(config).secondFactorKey).toEqual(first);
  expect(statSync(keyFile(config)).mode & 0o777).toBe(0o600);
});
