// Tests reports to systemd with its own program and a socket like systemd's.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { reportReady } from './serviceManager.ts';

const hasProgram = spawnSync('systemd-notify', ['--version']).status === 0;
/** Prints each message that the socket receives on a line. */
const LISTENER = `
  use Socket;
  $| = 1;
  socket(my $s, AF_UNIX, SOCK_DGRAM, 0) or die;
  bind($s, sockaddr_un($ARGV[0])) or die;
  print "open\\n";
  while (defined recv($s, my $message, 4096, 0)) { print "$message\\n" }`;

test.skipIf(!hasProgram)('reports that the server is ready, works and stops', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notify-'));
  const socket = join(folder, 'socket');
  const listener = spawn('perl', ['-e', LISTENER, socket]);
  const lines = createInterface({ input: listener.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => (await lines.next()).value as string;
  try {
    expect(await next()).toBe('open');
    const stop = reportReady({ socket, watchdogMs: 300 });
    const seen = new Set<string>();
    while (!seen.has('READY=1') || !seen.has('WATCHDOG=1')) seen.add(await next());
    await stop();
    while (!seen.has('STOPPING=1')) seen.add(await next());
    // With which systemd-notify waits until its message has been read.
    seen.delete('BARRIER=1');
    expect([...seen].sort()).toEqual(['READY=1', 'STOPPING=1', 'WATCHDOG=1']);
  } finally {
    listener.kill();
    await once(listener, 'exit');
    rmSync(folder, { recursive: true });
  }
});

test('reports nothing where systemd does not run the server', async () => {
  await expect(reportReady(undefined)()).resolves.toBeUndefined();
});
