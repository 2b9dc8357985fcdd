// Refusals of npm run test:cluster before it builds anything; its own run shows that it builds.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildCitus, isCitusSource, withCitus } from './buildCitus.ts';

const dir = mkdtempSync(join(tmpdir(), 'heliograph-test-'));
afterAll(() => rmSync(dir, { recursive: true }));

const source = join(dir, 'source');
mkdirSync(join(source, 'src/backend/distributed'), { recursive: true });
writeFileSync(join(source, 'configure'), '');

/** A PostgreSQL with only the given parts. */
function postgres(name: string, files: string[], { cc = 'true', configure = '' } = {}): string {
  const root = join(dir, name);
  for (const file of ['bin/pg_config', ...files]) {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  const configLines = [
    'PostgreSQL 15.9',
    ...['bin', 'lib', 'share', 'include'].map((each) => join(root, each)),
    cc,
    configure,
  ];
  const pgConfig = join(root, 'bin/pg_config');
  writeFileSync(pgConfig, `#!/bin/sh\ncat <<'END'\n${configLines.join('\n')}\nEND\n`);
  chmodSync(pgConfig, 0o755);
  return pgConfig;
}

const programs = ['bin/initdb', 'bin/postgres'];

test('distinguishes a source folder from a bin folder by its contents', () => {
  expect(isCitusSource(source)).toBe(true);
  expect(isCitusSource(dir)).toBe(false);
  expect(() => withCitus(dir)).toThrow(/holds neither the source of Citus .* nor/);
  postgres('plain', programs);
  expect(() => withCitus(join(dir, 'plain/bin'))).toThrow('has no Citus: name the source');
  postgres('installed', [...programs, 'lib/citus.so', 'share/extension/citus.control']);
  expect(withCitus(join(dir, 'installed/bin'))).toBe(join(dir, 'installed/bin'));
});

test('names what is missing for a build and starts nothing', () => {
  const refusal = (pgConfig: string) => {
    try {
      return buildCitus(source, pgConfig);
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(refusal(join(dir, 'nothing'))).toMatch(/does not answer as the pg_config/);
  expect(refusal(postgres('client', []))).toMatch(/has no initdb: install the server of PostgreSQL 15, too/);
  expect(refusal(postgres('bare', programs))).toMatch(
    /headers of PostgreSQL 15 are not in .*\/bare\/include: install them \(Debian: postgresql-server-dev-15\)/,
  );
  const all = [...programs, 'include/postgres.h'];
  expect(refusal(postgres('uncompiled', all, { cc: 'no-such-cc' }))).toBe(
    'There is no no-such-cc, which builds Citus.',
  );
  // Reports its version, but finds no header.
  const cc = join(dir, 'cc');
  writeFileSync(cc, '#!/bin/sh\n[ "$1" = --version ]\n', { mode: 0o755 });
  expect(refusal(postgres('poor', all, { cc, configure: "'--with-gssapi'" }))).toBe(
    'Citus needs lz4.h, zstd.h, gssapi/gssapi.h: install them (Debian: liblz4-dev libzstd-dev libkrb5-dev).',
  );
  expect(readdirSync(source)).toEqual(['configure', 'src']);
});

test('npm run test:cluster exits with the message', () => {
  const script = join(import.meta.dirname, 'testCluster.ts');
  const runScript = (...words: string[]) => spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' });
  expect(runScript()).toMatchObject({ status: 2, stderr: expect.stringMatching(/^usage: npm run test:cluster/) });
  expect(runScript('--citus', source, '--pg-config')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^usage/),
  });
  expect(runScript('--citus', dir)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^\/.* holds neither.*\n$/),
  });
  const pgConfig = postgres('again', programs);
  expect(runScript('--citus', source, '--pg-config', pgConfig, 'x')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^The headers of PostgreSQL 15 .*\n$/),
  });
});
