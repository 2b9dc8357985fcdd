// Claim: a gateway with its password connects within 2 s, 100 of 100 times, beside 5,000 silent and 5,000 unfinished MQTT connections from 1, 10 and 100 networks that return as soon as they are ended.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import mqtt from 'mqtt-packet';
import { GATEWAY_PASSWORD, gatewayOf, startWithGateways } from './fleet.ts';
import { freePort, openWorld, percentile, residentMb, table } from './world.ts';

const CONNECTIONS = 10_000;
const TRIES = 100;
const MAX_MS = 2_000;
/** An attacker returns after this time. */
const RETURN_MS = 1_000;

if (process.argv[2] === 'attack') attack(Number(process.argv[3]), Number(process.argv[4]));
else await measure();

/** Opens the connections in a process of its own and prints a line when all have been tried. */
function attack(port: number, networks: number): void {
  let tried = 0;
  const open = (n: number): void => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: `127.${1 + (n % networks)}.0.1` });
    socket.on('error', () => {});
    socket.on('connect', () => {
      // Begins a CONNECT that never ends.
      if (n % 2 === 0) socket.write(Buffer.from([0x10]));
    });
    socket.on('close', () => void setTimeout(open, RETURN_MS, n));
    if (++tried === CONNECTIONS) process.stdout.write('opened\n');
  };
  for (let n = 0; n < CONNECTIONS; n++) setTimeout(open, n / 2, n);
}

async function measure(): Promise<void> {
  const port = await freePort();
  const world = await openWorld({ env: { MQTT_PORT: String(port) } });
  const rows = [];
  let isSlow = false;
  try {
    await startWithGateways(world, { gateways: 1, each: 1, devicesASite: 1 });
    for (const networks of [0, 1, 10, 100]) {
      const attacker =
        networks > 0 &&
        spawn(process.execPath, [import.meta.filename, 'attack', String(port), String(networks)], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
      if (attacker) await new Promise((resolve) => attacker.stdout!.once('data', resolve));
      const times: number[] = [];
      for (let n = 0; n < TRIES; n++) times.push(await connectGateway(port));
      const inTime = times.filter((ms) => ms <= MAX_MS).length;
      isSlow ||= inTime < TRIES;
      rows.push({
        networks: networks || 'no attack',
        'in time': `${inTime} of ${TRIES}`,
        'p50 ms': percentile(times, 0.5).toFixed(0),
        'p95 ms': percentile(times, 0.95).toFixed(0),
        'slowest ms': Math.max(...times).toFixed(0),
        'server MB': residentMb(world.serverPid()).toFixed(0),
      });
      if (attacker) {
        attacker.kill('SIGKILL');
        await new Promise((resolve) => attacker.once('close', resolve));
      }
    }
    table(rows);
  } finally {
    await world.close();
  }
  process.exit(isSlow ? 1 : 0);
}

/** Returns the milliseconds until the gateway is accepted; Infinity if it is not within ten seconds. */
function connectGateway(port: number): Promise<number> {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const end = (ms: number): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(ms);
    };
    const timer = setTimeout(end, 10_000, Infinity);
    const parser = mqtt.parser({ protocolVersion: 4 });
    parser.on('packet', (packet) => {
      if (packet.cmd === 'connack' && packet.returnCode === 0) end(performance.now() - startedMs);
    });
    socket.on('data', (bytes) => parser.parse(bytes as Buffer));
    socket.on('error', () => end(Infinity));
    const password = Buffer.from(GATEWAY_PASSWORD);
    socket.write(
      mqtt.generate({
        cmd: 'connect',
        clientId: gatewayOf(0),
        username: gatewayOf(0),
        password,
        clean: true,
        keepalive: 120,
      }),
    );
  });
}
