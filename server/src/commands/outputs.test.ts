// Limits, restarts, off and on over a real connection, from the call to the device and back: confirmed by the read-back, and correct after a kill at any step.
import { expect, test } from 'vitest';
import {
  createGatewayPlant,
  type Heard,
  makeChild,
  newMemory,
  type Obeys,
  obeys,
  playGateway,
} from '../../test/gatewayPlant.ts';
import { connectDevice, passwordOf } from '../../test/mqttDevices.ts';
import { mqttServer } from '../../test/mqttServer.ts';
import { createInternalCall } from '../http/internalCalls.ts';
import { expireCommands } from '../jobs/expireCommands.ts';
import { openMqtt } from '../transports/mqtt/openMqtt.ts';

const server = await mqttServer();
const { sql, ask, call, context, clock, port } = server;

const LATER = { timeout: 10_000, interval: 50 };
const stateOf = async (id: string) =>
  (await sql<{ state: string; reason: string }[]>`select state, reason from commands where id = ${id}`)[0]!;
const becomes = (id: string, state: string) => expect.poll(async () => (await stateOf(id)).state, LATER).toBe(state);
const inverterMemory = () => newMemory({ limitPercent: 100, on: 1, uptimeS: 9_000, reconnectTimeS: 60 });

async function createInverterPlant() {
  const plant = await createGatewayPlant(server);
  const inverter = await makeChild(sql, { sid: plant.sid, gateway: plant.sn });
  return { ...plant, inverter };
}

test.each<[string, object, object, [string, object][]]>([
  [
    'a limit',
    { action: 'limit', limitPercent: 60 },
    { changes: [{ name: 'limitPercent', unit: '%', before: null, wanted: 60, readBack: 60 }] },
    [
      ['limit', { limitPercent: 60 }],
      ['read', { limitPercent: null }],
    ],
  ],
  [
    'off',
    { action: 'off' },
    { changes: [{ name: 'on', wanted: 0, readBack: 0 }] },
    [
      ['off', {}],
      ['read', { on: null }],
    ],
  ],
  [
    'on',
    { action: 'on' },
    { changes: [{ name: 'on', wanted: 1, readBack: 1 }] },
    [
      ['on', {}],
      ['read', { on: null }],
    ],
  ],
  [
    'a restart',
    { action: 'restart' },
    { changes: [{ name: 'uptimeS', unit: 's', wanted: null, readBack: 0 }] },
    [
      ['restart', {}],
      ['read', { uptimeS: null }],
    ],
  ],
])('%s is executed, read back, and only then reported as issued', async (_, request, expected, received) => {
  const { sid, sn, inverter, first, one } = await createInverterPlant();
  const memory = inverterMemory();
  await playGateway(server, port, { sn, memory });
  const { command } = await ask('gateway/bsg/server', { sid, sn: inverter, ...request, waitS: 20 }, first);
  expect(command).toMatchObject({ state: 'readBack', isIssued: true, askedBy: one.email, gatewaySn: sn, ...expected });
  expect(memory.heard.map(({ do: what, parameters }) => [what, parameters])).toEqual(received);
  const { action } = request as { action: string };
  const lines = await sql<{ after: { action: string; state: string } }[]>`
    select after from audit_log where object = ${sid} and action = 'gateway/bsg/server' order by id`;
  expect(lines.map(({ after }) => [after.action, after.state])).toEqual([
    [action, 'approved'],
    [action, 'readBack'],
  ]);
});

