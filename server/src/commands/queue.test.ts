// Commands over a real connection, from the call to the device and back: in order, once, and correct after a kill of either side at any step.
import { randomBytes } from 'node:crypto';
import type { CommandResult } from '@heliograph/contract/report.ts';
import { expect, test } from 'vitest';
import { makeDevice } from '../../test/factories.ts';
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
const { sql, ask, context, clock, port } = server;

const stateOf = async (id: string) =>
  (await sql<{ state: string; reason: string }[]>`select state, reason from commands where id = ${id}`)[0];
const becomes = (id: string, state: string) =>
  expect.poll(async () => (await stateOf(id))?.state, { timeout: 10_000, interval: 50 }).toBe(state);
const write = (name: string, value: number) => ({ write: [{ name, value }], waitS: 0 });

test('a written value is read back, and only then reported as issued', async () => {
  const plant = await createGatewayPlant(server);
  const { sid, sn, first } = plant;
  const memory = newMemory();
  await playGateway(server, port, { sn, memory });
  const read = await ask('gateway/bsg/server', { sid, sn, read: ['reconnectTimeS'] }, first);
  expect(read.command).toMatchObject({ state: 'readBack', changes: [{ readBack: 60, wanted: null }] });
  const { command } = await ask('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 90), waitS: 20 }, first);
  expect(command).toMatchObject({
    state: 'readBack',
    isIssued: true,
    reason: '',
    askedBy: plant.one.email,
    changes: [{ name: 'reconnectTimeS', before: 60, wanted: 90, readBack: 90 }],
  });
  expect(memory.heard.map(({ do: what, parameters }) => [what, parameters])).toEqual([
    ['read', { reconnectTimeS: null }],
    ['write', { reconnectTimeS: 90 }],
    ['read', { reconnectTimeS: null }],
  ]);
  const lines = await sql`
    select user_id, before, after from audit_log where object = ${sid} and action = 'gateway/bsg/server' order by id`;
  expect(lines).toHaveLength(4);
  expect(lines[2]).toMatchObject({
    userId: plant.one.id,
    before: { values: { reconnectTimeS: 60 } },
    after: { state: 'approved', asked: { reconnectTimeS: 90 } },
  });
  expect(lines[3]).toMatchObject({
    userId: plant.one.id,
    after: { command: command.id, state: 'readBack', readBack: { reconnectTimeS: 90 } },
  });
  const { parameters, isOnline } = await ask('gateway/parameters', { sid, sn }, first);
  expect(isOnline).toBe(true);
  expect(parameters.find(({ name }) => name === 'reconnectTimeS')).toMatchObject({
    value: 90,
    wanted: 90,
    isIssued: true,
    unit: 's',
    min: 0,
    max: 900,
    step: 1,
    default: 60,
  });
  expect(parameters.find(({ name }) => name === 'overVoltageV')).toMatchObject({
    value: null,
    wanted: null,
    state: null,
    isIssued: false,
    isProtected: true,
  });
});

const refused: Obeys = ({ do: what }) => (what === 'write' ? [{ state: 'refused', reason: 'outOfRange' }] : undefined);
const rounds: Obeys = (command, memory) =>
  command.do === 'write' ? obeys({ ...command, parameters: { reconnectTimeS: 100 } }, memory) : obeys(command, memory);
test.each<[string, Obeys, object]>([
  ['refuses it', refused, { state: 'failed', reason: 'outOfRange' }],
  ['stores another value', rounds, { state: 'failed', reason: 'differs', changes: [{ readBack: 100 }] }],
  [
    'cannot be read back',
    (command, memory) =>
      command.do === 'write' ? obeys(command, memory) : [{ state: 'refused', reason: 'unknownParameter' }],
    { state: 'failed', reason: 'unknownParameter' },
  ],
])('a write to a device that %s is not reported as issued, and states the reason', async (_, how, expected) => {
  const { sid, sn, first } = await createGatewayPlant(server);
  await playGateway(server, port, { sn, memory: newMemory(), how });
  const { command } = await ask('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 90), waitS: 20 }, first);
  expect(command).toMatchObject({ ...expected, isIssued: false });
});

test('answered commands of a gateway are sent one at a time, in the order of their requests', async () => {
  const { sid, sn, first } = await createGatewayPlant(server);
  const memory = newMemory();
  const ids: string[] = [];
  for (const name of ['reconnectTimeS', 'overVoltageV'])
    for (let n = 0; n < 2; n++) {
      clock.forward(1);
      ids.push((await ask('gateway/bsg/server', { sid, sn, read: [name], waitS: 0 }, first)).command.id);
    }
  const underWay: number[] = [];
  await playGateway(server, port, {
    sn,
    memory,
    how: (command, held) => {
      sql<
        { n: number }[]
      >`select count(*)::int as n from commands where sid = ${sid} and state in ('issued', 'accepted')`.then(([row]) =>
        underWay.push(row!.n),
      );
      return obeys(command, held);
    },
  });
  await becomes(ids.at(-1)!, 'readBack');
  expect(memory.heard.map(({ id }) => id)).toEqual(ids);
  expect(Math.max(...underWay)).toBe(1);
});

test('commands are sent in the order of their requests even when the clock of the server goes back', async () => {
  const plant = await createGatewayPlant(server);
  const { sid, sn, first } = plant;
  const memory = newMemory();
  const queue = async (name: string, value: number) => {
    clock.forward(-1);
    return (await ask('gateway/bsg/server', { sid, sn, ...write(name, value) }, first)).command.id;
  };
  const ids = [await queue('reconnectTimeS', 90), await queue('overVoltageV', 250)];
  for (const name of ['underVoltageV', 'overFrequencyHz', 'underFrequencyHz'])
    ids.push((await ask('gateway/bsg/server', { sid, sn, read: [name], waitS: 0 }, first)).command.id);
  // The second one waited for approval, and has its place in the queue from then on.
  const [approved] = ids.splice(1, 1);
  await ask('gateway/commands/answer', { sid, id: approved!, answer: 'approve' }, await plant.strong(plant.two.id));
  await playGateway(server, port, { sn, memory });
  await becomes(approved!, 'readBack');
  expect(memory.heard.flatMap(({ id }) => (id.endsWith('.read') ? [] : [id]))).toEqual([...ids, approved]);
});

/** Steps at which a side dies: the command that it no longer answers. */
const STEPS: [string, (command: Heard) => boolean][] = [
  ['has received the command without answering', ({ do: what }) => what === 'write'],
  ['receives the read-back', ({ do: what }) => what === 'read'],
];

test.each(STEPS)(
  'a gateway that dies when it %s executes the command once, and is read back after it reconnects',
  async (_, isFatal) => {
    const { sid, sn, first } = await createGatewayPlant(server);
    const memory = newMemory();
    const password = await passwordOf(sql, sn);
    let died = false;
    const gateway = await playGateway(server, port, {
      sn,
      memory,
      password,
      how: (command, held) => {
        if (died || !isFatal(command)) return obeys(command, held);
        died = true;
        // It executes the command, and disconnects before it can answer.
        const done = obeys(command, held)!.at(-1)!;
        held.answers.set(command.id, [{ v: 1, id: command.id, at: 0, reason: '', ...done } as CommandResult]);
        gateway.end();
        return undefined;
      },
    });
    const { command } = await ask('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 90) }, first);
    await gateway.ended;
    expect(['issued', 'accepted']).toContain((await stateOf(command.id))!.state);
    await playGateway(server, port, { sn, memory, password });
    clock.forward(120);
    await becomes(command.id, 'readBack');
    expect(memory.obeyed).toEqual([command.id]);
    expect(memory.values.reconnectTimeS).toBe(90);
  },
);

test.each<[string, Partial<CommandResult>[], string]>([
  ['has received it', [], 'issued'],
  ['has accepted it', [{ state: 'accepted' }], 'accepted'],
])(
  'a gateway that dies when it %s without executing it executes the command once after it reconnects',
  async (_, answers, state) => {
    const { sid, sn, first } = await createGatewayPlant(server);
    const memory = newMemory();
    const password = await passwordOf(sql, sn);
    const gateway = await playGateway(server, port, { sn, memory, password, how: () => answers });
    const { command } = await ask('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 90) }, first);
    await expect.poll(() => memory.heard.length, { timeout: 10_000 }).toBe(1);
    await becomes(command.id, state);
    gateway.end();
    await gateway.ended;
    // Forgets the command that it had only begun.
    memory.answers.clear();
    await playGateway(server, port, { sn, memory, password });
    clock.forward(120);
    await becomes(command.id, 'readBack');
    expect(memory.obeyed).toEqual([command.id]);
    expect(memory.values.reconnectTimeS).toBe(90);
  },
);

test('a command is resent at once to a gateway that reconnects, however long it was silent before', async () => {
  const { sid, sn, first } = await createGatewayPlant(server);
  const memory = newMemory();
  const password = await passwordOf(sql, sn);
  const gateway = await playGateway(server, port, { sn, memory, password, how: () => undefined });
  const { command } = await ask('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 90) }, first);
  for (const [n, pauseS] of [3, 6, 12, 24].entries()) {
    await expect.poll(() => memory.heard.length, { timeout: 10_000 }).toBe(n + 1);
    clock.forward(pauseS);
  }
  await expect.poll(() => memory.heard.length, { timeout: 10_000 }).toBe(5);
  gateway.end();
  await gateway.ended;
  clock.forward(2);
  await playGateway(server, port, { sn, memory, password });
  await becomes(command.id, 'readBack');
  expect(memory.obeyed).toEqual([command.id]);
});

test.each(['approved', 'issued', 'accepted', 'read'])(
  'when a server dies while the command is at step "%s", another one continues',
  async (step) => {
    const { sid, sn, first } = await createGatewayPlant(server);
    const memory = newMemory();
    const password = await passwordOf(sql, sn);
    const config = { ...context.config, mqtt: { ...context.config.mqtt!, port: 0 } };
    const secondServer = await openMqtt({ ...context, config }, undefined, createInternalCall(server.app));
    let isAnswering = step !== 'approved';
    const gateway = isAnswering
      ? await playGateway(server, secondServer.port!, {
          sn,
          memory,
          password,
          how: (command, held) => {
            if (!isAnswering) return undefined;
            const answers = obeys(command, held)!;
            if (step === 'issued') return undefined;
            if (step === 'accepted') return answers.slice(0, 1);
            return command.do === 'read' ? undefined : answers;
          },
        })
      : undefined;
    const { command } = await ask('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 90) }, first);
    if (step === 'approved') expect((await stateOf(command.id))!.state).toBe('approved');
    else {
      await expect.poll(() => memory.heard.length, { timeout: 10_000 }).toBe(step === 'read' ? 2 : 1);
      await becomes(command.id, step === 'issued' ? 'issued' : 'accepted');
    }
    isAnswering = false;
    // The server ends without notice: its connections close and its memory is lost.
    await secondServer.close();
    await gateway?.ended;
    memory.answers.clear();
    await playGateway(server, port, { sn, memory, password });
    clock.forward(120);
    await becomes(command.id, 'readBack');
    expect(memory.values.reconnectTimeS).toBe(90);
    expect(new Set(memory.obeyed)).toEqual(new Set([command.id]));
  },
);

test('a command for a gateway that is offline waits, and then expires', async () => {
  const { sid, sn, first } = await createGatewayPlant(server);
  const { command } = await ask('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 90), validS: 60 }, first);
  await expireCommands(context);
  expect(await stateOf(command.id)).toEqual({ state: 'approved', reason: '' });
  clock.forward(61);
  await expireCommands(context);
  expect(await stateOf(command.id)).toEqual({ state: 'expired', reason: 'gatewayAway' });
  const memory = newMemory();
  await playGateway(server, port, { sn, memory });
  await ask('gateway/bsg/server', { sid, sn, read: ['reconnectTimeS'] }, first);
  expect(memory.heard.map(({ do: what }) => what)).toEqual(['read']);
});

test('a command to a device that does not answer holds up only the commands to that device', async () => {
  const { sid, sn, first } = await createGatewayPlant(server);
  const children: string[] = [];
  for (let n = 0; n < 28; n++) children.push(await makeChild(sql, { sid, gateway: sn }));
  const silent = children[9]!;
  const memory = newMemory();
  await playGateway(server, port, {
    sn,
    memory,
    how: (command, held) => (command.device === silent ? undefined : obeys(command, held)),
  });
  const ids = new Map<string, string>();
  for (const child of children) {
    const { command } = await ask('gateway/bsg/server', { sid, sn: child, ...write('reconnectTimeS', 90) }, first);
    ids.set(child, command.id);
  }
  const behind = await ask('gateway/bsg/server', { sid, sn: silent, read: ['overVoltageV'], waitS: 0 }, first);
  await becomes(ids.get(children[8]!)!, 'readBack');
  await becomes(ids.get(silent)!, 'issued');
  expect((await stateOf(ids.get(children[10]!)!))?.state).toBe('approved');
  clock.forward(21);
  for (const child of children) if (child !== silent) await becomes(ids.get(child)!, 'readBack');
  // Its own time and reason; the other command of the device then has its own.
  clock.forward(600);
  await expireCommands(context);
  expect(await stateOf(ids.get(silent)!)).toEqual({ state: 'expired', reason: 'noAnswer' });
  await becomes(behind.command.id, 'issued');
  clock.forward(611);
  await expireCommands(context);
  expect(await stateOf(behind.command.id)).toEqual({ state: 'expired', reason: 'noAnswer' });
});

test('a command behind one of its device that is valid for a day expires after six hours, as its gateway was busy', async () => {
  const { sid, sn, first } = await createGatewayPlant(server);
  const how: Obeys = (command, held) =>
    command.do === 'write' ? obeys(command, held)?.slice(0, 1) : obeys(command, held);
  await playGateway(server, port, { sn, memory: newMemory(), how });
  // Connection states are collected for a quarter of a second before they are stored.
  await expect.poll(() => sql`select from gateways where sn = ${sn} and online`).toHaveLength(1);
  const long = await ask('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 90), validS: 86_400 }, first);
  await becomes(long.command.id, 'accepted');
  const behind = await ask('gateway/bsg/server', { sid, sn, read: ['overVoltageV'], waitS: 0, validS: 60 }, first);
  clock.forward(6 * 3600 - 60);
  await expireCommands(context);
  expect(await stateOf(behind.command.id)).toEqual({ state: 'approved', reason: '' });
  clock.forward(120);
  await expireCommands(context);
  expect(await stateOf(behind.command.id)).toEqual({ state: 'expired', reason: 'gatewayBusy' });
  expect(await stateOf(long.command.id)).toMatchObject({ state: 'accepted' });
});

test('commands to devices that all stay silent are sent one after the other, and each ends as unanswered', async () => {
  const { sid, sn, first } = await createGatewayPlant(server);
  const memory = newMemory();
  await playGateway(server, port, { sn, memory, how: () => undefined });
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) {
    const child = await makeChild(sql, { sid, gateway: sn });
    const request = { sid, sn: child, ...write('reconnectTimeS', 90), validS: 30 };
    ids.push((await ask('gateway/bsg/server', request, first)).command.id);
  }
  for (const id of ids) {
    await becomes(id, 'issued');
    clock.forward(21);
    await expireCommands(context);
  }
  clock.forward(60);
  await expireCommands(context);
  for (const id of ids) expect(await stateOf(id)).toEqual({ state: 'expired', reason: 'noAnswer' });
});

test('commands for a gateway that is offline for a week expire, and are not executed when it reconnects', async () => {
  const plant = await createGatewayPlant(server);
  const { sid, sn, first } = plant;
  const memory = newMemory();
  const ids: string[] = [];
  for (const request of [write('reconnectTimeS', 90), { read: ['overVoltageV'], waitS: 0 }])
    ids.push((await ask('gateway/bsg/server', { sid, sn, ...request }, first)).command.id);
  for (let day = 0; day < 7; day++) {
    clock.forward(86_400);
    await expireCommands(context);
  }
  for (const id of ids) expect(await stateOf(id)).toEqual({ state: 'expired', reason: 'gatewayAway' });
  const { list } = await ask('gateway/commands/list', { sid }, await plant.strong(plant.one.id));
  expect(list.map(({ state, isIssued }) => [state, isIssued])).toEqual([
    ['expired', false],
    ['expired', false],
  ]);
  await playGateway(server, port, { sn, memory });
  const { command } = await ask(
    'gateway/bsg/server',
    { sid, sn, read: ['reconnectTimeS'] },
    await plant.strong(plant.one.id),
  );
  expect(command).toMatchObject({ state: 'readBack', changes: [{ readBack: 60 }] });
  expect([memory.obeyed, memory.values.reconnectTimeS]).toEqual([[], 60]);
});

test('results that another gateway publishes change nothing', async () => {
  const [plant, other] = [await createGatewayPlant(server), await createGatewayPlant(server)];
  const { sid, sn, first } = plant;
  const { command } = await ask('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 90) }, first);
  await sql`update commands set state = 'issued' where id = ${command.id}`;
  const device = await connectDevice(port, { sn: other.sn, password: await passwordOf(sql, other.sn) });
  const forged = { v: 1, id: command.id, at: 0, state: 'done', reason: '', parameters: {} };
  for (const body of [
    forged,
    { ...forged, state: 'refused', reason: 'mine' },
    { ...forged, id: 'x' },
    'hello',
    [],
    { ...forged, id: '\u0000' },
    randomBytes(50).toString('latin1'),
  ])
    await device.up('result', body);
  expect(await stateOf(command.id)).toEqual({ state: 'issued', reason: '' });
});

test('a gateway with a lower-case serial number receives commands in lower case, also after it reconnects', async () => {
  const { sid, first } = await createGatewayPlant(server);
  const [sn, child] = ['GWSMALL1', 'INSMALL1'];
  await makeDevice(sql, { sid, sn, product: 'HG-1' });
  const password = await passwordOf(sql, sn);
  const device = await connectDevice(port, { sn: sn.toLowerCase(), password });
  const devices = [{ sn: child.toLowerCase(), kind: 'inverter' }];
  await device.up('announce', { v: 1, kind: 'gateway', devices });
  const memory = newMemory();
  await playGateway(server, port, { sn: sn.toLowerCase(), memory, password });
  for (const device of [sn, child]) {
    const { command } = await ask(
      'gateway/bsg/server',
      { sid, sn: device, read: ['reconnectTimeS'], waitS: 20 },
      first,
    );
    expect(command).toMatchObject({ state: 'readBack', changes: [{ readBack: 60 }] });
  }
  expect(memory.heard.map((heard) => heard.device)).toEqual(['gwsmall1', 'insmall1']);
});
