// A gateway with its password connects although silent and unfinished connections from a few or many networks use up their limit.
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { makeDevice } from '../../../test/factories.ts';
import { connectDevice, passwordOf } from '../../../test/mqttDevices.ts';
import { mqttServer } from '../../../test/mqttServer.ts';

const LIMIT = 60;
const { sql, port } = await mqttServer({ unauthenticated: LIMIT });
const { sn } = await makeDevice(sql, { sn: 'GATEWAY1', product: 'HG-1' });
const password = await passwordOf(sql, sn);

const silent = new Set<Socket>();
afterEach(() => {
  const sockets = [...silent];
  silent.clear();
  for (const socket of sockets) socket.destroy();
});

/** A connection from 127.N.0.1, which is a network of its own, and again as soon as it is ended. `isSlow`: it begins a CONNECT that never ends. */
function openSilent(network: number, isSlow: boolean): void {
  const socket = connect({ host: '127.0.0.1', port, localAddress: `127.${network}.0.1` });
  silent.add(socket);
  socket.on('error', () => {});
  socket.on('connect', () => {
    if (isSlow) socket.write(Buffer.from([0x10]));
  });
  socket.on('close', () => {
    if (silent.delete(socket)) setTimeout(openSilent, 20, network, isSlow).unref();
  });
}

test.each([1, 10, 50])(
  'a gateway connects within 2 s, 20 of 20 times, beside many connections from %i networks',
  async (networks) => {
    for (let n = 0; n < 4 * LIMIT; n++) openSilent(1 + (n % networks), n % 2 === 0);
    await expect.poll(() => silent.size).toBeGreaterThan(LIMIT);
    for (let n = 0; n < 20; n++) {
      const startedMs = performance.now();
      const device = await connectDevice(port, { sn, password });
      expect(performance.now() - startedMs).toBeLessThan(2_000);
      device.client.end(true);
      await device.ended;
    }
  },
);
