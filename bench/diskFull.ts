// Claim: a full disk loses nothing acknowledged; /readyz reports it, and the server recovers by itself once there is room. Needs root, to mount a small disk.
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { RESERVE_BYTES } from '../server/src/platform/database/embedded/freeSpace.ts';
import { fillSites } from './fleet.ts';
import {
  BEHIND_PROXY,
  DEVICES_A_SITE,
  findAll,
  type SentFrame,
  startSending,
  untilReady,
  whyNotReady,
} from './sending.ts';
import { openWorld, table, type World } from './world.ts';

const ROUNDS = Number(process.argv[2] ?? 2);
const DISK_MB = 900;
const DEVICES = 4_000;
/** Duration for which the disk stays full. */
const FULL_MS = 4_000;

type Kind = 'tmpfs' | 'ext4';
const folder = mkdtempSync(join(tmpdir(), 'heliograph-disk-'));
chmodSync(folder, 0o711);
const rows: Record<string, string | number>[] = [];
let passed = true;
for (const kind of ['tmpfs', 'ext4'] as const) {
  const disk = join(folder, kind);
  if (!mount(kind, disk)) {
    console.log(`${kind}: can't be mounted here, nothing is measured on it`);
    continue;
  }
  try {
    for (const database of ['embedded', 'by URL'] as const) await measure(kind, disk, database);
  } finally {
    execFileSync('umount', [disk]);
  }
}
rmSync(folder, { recursive: true, force: true });
if (rows.length > 0) table(rows);
console.log(rows.length === 0 ? 'NOT MEASURED' : passed ? 'nothing acknowledged was lost' : 'FAILED');
process.exit(passed && rows.length > 0 ? 0 : 1);

function mount(kind: Kind, disk: string): boolean {
  mkdirSync(disk);
  const quiet = { stdio: 'ignore' } as const;
  try {
    if (kind === 'tmpfs') {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0755`, 'tmpfs', disk], quiet);
    } else {
      const image = join(folder, 'image');
      execFileSync('truncate', ['-s', `${DISK_MB}M`, image], quiet);
      execFileSync('mkfs.ext4', ['-q', '-F', image], quiet);
      execFileSync('mount', ['-o', 'loop', image, disk], quiet);
    }
    return true;
  } catch {
    return false;
  }
}

async function measure(kind: Kind, disk: string, database: 'embedded' | 'by URL'): Promise<void> {
  const logLines: string[] = [];
  const world = await openWorld({
    database,
    dataDir: join(disk, 'data'),
    onLog: (text) => logLines.push(text),
    env: BEHIND_PROXY,
  });
  const all: SentFrame[] = [];
  const beganMs = Date.now();
  let n = 0;
  const next = () => ({ device: n % DEVICES, count: Math.floor(n++ / DEVICES) });
  try {
    await world.startServer();
    await fillSites(world.sql, DEVICES / DEVICES_A_SITE, DEVICES_A_SITE);
    for (let round = 0; round < ROUNDS; round++) {
      // Only the disk of an embedded database can be watched; a full disk of an external database shows by its errors.
      if (database === 'embedded') await fill('less than the reserve is left', RESERVE_BYTES - 16 * 2 ** 20);
      await fill('nothing is left', 0);
      await fill('nothing is left for its log', 0, () => writeLog(world));
      await fill('nothing is left and it is killed', 0, async () => world.killDatabase());
    }
    const stored = await findAll(world.sql, all, beganMs);
    if (stored.lost > 0 || stored.twice > 0) passed = false;
    console.log(
      `${kind}, database ${database}: at the end ${acknowledged(all)} acknowledged, ${stored.lost} lost, ${stored.twice} twice`,
    );
  } catch (error) {
    console.error(logLines.slice(-20).join(''));
    throw error;
  } finally {
    await world.close();
  }

  async function fill(what: string, leaveBytes: number, meanwhile?: () => Promise<void>): Promise<void> {
    const sinceMs = Date.now();
    const logLinesBefore = logLines.length;
    const sending = startSending(world.url, next);
    await wait(500);
    const filler = join(disk, 'filler');
    fillDisk(filler, disk, leaveBytes);
    const fullAt = performance.now();
    await meanwhile?.();
    const reason = await untilNotReady(world);
    const noticedS = (performance.now() - fullAt) / 1000;
    await wait(FULL_MS);
    const whileFull = await whyNotReady(world.url);
    const acceptedBefore = acknowledged(sending.frames);
    await wait(500);
    const acceptedWhileFull = acknowledged(sending.frames) - acceptedBefore;
    rmSync(filler);
    const freedAt = performance.now();
    await untilReady(world.url, 90);
    const before = acknowledged(sending.frames);
    while (acknowledged(sending.frames) < before + 200) await wait(20);
    const recoveredS = (performance.now() - freedAt) / 1000;
    await sending.stop();
    const stored = await findAll(world.sql, sending.frames, sinceMs);
    all.push(...sending.frames);
    const isRight = stored.lost === 0 && stored.twice === 0 && acceptedWhileFull === 0 && whileFull !== undefined;
    if (!isRight) passed = false;
    rows.push({
      disk: kind,
      PostgreSQL: database,
      what,
      acknowledged: acknowledged(sending.frames),
      lost: stored.lost,
      twice: stored.twice,
      refused: sending.frames.filter(({ status }) => status === 503).length,
      'accepted while full': acceptedWhileFull,
      'no answer': sending.frames.filter(({ status }) => status === 0).length,
      'noticed after s': noticedS.toFixed(1),
      '/readyz': whileFull === reason ? reason : `${reason}; ${whileFull}`,
      restarts: logLines.slice(logLinesBefore).join('').split('runs again').length - 1,
      'recovered after s': recoveredS.toFixed(1),
    });
  }
}

/** Writes PostgreSQL's log until there is no room for its next file, which makes PostgreSQL terminate at once. */
async function writeLog({ sql }: World): Promise<void> {
  try {
    for (let mb = 0; mb < 600; mb++) await sql`select pg_logical_emit_message(true, 'bench', repeat('x', 1048576))`;
  } catch {}
}

/** Fills the disk with a file, as another program would, until this many bytes are left for PostgreSQL's user. */
function fillDisk(file: string, disk: string, leaveBytes: number): void {
  const chunk = Buffer.alloc(2 ** 20, 1);
  const handle = openSync(file, 'w');
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(disk);
      const left = bavail * bsize - leaveBytes;
      if (leaveBytes > 0 && left <= 0) return;
      writeSync(handle, chunk, 0, left > chunk.length || left <= 0 ? chunk.length : left);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(handle);
  }
}

async function untilNotReady(world: World): Promise<string> {
  for (;;) {
    const reason = await whyNotReady(world.url);
    if (reason !== undefined) return reason;
    await wait(20);
  }
}

function acknowledged(frames: readonly SentFrame[]): number {
  return frames.reduce((count, { status }) => count + (status === 200 ? 1 : 0), 0);
}