test('the parameters page lists the actions of a device, its output and the state of its last command', async () => {
  const { sid, sn, inverter, first } = await createInverterPlant();
  await playGateway(server, port, { sn, memory: inverterMemory() });
  await ask('gateway/bsg/server', { sid, sn: inverter, action: 'limit', limitPercent: 40, waitS: 20 }, first);
  const page = await ask('gateway/parameters', { sid, sn: inverter }, first);
  expect(page.actions.map(({ action }) => action)).toEqual(['limit', 'restart', 'on', 'off']);
  expect(page.output).toMatchObject({ limitPercent: 40, isOn: null });
  expect(page.lastAction).toMatchObject({ action: 'limit', wanted: 40, state: 'readBack' });
  const gateway = await ask('gateway/parameters', { sid, sn }, first);
  expect(gateway.actions).toEqual([{ action: 'restart', isProtected: false }]);
  // The gateway itself has no output to limit.
  expect(
    await call('gateway/bsg/server', { sid, sn, action: 'limit', limitPercent: 40, waitS: 0 }, first),
  ).toMatchObject({ code: 1562 });
});

test.each([
  [{ action: 'limit' }],
  [{ action: 'limit', limitPercent: 101 }],
  [{ action: 'limit', limitPercent: -1 }],
  [{ action: 'limit', limitPercent: 0.5 }],
  [{ action: 'off', limitPercent: 5 }],
  [{ limitPercent: 5 }],
  [{ action: 'off', read: ['on'] }],
  [{ action: 'off', write: [{ name: 'reconnectTimeS', value: 60 }] }],
  [{ action: 'update' }],
])('%o is refused as an invalid command', async (request) => {
  const { sid, inverter, first } = await createInverterPlant();
  expect(
    await call('gateway/bsg/server', { sid, sn: inverter, ...(request as object), waitS: 0 }, first),
  ).toMatchObject({
    code: 400,
  });
  expect(await sql`select from commands where sid = ${sid}`).toHaveLength(0);
});

test("switching off requires a second factor, the owner's consent, no pending opposite command, and four eyes where the catalogue demands it", async () => {
  const { sid, inverter, one, first, second, owning } = await createInverterPlant();
  const off = { sid, sn: inverter, action: 'off', waitS: 0 } as const;
  await sql`update sessions set second_factor = null where user_id = ${one.id}`;
  const weak = { token: await server.signedIn(one.id) };
  expect(await call('gateway/bsg/server', off, weak)).toMatchObject({ code: 1552 });
  await sql`update sessions set second_factor = 'code' where user_id = ${one.id}`;
  const queued = await ask('gateway/bsg/server', off, first);
  // Both commands change whether the inverter feeds in.
  expect(await call('gateway/bsg/server', { ...off, action: 'on' }, first)).toMatchObject({
    code: 1550,
    msg: expect.stringContaining('(Switch off)'),
  });
  await ask('gateway/control', { sid, isOff: true }, owning);
  expect(await stateOf(queued.command.id)).toEqual({ state: 'failed', reason: 'controlOff' });
  expect(await call('gateway/bsg/server', off, first)).toMatchObject({ code: 1551 });
  await sql`update sites set control_off_at = null where sid = ${sid}`;
  const [product] = await sql<{ functions: string }[]>`
    select functions::text from products where name = 'Microinverter'`;
  const { functions } = product!;
  try {
    await sql`
      update products set functions = ${functions.replaceAll('"isProtected": false', '"isProtected": true')}::text::jsonb
      where name = 'Microinverter'`;
    const { command } = await ask('gateway/bsg/server', off, first);
    expect(command).toMatchObject({ state: 'draft', isProtected: true });
    expect(await call('gateway/commands/answer', { sid, id: command.id, answer: 'approve' }, first)).toMatchObject({
      code: 1559,
    });
    const approved = await ask('gateway/commands/answer', { sid, id: command.id, answer: 'approve' }, second);
    expect(approved.command.state).toBe('approved');
  } finally {
    await sql`update products set functions = ${functions}::text::jsonb where name = 'Microinverter'`;
  }
});

const STEPS: [string, (command: Heard) => boolean][] = [
  ['has received the command without answering', ({ do: what }) => what !== 'read'],
  ['receives the read-back', ({ do: what }) => what === 'read'],
];
const ACTIONS = [{ action: 'limit', limitPercent: 30 }, { action: 'off' }] as const;

