// Writes an OCI image without a daemon: Debian's base as one layer, the program as another, and their description.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzip, sha256, tar } from './archive.ts';
import type { Release } from './debian.ts';
import { run } from './run.ts';
import { architecture } from './stage.ts';

/** The user of the image, who owns nothing in it. */
const USER_ID = 10_001;
/** Debian release of the base, and what the program needs beyond the smallest set. */
const BASE = { suite: 'trixie', packages: ['libatomic1', 'libstdc++6', 'ca-certificates'] };
/** Files of the base that differ with each build or that a running container does not need. */
const DROPPED = [
  'var/cache',
  'var/log',
  'var/lib/apt/lists',
  'usr/share/doc',
  'usr/share/man',
  'usr/share/locale',
  'dev',
  'proc',
  'sys',
  'run',
  'tmp',
];

interface Blob {
  mediaType: string;
  digest: string;
  size: number;
}
interface Layer extends Blob {
  /** Digest of the layer before compression. */
  diffId: string;
}

/** Installs Debian's smallest set of packages into a folder. Needs root and a Debian mirror. */
function makeBase(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const options = ['--variant=minbase', `--include=${BASE.packages.join(',')}`];
  run('debootstrap', [...options, BASE.suite, folder]);
  for (const path of DROPPED) rmSync(join(folder, path), { recursive: true, force: true });
  for (const [path, mode] of [
    ['dev', 0o755],
    ['proc', 0o555],
    ['sys', 0o555],
    ['run', 0o755],
    ['tmp', 0o1777],
    ['var/log', 0o755],
    ['var/cache', 0o755],
  ] as const) {
    mkdirSync(join(folder, path), { recursive: true });
    run('chmod', [mode.toString(8), join(folder, path)]);
  }
}

/** Writes `heliograph-VERSION-image.tar`, an OCI archive that podman, docker and skopeo load, into the folder `out`. */
export async function buildImage({ folder, version, time }: Release, out: string): Promise<string> {
  const work = join(out, 'image');
  const layout = join(work, 'layout');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(join(layout, 'blobs/sha256'), { recursive: true });
  const base = join(work, 'base');
  makeBase(base);
  const program = join(work, 'program');
  cpSync(folder, join(program, 'opt/heliograph'), { recursive: true, verbatimSymlinks: true });

  const store = (bytes: string, mediaType: string): Blob => {
    const hash = createHash('sha256').update(bytes).digest('hex');
    writeFileSync(join(layout, 'blobs/sha256', hash), bytes);
    return { mediaType, digest: `sha256:${hash}`, size: Buffer.byteLength(bytes) };
  };
  const addLayer = async (from: string, keepsOwners = false): Promise<Layer> => {
    const file = join(work, 'layer.tar');
    tar(file, from, ['.'], time, keepsOwners);
    const diffId = `sha256:${await sha256(file)}`;
    const compressed = await gzip(file);
    const hash = await sha256(compressed);
    renameSync(compressed, join(layout, 'blobs/sha256', hash));
    const { size } = statSync(join(layout, 'blobs/sha256', hash));
    rmSync(file);
    return { mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip', digest: `sha256:${hash}`, size, diffId };
  };
  const layers = [await addLayer(base, true), await addLayer(program)];

  const created = new Date(time * 1000).toISOString();
  const config = store(
    JSON.stringify({
      created,
      architecture,
      os: 'linux',
      config: {
        User: `${USER_ID}:${USER_ID}`,
        Env: ['PATH=/opt/heliograph/bin:/usr/bin:/bin', 'PORT=8080'],
        Entrypoint: ['/opt/heliograph/bin/heliograph'],
        Cmd: ['serve'],
        WorkingDir: '/tmp',
        ExposedPorts: { '8080/tcp': {} },
        StopSignal: 'SIGTERM',
        Healthcheck: {
          Test: ['CMD', '/opt/heliograph/bin/heliograph', 'health'],
          Interval: 30_000_000_000,
          Timeout: 10_000_000_000,
          StartPeriod: 300_000_000_000,
        },
        Labels: { 'org.opencontainers.image.version': version, 'org.opencontainers.image.licenses': 'Apache-2.0' },
      },
      rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
      history: [
        { created, created_by: `debootstrap ${BASE.suite}` },
        { created, created_by: `heliograph ${version}` },
      ],
    }),
    'application/vnd.oci.image.config.v1+json',
  );
  const manifestType = 'application/vnd.oci.image.manifest.v1+json';
  const manifest = store(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: manifestType,
      config,
      layers: layers.map(({ mediaType, digest, size }) => ({ mediaType, digest, size })),
    }),
    manifestType,
  );
  const annotations = { 'org.opencontainers.image.ref.name': `heliograph:${version}` };
  const platform = { architecture, os: 'linux' };
  const index = { schemaVersion: 2, manifests: [{ ...manifest, platform, annotations }] };
  writeFileSync(join(layout, 'index.json'), JSON.stringify(index));
  writeFileSync(join(layout, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  const file = join(out, `heliograph-${version}-${architecture}-image.tar`);
  tar(file, layout, ['blobs', 'index.json', 'oci-layout'], time);
  rmSync(work, { recursive: true });
  return file;
}
