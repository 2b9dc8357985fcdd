// Limits, restarts, off and on, from the call to the device and back over a real connection: confirmed by what is read, whole after a kill at any step.
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
const holding = () => newMemory({ limitPercent: 100, on: 1, uptimeS: 9_000, reconnectTimeS: 60 });

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
])('%s is done, read back, and only then issued', async (_, asked, told, heard) => {
  const { sid, sn, inverter, first, one } = await createInverterPlant();
  const memory = holding();
  await playGateway(server, port, { sn, memory });
  const { command } = await ask('gateway/bsg/server', { sid, sn: inverter, ...asked, waitS: 20 }, first);
  expect(command).toMatchObject({ state: 'readBack', isIssued: true, askedBy: one.email, gatewaySn: sn, ...told });
  expect(memory.heard.map(({ do: what, parameters }) => [what, parameters])).toEqual(heard);
  const { action } = asked as { action: string };
  const lines = await sql<{ after: { action: string; state: string } }[]>`
    select after from audit_log where object = ${sid} and action = 'gateway/bsg/server' order by id`;
  expect(lines.map(({ after }) => [after.action, after.state])).toEqual([
    [action, 'approved'],
    [action, 'readBack'],
  ]);
});

test('the page says what a device can be told, what it holds, and how far the last command is', async () => {
  const { sid, sn, inverter, first } = await createInverterPlant();
  await playGateway(server, port, { sn, memory: holding() });
  await ask('gateway/bsg/server', { sid, sn: inverter, action: 'limit', limitPercent: 40, waitS: 20 }, first);
  const page = await ask('gateway/parameters', { sid, sn: inverter }, first);
  expect(page.actions.map(({ action }) => action)).toEqual(['limit', 'restart', 'on', 'off']);
  expect(page.output).toMatchObject({ limitPercent: 40, isOn: null });
  expect(page.lastAction).toMatchObject({ action: 'limit', wanted: 40, state: 'readBack' });
  const gateway = await ask('gateway/parameters', { sid, sn }, first);
  expect(gateway.actions).toEqual([{ action: 'restart', isProtected: false }]);
  // The gateway itself feeds in nothing.
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
])('%o is no command', async (asked) => {
  const { sid, inverter, first } = await createInverterPlant();
  expect(await call('gateway/bsg/server', { sid, sn: inverter, ...(asked as object), waitS: 0 }, first)).toMatchObject({
    code: 400,
  });
  expect(await sql`select from commands where sid = ${sid}`).toHaveLength(0);
});

