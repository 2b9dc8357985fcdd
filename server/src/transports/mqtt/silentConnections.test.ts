// A gateway with its password connects although silent and unfinished connections from a few or many networks use up their limit.
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeDevice } from '../../../test/factories.ts';
import { connectDevice, passwordOf } from '../../../test/mqttDevices.ts';
import { mqttServer } from '../../../test/mqttServer.ts';

const LIMIT = 60;
const tls = join(import.meta.dirname, '../../../test/data/tls');
const { sql, port, mqtt } = await mqttServer(
  { unauthenticated: LIMIT, handshakes: LIMIT },
  { MQTT_TLS_PORT: '0', MQTT_TLS_CERT: join(tls, 'cert.pem'), MQTT_TLS_KEY: join(tls, 'key.pem') },
);
const { sn } = await makeDevice(sql, { sn: 'GATEWAY1', product: 'HG-1' });
const password = await passwordOf(sql, sn);

const silent = new Set<Socket>();
/** Connections that the server has ended. */
let evicted = 0;
afterEach(() => {
  evicted = 0;
  const sockets = [...silent];
  silent.clear();
  for (const socket of sockets) socket.destroy();
});

/** A connection from 127.N.0.1, which is a network of its own, and again as soon as it is ended. `isSlow`: it begins what never ends. */
function openSilent(to: number, network: number, isSlow: boolean): void {
  const socket = connect({ host: '127.0.0.1', port: to, localAddress: `127.${network}.0.1` });
  silent.add(socket);
  socket.on('error', () => {});
  socket.on('connect', () => {
    // Begins a CONNECT, or a TLS handshake.
    if (isSlow) socket.write(Buffer.from([to === port ? 0x10 : 0x16]));
  });
  socket.on('close', () => {
    if (!silent.delete(socket)) return;
    evicted++;
    setTimeout(openSilent, 20, to, network, isSlow).unref();
  });
}

test.each(
  [1, 10, 50].flatMap((networks) => [
    { networks, protocol: 'mqtt' as const },
    { networks, protocol: 'mqtts' as const },
  ]),
)(
  'a gateway connects by $protocol within 2 s, 20 of 20 times, beside many connections from $networks networks',
  async ({ networks, protocol }) => {
    const to = protocol === 'mqtt' ? port : mqtt.tlsPort!;
    for (let n = 0; n < 4 * LIMIT; n++) openSilent(to, 1 + (n % networks), n % 2 === 0);
    await expect.poll(() => silent.size).toBeGreaterThan(LIMIT);
    for (let n = 0; n < 20; n++) {
      const startedMs = performance.now();
      const device = await connectDevice(to, { sn, password, protocol, rejectUnauthorized: false });
      expect(performance.now() - startedMs).toBeLessThan(2_000);
      device.client.end(true);
      await device.ended;
    }
    expect(evicted).toBeGreaterThan(0);
  },
);
