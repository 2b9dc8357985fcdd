// Kills the server process (kill -9) while a command is at each step: each command ends once and is executed at most once.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeDevice } from '../../test/factories.ts';
import { freePort } from '../../test/freePort.ts';
import { createGatewayPlant, newMemory, playGateway } from '../../test/gatewayPlant.ts';
import { type Calls, callsOf, endsWell, playAll, rowOf, staysEnded } from '../../test/killedCommands.ts';
import { again, type KilledServer, killedServers, PATIENCE, serverOfNow } from '../../test/killedServer.ts';
import { passwordOf } from '../../test/mqttDevices.ts';

const serverOn = killedServers();
const server = await serverOfNow();
const port = await freePort();
let serverProcess: KilledServer;
let calls: Calls;
beforeAll(async () => {
  serverProcess = await serverOn(server, { MQTT_PORT: String(port) });
  calls = callsOf(serverProcess);
});
beforeEach(() => server.clock.set(new Date().toISOString()));

test('a server killed with a command at each step: each command continues from its step, and ended ones do not change', async () => {
  const restart = async () => {
    await serverProcess.kill();
    await serverProcess.start();
  };
  const plant = await playAll(server, { tell: calls.tell, port, away: ['approved', 'write'] });
  await restart();
  await endsWell(server, plant, { port, approve: calls.approve });
  await staysEnded(server, plant, { port, tell: calls.tell, die: restart });
}, 180_000);

test('a server killed twice while commands are queued and answered: no command is lost or executed twice', async () => {
  const { sid, first } = await createGatewayPlant(server);
  const gateways = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { sn } = await makeDevice(server.sql, { sid, product: 'HG-1' });
      return { sn, password: await passwordOf(server.sql, sn), memory: newMemory() };
    }),
  );
  const connectAll = () => Promise.all(gateways.map((one) => again(() => playGateway(server, port, one))));
  await connectAll();
  const ids: string[] = [];
  for (const value of [90, 91]) {
    for (const { sn } of gateways) {
      const body = { sid, sn, write: [{ name: 'reconnectTimeS', value }], waitS: 0, validS: 600 };
      ids.push(await calls.tell(body, first.token));
    }
    await serverProcess.kill();
    await serverProcess.start();
    await connectAll();
    for (const id of ids) await expect.poll(async () => (await rowOf(server, id)).state, PATIENCE).toBe('readBack');
  }
  expect(gateways.flatMap(({ memory }) => memory.obeyed).sort()).toEqual([...ids].sort());
  expect(gateways.map(({ memory }) => memory.values.reconnectTimeS)).toEqual(gateways.map(() => 91));
}, 180_000);
