// Mosquitto for tests of an external broker, with the given accounts and access list; removed after the tests.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { freePort } from './freePort.ts';
import { describeWithProgram } from './program.ts';

const PROGRAM = '/usr/sbin/mosquitto';

export const describeWithMosquitto = (title: string, tests: () => void | Promise<void>): void =>
  describeWithProgram(PROGRAM, title, tests);

export interface Mosquitto {
  port: number;
  /** Address with the server's credentials. */
  url: string;
  /** Starts a broker on the same port, after the previous one has ended. */
  start(): ChildProcess;
}

/**
 * `devices` sign in with their serial number and the password "device", with the rights in `acl`; without both, anonymous
 * clients may do everything. `isKept`: pending messages survive a restart of the broker.
 */
export async function prepareMosquitto({
  devices = [],
  acl,
  isKept = false,
  more = '',
}: {
  devices?: readonly string[];
  acl?: string;
  isKept?: boolean;
  /** Further lines of its configuration. */
  more?: string;
}): Promise<Mosquitto> {
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-mosquitto-'));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const port = await freePort();
  let rights = 'allow_anonymous true';
  if (acl !== undefined) {
    const passwords = file('passwords', ['heliograph:secret', ...devices.map((sn) => `${sn}:device`), ''].join('\n'));
    spawnSync('mosquitto_passwd', ['-U', passwords]);
    rights = `allow_anonymous false\npassword_file ${passwords}\nacl_file ${file('acl', acl)}`;
  }
  const keeping = `persistence true\npersistence_location ${folder}/\nautosave_interval 1\nautosave_on_changes true\nmax_queued_messages 0\n`;
  const conf = file(
    'conf',
    `listener ${port} 127.0.0.1\n${rights}\nmax_packet_size 262144\nuser root\n${isKept ? keeping : ''}${more}`,
  );
  let broker: ChildProcess | undefined;
  afterAll(async () => {
    if (broker?.exitCode === null && broker.signalCode === null) {
      // It saves its state before it exits.
      broker.kill();
      await once(broker, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    port,
    url: `mqtt://heliograph:secret@127.0.0.1:${port}`,
    start() {
      broker = spawn(PROGRAM, ['-c', conf], { stdio: 'ignore' });
      return broker;
    },
  };
}
