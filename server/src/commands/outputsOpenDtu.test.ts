// An OpenDTU is limited and switched in its own words; what it says of its inverter after its next update confirms it, and nothing else: obeyed late, not at all, or only said to be.
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

test('an OpenDTU is limited, switched off and on in its own words, and what it says of its inverter confirms it', async () => {
  const { sid, serial, heard, connect, first } = await createOpenDtuPlant(server, port);
  const { round } = await connect();
  const told = await ask('gateway/parameters', { sid, sn: serial }, first);
  // What it says nothing of cannot be seen, and is not offered.
  expect(told.actions.map(({ action }) => action)).toEqual(['limit', 'on', 'off']);
  expect(told.parameters).toEqual([]);
  const does = async (asked: { action: 'limit' | 'on' | 'off'; limitPercent?: number }, word: string, text: string) => {
    const { command } = await ask('gateway/bsg/server', { sid, sn: serial, ...asked, waitS: 0 }, first);
    await expect.poll(() => heard.at(-1), LATER).toEqual([`${serial.toLowerCase()}/cmd/${word}`, text]);
    expect((await stateOf(command.id)).state).toBe('issued');
    await round();
    await becomes(command.id, 'readBack');
  };
  await does({ action: 'limit', limitPercent: 60 }, 'limit_nonpersistent_relative', '60');
  await does({ action: 'off' }, 'power', '0');
  await does({ action: 'on' }, 'power', '1');
  const { output } = await ask('gateway/parameters', { sid, sn: serial }, first);
  expect(output).toMatchObject({ limitPercent: 60, isOn: true });
  expect(await call('gateway/bsg/server', { sid, sn: serial, action: 'restart', waitS: 0 }, first)).toMatchObject({
    code: 1562,
  });
  expect(
    await call('gateway/bsg/server', { sid, sn: serial, write: [{ name: 'reconnectTimeS', value: 90 }] }, first),
  ).toMatchObject({ code: 1553 });
});

test('an OpenDTU is read by what it says next, and one that does not do it ends as different', async () => {
  const { sid, serial, heard, connect, first, holds } = await createOpenDtuPlant(server, port);
  const { round } = await connect(false);
  const read = await ask('gateway/bsg/server', { sid, sn: serial, waitS: 0 }, first);
  await becomes(read.command.id, 'issued');
  await round();
  await becomes(read.command.id, 'readBack');
  const asked = { sid, sn: serial, action: 'limit', limitPercent: 10, validS: 60, waitS: 0 } as const;
  const { command } = await ask('gateway/bsg/server', asked, first);
  await expect.poll(() => heard.length, LATER).toBe(1);
  await round();
  await expect
    .poll(async () => (await sql`select read_back from commands where id = ${command.id}`)[0]!.readBack, LATER)
    .toEqual({ limitPercent: 100 });
  expect((await stateOf(command.id)).state).toBe('issued');
  clock.forward(71);
  await expireCommands(context);
  expect(await stateOf(command.id)).toEqual({ state: 'expired', reason: 'differs' });
  // It may have been obeyed unseen: back to what it had said.
  await expect.poll(() => heard.at(-1)?.[1], LATER).toBe('100');
  expect(holds.limit).toBe(100);
});

test.each(['before it obeys', 'after it obeyed'])(
  'an OpenDTU that is gone %s is told again, and seen when it is back',
  async (when) => {
    const { sid, serial, heard, connect, first } = await createOpenDtuPlant(server, port);
    const { device } = await connect(when === 'after it obeyed');
    const asked = { sid, sn: serial, action: 'limit', limitPercent: 25, waitS: 0 } as const;
    const { command } = await ask('gateway/bsg/server', asked, first);
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

test('one that obeys after several rounds is waited for, and what is said without an update proves nothing', async () => {
  const { sid, serial, heard, connect, first, holds } = await createOpenDtuPlant(server, port);
  const { device, round, sn } = await connect(false);
  const asked = { sid, sn: serial, action: 'limit', limitPercent: 35, waitS: 0 } as const;
  const { command } = await ask('gateway/bsg/server', asked, first);
  await expect.poll(() => heard.length, LATER).toBe(1);
  await round();
  const topic = `hg/${sn}/opendtu/${serial.toLowerCase()}/status/limit_relative`;
  // As it is told, but no inverter was asked: the limit that it was told, not one that is held.
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
