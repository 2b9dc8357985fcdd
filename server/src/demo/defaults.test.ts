// Tests the settings that a demonstration has by itself: the same keys at each start, private, and nothing in production.
import { createPublicKey, sign } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseConfig } from '../config.ts';
import { isSigned } from '../firmware/signature.ts';
import { KEY_FILES } from '../platform/secrets/keyFiles.ts';
import { firmwareKey, withDemoDefaults } from './defaults.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'heliograph-key-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const configOf = (env: Record<string, string> = {}) => ({
  ...parseConfig({ env, production: false, isRoot: false }),
  dataDir,
});
const files = Object.values(KEY_FILES).map((name) => join(dataDir, name));

test('adds nothing in production', () => {
  const production = { ...configOf(), production: true };
  expect(withDemoDefaults(production)).toBe(production);
  expect(files.filter((file) => existsSync(file))).toEqual([]);
});

test('replaces no setting', () => {
  const own = configOf({
    SECOND_FACTOR_KEY: '07'.repeat(32),
    BDM_PASSWORD_SECRETS: `3:${'08'.repeat(32)}`,
    FIRMWARE_KEYS: '09'.repeat(32),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'portal@solar.example',
  });
  expect(withDemoDefaults(own)).toEqual(own);
  expect(files.filter((file) => existsSync(file))).toEqual([]);
});

test('has the same private keys at each start of a demonstration', () => {
  const first = withDemoDefaults(configOf());
  expect(first.secondFactorKey).toHaveLength(32);
  expect(first.bdmSecrets.size).toBe(14);
  expect(new Set([...first.bdmSecrets.values()].map((secret) => secret.toString('hex'))).size).toBe(14);
  expect(withDemoDefaults(configOf())).toEqual(first);
  for (const file of files) expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('accepts firmware that is signed with the key of its own maker', async () => {
  const { firmwareKeys } = withDemoDefaults(configOf());
  const file = Buffer.from('a version');
  const key = firmwareKey({ dataDir });
  expect(await isSigned(firmwareKeys, file, sign(null, file, key))).toBe(true);
  expect(await isSigned(firmwareKeys, Buffer.from('another'), sign(null, file, key))).toBe(false);
  expect(createPublicKey(key).asymmetricKeyType).toBe('ed25519');
});

test('stores mails on this server without a mail server', () => {
  expect(withDemoDefaults(configOf()).mail).toEqual({
    smtpUrl: null,
    from: 'portal@example.com',
  });
});