test.each(
  STEPS.flatMap(([when, isFatal]) => ACTIONS.map((request) => [request.action, when, isFatal, request] as const)),
)(
  '%s: a gateway that dies when it %s executes it once, and is read back after it reconnects',
  async (_, __, isFatal, request) => {
    const { sid, sn, inverter, first } = await createInverterPlant();
    const memory = inverterMemory();
    const password = await passwordOf(sql, sn);
    let died = false;
    const how: Obeys = (command, held) => {
      if (died || !isFatal(command)) return obeys(command, held);
      died = true;
      const done = obeys(command, held)!.at(-1)!;
      held.answers.set(command.id, [
        { v: 1, id: command.id, at: 0, state: 'done', reason: '', parameters: {}, ...done },
      ]);
      gateway.end();
      return undefined;
    };
    const gateway = await playGateway(server, port, { sn, memory, password, how });
    const { command } = await ask('gateway/bsg/server', { sid, sn: inverter, ...request, waitS: 0 }, first);
    await gateway.ended;
    expect(['issued', 'accepted']).toContain((await stateOf(command.id)).state);
    await playGateway(server, port, { sn, memory, password });
    clock.forward(120);
    await becomes(command.id, 'readBack');
    expect(
      memory.heard.filter(({ id, do: what }) => id === command.id && what === request.action).length,
    ).toBeGreaterThan(0);
  },
);

test.each(['issued', 'accepted', 'read'])(
  'when a server dies while a limit is at step "%s", another one continues',
  async (step) => {
    const { sid, sn, inverter, first } = await createInverterPlant();
    const memory = inverterMemory();
    const password = await passwordOf(sql, sn);
    const config = { ...context.config, mqtt: { ...context.config.mqtt!, port: 0 } };
    const secondServer = await openMqtt({ ...context, config }, undefined, createInternalCall(server.app));
    const gateway = await playGateway(server, secondServer.port!, {
      sn,
      memory,
      password,
      how: (command, held) => {
        const answers = obeys(command, held)!;
        if (step === 'issued') return undefined;
        if (step === 'accepted') return answers.slice(0, 1);
        return command.do === 'read' ? undefined : answers;
      },
    });
    const request = { sid, sn: inverter, action: 'limit', limitPercent: 30, waitS: 0 } as const;
    const { command } = await ask('gateway/bsg/server', request, first);
    await expect.poll(() => memory.heard.length, LATER).toBe(step === 'read' ? 2 : 1);
    await becomes(command.id, step === 'issued' ? 'issued' : 'accepted');
    await secondServer.close();
    await gateway.ended;
    memory.answers.clear();
    await playGateway(server, port, { sn, memory, password });
    clock.forward(120);
    await becomes(command.id, 'readBack');
    expect(memory.values.limitPercent).toBe(30);
  },
);

test('a limit that cannot be read back is rolled back to the value that the device reported before', async () => {
  const { sid, sn, inverter, first } = await createInverterPlant();
  const memory = inverterMemory();
  let isSilent = false;
  await playGateway(server, port, {
    sn,
    memory,
    how: (command, held) => (isSilent && command.do === 'read' ? undefined : obeys(command, held)),
  });
  await ask('gateway/bsg/server', { sid, sn: inverter, read: ['limitPercent'], waitS: 20 }, first);
  isSilent = true;
  const request = { sid, sn: inverter, action: 'limit', limitPercent: 0, validS: 60, waitS: 0 } as const;
  const { command } = await ask('gateway/bsg/server', request, first);
  await expect.poll(() => memory.values.limitPercent, LATER).toBe(0);
  await becomes(command.id, 'accepted');
  clock.forward(71);
  await expireCommands(context);
  isSilent = false;
  expect(await stateOf(command.id)).toEqual({ state: 'expired', reason: 'notReadBack' });
  await expect.poll(() => memory.values.limitPercent, LATER).toBe(100);
});