test('the rules of remote control hold for it: second factor, veto, one at a time, four eyes where the catalogue asks', async () => {
  const { sid, inverter, one, first, second, owning } = await createInverterPlant();
  const off = { sid, sn: inverter, action: 'off', waitS: 0 } as const;
  await sql`update sessions set second_factor = null where user_id = ${one.id}`;
  const weak = { token: await server.signedIn(one.id) };
  expect(await call('gateway/bsg/server', off, weak)).toMatchObject({ code: 1552 });
  await sql`update sessions set second_factor = 'code' where user_id = ${one.id}`;
  const asked = await ask('gateway/bsg/server', off, first);
  // Both speak of whether it feeds in.
  expect(await call('gateway/bsg/server', { ...off, action: 'on' }, first)).toMatchObject({
    code: 1550,
    msg: expect.stringContaining('(Switch off)'),
  });
  await ask('gateway/control', { sid, isOff: true }, owning);
  expect(await stateOf(asked.command.id)).toEqual({ state: 'failed', reason: 'controlOff' });
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
  ['has the command and has said nothing', ({ do: what }) => what !== 'read'],
  ['is asked what it holds now', ({ do: what }) => what === 'read'],
];
const ACTIONS = [{ action: 'limit', limitPercent: 30 }, { action: 'off' }] as const;

test.each(STEPS.flatMap(([when, dies]) => ACTIONS.map((asked) => [asked.action, when, dies, asked] as const)))(
  '%s: a gateway that dies when it %s obeys once, and is read after it came again',
  async (_, __, dies, asked) => {
    const { sid, sn, inverter, first } = await createInverterPlant();
    const memory = holding();
    const password = await passwordOf(sql, sn);
    let died = false;
    const how: Obeys = (command, held) => {
      if (died || !dies(command)) return obeys(command, held);
      died = true;
      const done = obeys(command, held)!.at(-1)!;
      held.answers.set(command.id, [
        { v: 1, id: command.id, at: 0, state: 'done', reason: '', parameters: {}, ...done },
      ]);
      gateway.end();
      return undefined;
    };
    const gateway = await playGateway(server, port, { sn, memory, password, how });
    const { command } = await ask('gateway/bsg/server', { sid, sn: inverter, ...asked, waitS: 0 }, first);
    await gateway.ended;
    expect(['issued', 'accepted']).toContain((await stateOf(command.id)).state);
    await playGateway(server, port, { sn, memory, password });
    clock.forward(120);
    await becomes(command.id, 'readBack');
    expect(
      memory.heard.filter(({ id, do: what }) => id === command.id && what === asked.action).length,
    ).toBeGreaterThan(0);
  },
);

test.each(['issued', 'accepted', 'read'])(
  'a server that dies when a limit is %s: another one goes on',
  async (step) => {
    const { sid, sn, inverter, first } = await createInverterPlant();
    const memory = holding();
    const password = await passwordOf(sql, sn);
    const config = { ...context.config, mqtt: { ...context.config.mqtt!, port: 0 } };
    const own = await openMqtt({ ...context, config }, undefined, createInternalCall(server.app));
    const gateway = await playGateway(server, own.port!, {
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
    const asked = { sid, sn: inverter, action: 'limit', limitPercent: 30, waitS: 0 } as const;
    const { command } = await ask('gateway/bsg/server', asked, first);
    await expect.poll(() => memory.heard.length, LATER).toBe(step === 'read' ? 2 : 1);
    await becomes(command.id, step === 'issued' ? 'issued' : 'accepted');
    await own.close();
    await gateway.ended;
    memory.answers.clear();
    await playGateway(server, port, { sn, memory, password });
    clock.forward(120);
    await becomes(command.id, 'readBack');
    expect(memory.values.limitPercent).toBe(30);
  },
);

test('a limit that nobody can read back is taken back to what the device had said before', async () => {
  const { sid, sn, inverter, first } = await createInverterPlant();
  const memory = holding();
  let silent = false;
  await playGateway(server, port, {
    sn,
    memory,
    how: (command, held) => (silent && command.do === 'read' ? undefined : obeys(command, held)),
  });
  await ask('gateway/bsg/server', { sid, sn: inverter, read: ['limitPercent'], waitS: 20 }, first);
  silent = true;
  const asked = { sid, sn: inverter, action: 'limit', limitPercent: 0, validS: 60, waitS: 0 } as const;
  const { command } = await ask('gateway/bsg/server', asked, first);
  await expect.poll(() => memory.values.limitPercent, LATER).toBe(0);
  await becomes(command.id, 'accepted');
  clock.forward(71);
  await expireCommands(context);
  silent = false;
  expect(await stateOf(command.id)).toEqual({ state: 'expired', reason: 'notReadBack' });
  await expect.poll(() => memory.values.limitPercent, LATER).toBe(100);
});

test('a gateway that restarts is seen by what it announces after, and is not told twice', async () => {
  const { sid, sn, first } = await createInverterPlant();
  const memory = holding();
  const password = await passwordOf(sql, sn);
  // As one that forgets over its start what it was told.
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
  // It lost its line only.
  await announce(9_000);
  expect((await stateOf(command.id)).state).toBe('issued');
  await announce(15);
  expect(await stateOf(command.id)).toEqual({ state: 'readBack', reason: '' });
  expect(memory.heard.map(({ do: what }) => what)).toEqual(['restart']);
});
