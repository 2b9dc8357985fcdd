// Builds the Debian package: program, unit, settings with a user of its own. Purging it leaves the database.
import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './run.ts';
import { architecture, bytesUnder, projectDir } from './stage.ts';

/** Pages that an operator needs on a machine without network access. */
const PAGES = ['install', 'settings', 'tls', 'mqtt', 'backup', 'upgrade', 'monitoring', 'scale', 'security'];

/** Packages of Debian without which the program does not start; `tryRelease.ts` installs no others for it. */
export const DEPENDENCIES = ['adduser', 'libatomic1', 'libstdc++6', 'util-linux'];

export interface Release {
  /** The staged program. */
  folder: string;
  version: string;
  /** Seconds since 1970. */
  time: number;
}

/** Writes `heliograph_VERSION_ARCHITECTURE.deb` into the folder `out` and returns its path. */
export function buildDebianPackage({ folder, version, time }: Release, out: string): string {
  const root = join(out, 'debian');
  rmSync(root, { recursive: true, force: true });
  const put = (from: string, to: string, mode?: number): void => {
    mkdirSync(dirname(join(root, to)), { recursive: true });
    cpSync(from, join(root, to), { recursive: true, verbatimSymlinks: true });
    if (mode !== undefined) chmodSync(join(root, to), mode);
  };
  const own = (name: string): string => join(import.meta.dirname, 'files', name);
  put(folder, 'usr/lib/heliograph');
  for (const unit of ['heliograph.service', 'heliograph-backup.service', 'heliograph-backup.timer'])
    put(own(unit), `usr/lib/systemd/system/${unit}`, 0o644);
  put(own('heliograph.env'), 'etc/heliograph/heliograph.env', 0o640);
  for (const page of PAGES)
    put(join(projectDir, `docs/operate/${page}.md`), `usr/share/doc/heliograph/${page}.md`, 0o644);
  put(join(projectDir, 'NOTICE'), 'usr/share/doc/heliograph/copyright', 0o644);
  mkdirSync(join(root, 'usr/bin'));
  symlinkSync('../lib/heliograph/bin/heliograph', join(root, 'usr/bin/heliograph'));
  for (const script of ['postinst', 'prerm', 'postrm']) put(own(script), `DEBIAN/${script}`, 0o755);
  writeFileSync(join(root, 'DEBIAN/conffiles'), '/etc/heliograph/heliograph.env\n');
  const kilobytes = Math.ceil(bytesUnder(root) / 1024);
  writeFileSync(
    join(root, 'DEBIAN/control'),
    `Package: heliograph
Version: ${version}
Architecture: ${architecture}
Maintainer: The Heliograph authors
Section: web
Priority: optional
Installed-Size: ${kilobytes}
Depends: ${DEPENDENCIES.join(', ')}, libc6 (>= 2.28)
Recommends: postgresql (>= 15), postgresql-client (>= 15), systemd, ca-certificates
Suggests: caddy | nginx, mosquitto, clamav-daemon
Description: monitoring portal for photovoltaic plants
 Web portal for plants and their devices: microinverters, string and hybrid
 inverters, gateways, electric meters, modules and batteries. It brings its
 own Node.js and needs a PostgreSQL database.
`,
  );
  const file = join(out, `heliograph_${version}_${architecture}.deb`);
  const env = { SOURCE_DATE_EPOCH: String(time) };
  run('dpkg-deb', ['--build', '--root-owner-group', '-Zxz', root, file], { env });
  rmSync(root, { recursive: true });
  return file;
}