test('a restart of a gateway that reports no uptime is confirmed when it announces itself on a new connection', async () => {
  const { sid, sn, first } = await createInverterPlant();
  const password = await passwordOf(sql, sn);
  const device = await connectDevice(port, { sn, password });
  await device.client.subscribeAsync(`hg/${sn}/down/#`, { qos: 1 });
  const announce = { v: 1, kind: 'gateway', intervalS: 60 };
  const { command } = await ask('gateway/bsg/server', { sid, sn, action: 'restart', waitS: 0 }, first);
  await becomes(command.id, 'issued');
  clock.forward(20);
  // The connection is still the same one.
  await device.up('announce', announce);
  expect((await stateOf(command.id)).state).toBe('issued');
  device.client.end(true);
  await device.ended;
  const restarted = await connectDevice(port, { sn, password });
  await restarted.up('announce', announce);
  expect(await stateOf(command.id)).toEqual({ state: 'readBack', reason: '' });
});

test('a limit that ended unconfirmed leaves the owner free to set another while the earlier one is restored', async () => {
  const { sid, sn, inverter, first } = await createInverterPlant();
  const memory = inverterMemory();
  let isSilent = false;
  await playGateway(server, port, {
    sn,
    memory,
    how: (command, held) => (isSilent ? undefined : obeys(command, held)),
  });
  await ask('gateway/bsg/server', { sid, sn: inverter, read: ['limitPercent'], waitS: 20 }, first);
  isSilent = true;
  const limit = { sid, sn: inverter, action: 'limit', validS: 60, waitS: 0 } as const;
  const unconfirmed = await ask('gateway/bsg/server', { ...limit, limitPercent: 30 }, first);
  await becomes(unconfirmed.command.id, 'issued');
  clock.forward(71);
  await expireCommands(context);
  const rollback = async () =>
    (
      await sql<{ id: string; state: string; reason: string }[]>`
        select id, state, reason from commands where sid = ${sid} and returns = ${unconfirmed.command.id}`
    )[0]!;
  await becomes((await rollback()).id, 'issued');
  const next = await ask('gateway/bsg/server', { ...limit, limitPercent: 50 }, first);
  expect(await rollback()).toMatchObject({ state: 'failed', reason: 'replaced' });
  isSilent = false;
  await becomes(next.command.id, 'readBack');
  expect(memory.values.limitPercent).toBe(50);
  // Nothing else is restored afterwards.
  clock.forward(7 * 3_600);
  await expireCommands(context);
  expect(await sql`select from commands where sid = ${sid} and returns is not null`).toHaveLength(1);
  expect(memory.values.limitPercent).toBe(50);
});

test('a restart of a gateway is confirmed by its next announcement, and is not sent twice', async () => {
  const { sid, sn, first } = await createInverterPlant();
  const memory = inverterMemory();
  const password = await passwordOf(sql, sn);
  // Plays a gateway that forgets its commands when it restarts.
  const dies: Obeys = () => {
    gateway.end();
    return undefined;
  };
  const gateway = await playGateway(server, port, { sn, memory, password, how: dies });
  const { command } = await ask('gateway/bsg/server', { sid, sn, action: 'restart', waitS: 0 }, first);
  await gateway.ended;
  const device = await connectDevice(port, { sn, password });
  const announce = (uptimeS: number) => device.up('announce', { v: 1, kind: 'gateway', intervalS: 60, uptimeS });
  clock.forward(20);
  // It only lost its connection.
  await announce(9_000);
  expect((await stateOf(command.id)).state).toBe('issued');
  await announce(15);
  expect(await stateOf(command.id)).toEqual({ state: 'readBack', reason: '' });
  expect(memory.heard.map(({ do: what }) => what)).toEqual(['restart']);
});
