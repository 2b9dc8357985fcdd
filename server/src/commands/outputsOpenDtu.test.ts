// An OpenDTU is limited and switched with its own topics; only its inverter data after the next update confirms a command: executed late, not at all, or only claimed.
import { expect, test } from 'vitest';
import { mqttServer } from '../../test/mqttServer.ts';
import { createOpenDtuPlant } from '../../test/openDtuPlant.ts';
import { expireCommands } from '../jobs/expireCommands.ts';

const server = await mqttServer();
const { sql, ask, call, context, clock, port } = server;

const LATER = { timeout: 10_000, interval: 50 };
const stateOf = async (id: string) =>
  (await sql<{ state: string; reason: string }[]>`select state, reason from commands where id = ${id}`)[0]!;
const becomes = (id: string, state: string) => expect.poll(async () => (await stateOf(id)).state, LATER).toBe(state);

test('an OpenDTU is limited, switched off and on with its own topics, and its inverter data confirms each command', async () => {
  const { sid, serial, heard, connect, first } = await createOpenDtuPlant(server, port);
  const { round } = await connect();
  const page = await ask('gateway/parameters', { sid, sn: serial }, first);
  // Actions that its data cannot confirm are not offered.
  expect(page.actions.map(({ action }) => action)).toEqual(['limit', 'on', 'off']);
  expect(page.parameters).toEqual([]);
  const executes = async (
    request: { action: 'limit' | 'on' | 'off'; limitPercent?: number },
    topic: string,
    text: string,
  ) => {
    const { command } = await ask('gateway/bsg/server', { sid, sn: serial, ...request, waitS: 0 }, first);
    await expect.poll(() => heard.at(-1), LATER).toEqual([`${serial.toLowerCase()}/cmd/${topic}`, text]);
    expect((await stateOf(command.id)).state).toBe('issued');
    await round();
    await becomes(command.id, 'readBack');
  };
  await executes({ action: 'limit', limitPercent: 60 }, 'limit_nonpersistent_relative', '60');
  await executes({ action: 'off' }, 'power', '0');
  await executes({ action: 'on' }, 'power', '1');
  const { output } = await ask('gateway/parameters', { sid, sn: serial }, first);
  expect(output).toMatchObject({ limitPercent: 60, isOn: true });
  expect(await call('gateway/bsg/server', { sid, sn: serial, action: 'restart', waitS: 0 }, first)).toMatchObject({
    code: 1562,
  });
  expect(
    await call('gateway/bsg/server', { sid, sn: serial, write: [{ name: 'reconnectTimeS', value: 90 }] }, first),
  ).toMatchObject({ code: 1553 });
});

test('a read of an OpenDTU is answered by its next update, and a limit that it does not execute ends as different', async () => {
  const { sid, serial, heard, connect, first, holds } = await createOpenDtuPlant(server, port);
  const { round } = await connect(false);
  const read = await ask('gateway/bsg/server', { sid, sn: serial, waitS: 0 }, first);
  await becomes(read.command.id, 'issued');
  await round();
  await becomes(read.command.id, 'readBack');
  const request = { sid, sn: serial, action: 'limit', limitPercent: 10, validS: 60, waitS: 0 } as const;
  const { command } = await ask('gateway/bsg/server', request, first);
  await expect.poll(() => heard.length, LATER).toBe(1);
  await round();
  await expect
    .poll(async () => (await sql`select read_back from commands where id = ${command.id}`)[0]!.readBack, LATER)
    .toEqual({ limitPercent: 100 });
  expect((await stateOf(command.id)).state).toBe('issued');
  clock.forward(71);
  await expireCommands(context);
  expect(await stateOf(command.id)).toEqual({ state: 'expired', reason: 'differs' });
  // It may have been executed unnoticed: roll back to the value reported before.
  await expect.poll(() => heard.at(-1)?.[1], LATER).toBe('100');
  expect(holds.limit).toBe(100);
});

test.each(['before it executes the limit', 'after it executes the limit'])(
  'a limit is resent to an OpenDTU that disconnects %s, and confirmed after it reconnects',
  async (when) => {
    const { sid, serial, heard, connect, first } = await createOpenDtuPlant(server, port);
    const { device } = await connect(when === 'after it executes the limit');
    const request = { sid, sn: serial, action: 'limit', limitPercent: 25, waitS: 0 } as const;
    const { command } = await ask('gateway/bsg/server', request, first);
    await expect.poll(() => heard.length, LATER).toBe(1);
    device.client.end(true);
    await device.ended;
    clock.forward(30);
    const { round } = await connect();
    await expect.poll(() => heard.length, LATER).toBe(2);
    await round();
    await becomes(command.id, 'readBack');
  },
);

test('a limit executed after several updates is confirmed then, and a limit reported without an update confirms nothing', async () => {
  const { sid, serial, heard, connect, first, holds } = await createOpenDtuPlant(server, port);
  const { device, round, sn } = await connect(false);
  const request = { sid, sn: serial, action: 'limit', limitPercent: 35, waitS: 0 } as const;
  const { command } = await ask('gateway/bsg/server', request, first);
  await expect.poll(() => heard.length, LATER).toBe(1);
  await round();
  const topic = `hg/${sn}/opendtu/${serial.toLowerCase()}/status/limit_relative`;
  // The OpenDTU repeats the limit it received without having asked an inverter: not a limit in effect.
  await device.client.publishAsync(topic, '35.00', { qos: 1 });
  const readBack = async () => (await sql`select read_back from commands where id = ${command.id}`)[0]!.readBack;
  await expect.poll(readBack, LATER).toEqual({ limitPercent: 100 });
  expect((await stateOf(command.id)).state).toBe('issued');
  await round();
  expect((await stateOf(command.id)).state).toBe('issued');
  holds.limit = 35;
  await round();
  await becomes(command.id, 'readBack');
});
