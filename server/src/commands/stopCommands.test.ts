import { expect, test } from 'vitest';
import { makeDevice } from '../../test/factories.ts';
import { createGatewayPlant, newMemory, type Obeys, obeys, playGateway } from '../../test/gatewayPlant.ts';
import { passwordOf } from '../../test/mqttDevices.ts';
import { mqttServer } from '../../test/mqttServer.ts';
import { expireCommands } from '../jobs/expireCommands.ts';

const server = await mqttServer();
const { sql, ask, context, clock, port } = server;

const stateOf = async (id: string) =>
  (await sql<{ state: string; reason: string }[]>`select state, reason from commands where id = ${id}`)[0];
const becomes = (id: string, state: string) =>
  expect.poll(async () => (await stateOf(id))?.state, { timeout: 10_000, interval: 50 }).toBe(state);
const write = (name: string, value: number) => ({ write: [{ name, value }], waitS: 0 });

test.each<[string, boolean, object]>([
  ['has not executed the write', false, { state: 'failed', reason: 'differs' }],
  ['has executed the write without answering', true, { state: 'readBack', reason: '' }],
])(
  'after the owner switches control off, a gateway that %s receives no further write and is only read back',
  async (_, isExecuted, end) => {
    const { sid, sn, first, owning } = await createGatewayPlant(server);
    const memory = newMemory();
    const password = await passwordOf(sql, sn);
    const how: Obeys = (command, held) => {
      if (command.do !== 'write') return obeys(command, held);
      if (isExecuted) obeys(command, held);
      return undefined;
    };
    const gateway = await playGateway(server, port, { sn, memory, how, password });
    await ask('gateway/bsg/server', { sid, sn, read: ['reconnectTimeS'] }, first);
    const { command } = await ask('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 90) }, first);
    await expect.poll(() => memory.heard.length, { timeout: 10_000 }).toBe(2);
    gateway.end();
    await gateway.ended;
    await ask('gateway/control', { sid, isOff: true }, owning);
    await playGateway(server, port, { sn, memory, how, password });
    clock.forward(120);
    await expect.poll(() => stateOf(command.id), { timeout: 10_000 }).toEqual(end);
    expect(memory.heard.map(({ do: what }) => what)).toEqual(['read', 'write', 'read']);
    await expireCommands(context);
    expect(await sql`select from commands where sid = ${sid} and returns is not null`).toHaveLength(0);
  },
);

test('deleting a device fails its waiting commands without sending them, and the commands queued behind them continue', async () => {
  const plant = await createGatewayPlant(server);
  const { sid, sn, first } = plant;
  const { sn: child } = await makeDevice(sql, { sid });
  await sql`update devices set gateway_sn = ${sn} where sid = ${sid} and sn = ${child}`;
  const queue = async (device: string, request: object) =>
    (await ask('gateway/bsg/server', { sid, sn: device, ...request, waitS: 0 }, first)).command.id;
  const ofChild = await queue(child, { read: ['overVoltageV'] });
  const ofGateway = await queue(sn, { read: ['reconnectTimeS'] });
  await ask('device/delete', { sid, sn: child }, first);
  expect(await stateOf(ofChild)).toEqual({ state: 'failed', reason: 'deviceLeft' });
  const [line] = await sql`select after from audit_log where object = ${sid} and action = 'device/delete'`;
  expect(line).toMatchObject({ after: { removed: [child], endedCommands: [ofChild] } });
  const memory = newMemory();
  const gateway = await playGateway(server, port, { sn, memory });
  await becomes(ofGateway, 'readBack');
  expect(memory.heard.map(({ device }) => device)).toEqual([sn]);
  // Deleting a gateway also ends the waiting commands that it would have sent.
  gateway.end();
  await gateway.ended;
  const open = await queue(sn, { read: ['reconnectTimeS'] });
  await ask('device/delete', { sid, sn, children: 'go' }, first);
  expect(await stateOf(open)).toEqual({ state: 'failed', reason: 'deviceLeft' });
});
