// Makes a release from a clean clone: npm run release [-- --out DIR --key FILE --without image]. The same commit gives the same files.
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzip, releaseTime, sha256, sizeOf, tar } from './archive.ts';
import { buildDebianPackage } from './debian.ts';
import { buildImage } from './image.ts';
import { run } from './run.ts';
import { bytesUnder, projectDir, stage, version } from './stage.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'release' },
    /** Ed25519 private key as PEM that signs the checksums. */
    key: { type: 'string' },
    /** `deb` or `image`. */
    without: { type: 'string', multiple: true, default: [] },
  },
});

/** Unpacked, so that small machines have room for it. */
const MAX_BYTES = 250e6;

async function release(): Promise<void> {
  const key = values.key === undefined ? undefined : createPrivateKey(readFileSync(values.key));
  const time = releaseTime(projectDir);
  const out = resolve(values.out);
  mkdirSync(out, { recursive: true });
  // An earlier release is replaced, any other folder is left alone.
  if (readdirSync(out).length > 0 && !existsSync(join(out, 'SHA256SUMS')))
    throw new Error(`${out} has files that are no release; name another folder with --out.`);
  rmSync(out, { recursive: true });
  mkdirSync(out);
  const name = `heliograph-${version}-${process.platform}-${process.arch}`;
  const folder = join(out, name);
  console.log('Installing the packages of the release ...');
  stage(folder);
  const bytes = bytesUnder(folder);
  if (bytes > MAX_BYTES) throw new Error(`The program has ${bytes} bytes; at most ${MAX_BYTES} are allowed.`);

  const made: string[] = [];
  const archive = join(out, `${name}.tar`);
  tar(archive, out, [name], time);
  made.push(await gzip(archive));
  rmSync(archive);
  const of = { folder, version, time };
  if (!values.without.includes('deb')) made.push(buildDebianPackage(of, out));
  if (!values.without.includes('image')) made.push(await buildImage(of, out));
  const sbom = join(out, `heliograph-${version}-sbom.json`);
  writeFileSync(sbom, run('node', ['scripts/sbom.mjs'], { cwd: projectDir }));
  made.push(sbom);
  for (const name of ['compose.yaml', 'createDatabase.sh']) {
    copyFileSync(join(import.meta.dirname, 'files', name), join(out, name));
    made.push(join(out, name));
  }
  rmSync(folder, { recursive: true });

  const sums = join(out, 'SHA256SUMS');
  const lines: string[] = [];
  for (const file of made) lines.push(`${await sha256(file)}  ${basename(file)}\n`);
  writeFileSync(sums, lines.join(''));
  if (key) {
    writeFileSync(`${sums}.sig`, sign(null, readFileSync(sums), key));
    writeFileSync(join(out, 'release-key.pem'), createPublicKey(key).export({ type: 'spki', format: 'pem' }));
  }
  console.log(`${(bytes / 1e6).toFixed(0)} MB unpacked, in ${out}:`);
  for (const file of made) console.log(`${(sizeOf(file) / 1e6).toFixed(1).padStart(7)} MB  ${basename(file)}`);
  if (!key) console.log('Not signed: --key names an Ed25519 key, for example from openssl genpkey -algorithm ed25519.');
}

await release();
