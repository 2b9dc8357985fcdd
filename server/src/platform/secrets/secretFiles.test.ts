// Tests secrets in files: read like settings, and refused without disclosing their content.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseConfig, settings } from '../../config.ts';

const dir = mkdtempSync(join(tmpdir(), 'heliograph-secrets-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const file = (name: string, text: string) => {
  writeFileSync(join(dir, name), text);
  return join(dir, name);
};
const parse = (env: Record<string, string>) => parseConfig({ env, production: false, isRoot: false });

test('reads each secret from a file, with or without a line end', () => {
  const secrets = Object.entries(settings).flatMap(([name, setting]) => ('secret' in setting ? [name] : []));
  expect(secrets).toContain('SECOND_FACTOR_KEY');
  const key = 'a7'.repeat(32);
  expect(parse({ SECOND_FACTOR_KEY_FILE: file('key', `${key}\n`) }).secondFactorKey).toEqual(Buffer.from(key, 'hex'));
  const url = 'postgres://user:hunter2@127.0.0.1/heliograph';
  expect(parse({ DATABASE_URL_FILE: file('url', ` ${url}\r\n`) }).databaseUrl).toBe(url);
  // Other settings cannot be files.
  expect(parse({ PUBLIC_URL_FILE: file('public', 'https://solar.example.com') }).publicUrl).toBe(
    'http://localhost:8080',
  );
});

test('refuses both forms at once, and missing, empty and invalid files, without disclosing their content', () => {
  const name = 'SECOND_FACTOR_KEY';
  const path = file('wrong', 'hunter2');
  expect(() => parse({ [name]: 'a7'.repeat(32), [`${name}_FILE`]: path })).toThrow(
    /are the same setting; leave one of them out/,
  );
  expect(() => parse({ [`${name}_FILE`]: join(dir, 'missing') })).toThrow(/of SECOND_FACTOR_KEY_FILE cannot be read/);
  expect(() => parse({ [`${name}_FILE`]: file('empty', '\n') })).toThrow(/is empty/);
  expect(() => parse({ [`${name}_FILE`]: file('long', 'x'.repeat(70_000)) })).toThrow(/longer than 64 KB/);
  // An endless file is not read completely.
  expect(() => parse({ [`${name}_FILE`]: '/dev/zero' })).toThrow(/longer than 64 KB/);
  const wrong = () => parse({ [`${name}_FILE`]: path });
  expect(wrong).toThrow(/^The setting SECOND_FACTOR_KEY is not 64 hexadecimal digits/);
  expect(wrong).not.toThrow(/hunter2/);
});
