// Tries a release as an operator would: npm run release:try [-- --release DIR --before FILE.deb]. Installs the package in Debian 12 and
// 13 under systemd, upgrades, removes and purges it, and runs the image on this machine. Needs root, debootstrap, systemd-nspawn, podman and runc.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DEPENDENCIES } from './debian.ts';
import { run } from './run.ts';
import { projectDir, version } from './stage.ts';

const { values } = parseArgs({
  options: {
    release: { type: 'string', default: 'release' },
    /** Package of the release before; default: the same program as version 0.0.1. */
    before: { type: 'string' },
    /** `package` or `image`. */
    without: { type: 'string', multiple: true, default: [] },
    suite: { type: 'string', multiple: true, default: ['bookworm', 'trixie'] },
  },
});

const PACKAGES = ['systemd', 'systemd-sysv', 'dbus', 'postgresql', 'curl', 'ca-certificates', ...DEPENDENCIES];
/** Longest time of one trial, in which the watchdog waits for a minute. */
const TIMEOUT_MS = 10 * 60_000;

const only = (pattern: string): string => {
  const [found, ...others] = globSync(join(resolve(values.release), pattern));
  if (!found || others.length > 0) throw new Error(`One file ${pattern} is needed in ${values.release}.`);
  return found;
};

/** Returns a folder with Debian and PostgreSQL, made once. */
function baseOf(suite: string): string {
  const folder = join(projectDir, '.cache/try', suite);
  if (existsSync(folder)) return folder;
  console.log(`Installing ${suite} ...`);
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  run('debootstrap', [`--include=${PACKAGES.join(',')}`, suite, unfinished]);
  renameSync(unfinished, folder);
  return folder;
}

/** Returns a package of the same program with an older version. */
function olderPackage(deb: string, work: string): string {
  const folder = join(work, 'older');
  run('dpkg-deb', ['--raw-extract', deb, folder]);
  for (const path of ['DEBIAN/control', 'usr/lib/heliograph/package.json']) {
    const file = join(folder, path);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/^Version: .*$/m, 'Version: 0.0.1').replace(/("version": )"[^"]+"/, '$1"0.0.1"'));
  }
  const file = join(work, 'older.deb');
  run('dpkg-deb', ['--build', '--root-owner-group', '-Znone', folder, file]);
  return file;
}

/** Returns the lines that the trial wrote, of which those that begin with FAILED are faults. */
function tryPackage(suite: string, deb: string, before: string, work: string): string[] {
  const root = join(work, suite);
  run('cp', ['--archive', baseOf(suite), root]);
  copyFileSync(before, join(root, 'root/before.deb'));
  copyFileSync(deb, join(root, 'root/after.deb'));
  copyFileSync(join(import.meta.dirname, 'files/tryInContainer.sh'), join(root, 'root/try.sh'));
  writeFileSync(
    join(root, 'etc/systemd/system/try.service'),
    '[Service]\nExecStart=/root/try.sh\n[Install]\nWantedBy=default.target\n',
  );
  run('chroot', [root, 'systemctl', 'enable', 'try.service']);
  const args = ['--directory', root, '--boot', '--register=no', '--keep-unit', '--private-network', '--console=pipe'];
  const env = { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' };
  const { error } = spawnSync('systemd-nspawn', args, {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: TIMEOUT_MS,
  });
  if (error) return [`FAILED ${suite}: ${error.message}`];
  const result = readFileSync(join(root, 'root/result'), 'utf8');
  const lines = result.split('\n').filter((line) => /^(ok|FAILED) /.test(line));
  const isWhole = result.includes('FINISHED') && lines.length > 15;
  if (!isWhole || lines.some((line) => line.startsWith('FAILED'))) console.error(result);
  return isWhole ? lines : [...lines, `FAILED ${suite}: the trial ended early`];
}

/** Runs the image as a container that may write nothing but /tmp. */
function tryImage(): string[] {
  const storage = ['--storage-driver=vfs', '--cgroup-manager=cgroupfs'];
  run('podman', [...storage, 'load', '--input', only('heliograph-*-image.tar')]);
  const inContainer = (...command: string[]) => {
    const limits = [
      '--read-only',
      '--tmpfs=/tmp',
      '--cap-drop=ALL',
      '--security-opt=no-new-privileges',
      '--network=none',
    ];
    const [program = '', ...args] = command;
    const options = ['--rm', '--runtime=runc', '--ulimit=nofile=1024:1024', '--ulimit=nproc=1024:1024', ...limits];
    const image = `localhost/heliograph:${version}`;
    return spawnSync('podman', [...storage, 'run', ...options, `--entrypoint=${program}`, image, ...args], {
      encoding: 'utf8',
    });
  };
  const check = (name: string, holds: boolean): string => `${holds ? 'ok' : 'FAILED'} ${name}`;
  return [
    check('the image runs the version', inContainer('heliograph', 'version').stdout.trim() === version),
    check('its user is not root', inContainer('id', '-u').stdout.trim() === '10001'),
    check('it may write to /tmp', inContainer('touch', '/tmp/a').status === 0),
    check('it may write nowhere else', inContainer('touch', '/opt/heliograph/a').status !== 0),
    check(
      'it asks for its database',
      inContainer('heliograph', 'serve').stderr.includes('The setting DATABASE_URL is missing'),
    ),
  ];
}

const work = join(projectDir, '.cache/try/work');
rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
try {
  let failures = 0;
  const suites = values.without.includes('package') ? [] : values.suite;
  const deb = suites.length === 0 ? '' : only('heliograph_*.deb');
  const before = suites.length === 0 ? '' : (values.before ?? olderPackage(deb, work));
  for (const suite of suites) {
    const lines = tryPackage(suite, deb, before, work);
    failures += lines.filter((line) => line.startsWith('FAILED')).length;
    console.log([`${suite}:`, ...lines].join('\n  '));
  }
  if (!values.without.includes('image')) {
    const lines = tryImage();
    failures += lines.filter((line) => line.startsWith('FAILED')).length;
    console.log(['image:', ...lines].join('\n  '));
  }
  process.exitCode = failures > 0 ? 1 : 0;
} finally {
  rmSync(work, { recursive: true, force: true });
}
