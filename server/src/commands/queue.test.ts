// Commands from the call to the device and back, over a real connection: in order, once, and whole after a kill of either side at any step.
import { randomBytes } from 'node:crypto';
import type { CommandResult } from '@heliograph/contract/report.ts';
import { expect, test } from 'vitest';
import { gatewayWorld, type Heard, newMemory, type Obeys, obeys, playGateway } from '../../test/gatewayWorld.ts';
import { connectDevice, passwordOf } from '../../test/mqttDevices.ts';
import { mqttServer } from '../../test/mqttServer.ts';
import { connect } from '../db/connect.ts';
import { askCall } from '../http/programs.ts';
import { openMqtt } from '../mqtt/openMqtt.ts';
import { endCommands } from './endCommands.ts';

const server = await mqttServer();
const { sql, ask, call, context, clock, port } = server;

const stateOf = async (id: string) =>
  (await sql<{ state: string; reason: string }[]>`select state, reason from commands where id = ${id}`)[0];
const becomes = (id: string, state: string) =>
  expect.poll(async () => (await stateOf(id))?.state, { timeout: 10_000, interval: 50 }).toBe(state);
const write = (name: string, value: number) => ({ write: [{ name, value }], waitS: 0 });

test('what is written is read back, and only then issued', async () => {
  const world = await gatewayWorld(server);
  const { sid, sn, first } = world;
  const memory = newMemory();
  await playGateway(server, port, { sn, memory });
  const read = await ask('gateway/bsg/server', { sid, sn, read: ['reconnectTimeS'] }, first);
  expect(read.command).toMatchObject({ state: 'readBack', changes: [{ readBack: 60, wanted: null }] });
  const { command } = await ask('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 90), waitS: 20 }, first);
  expect(command).toMatchObject({
    ...{ state: 'readBack', isIssued: true, reason: '', askedBy: world.one.email },
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
    userId: world.one.id,
    before: { values: { reconnectTimeS: 60 } },
    after: { state: 'approved', asked: { reconnectTimeS: 90 } },
  });
  expect(lines[3]).toMatchObject({
    userId: world.one.id,
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
  ['refuses', refused, { state: 'failed', reason: 'outOfRange' }],
  ['makes another value of it', rounds, { state: 'failed', reason: 'differs', changes: [{ readBack: 100 }] }],
  [
    'cannot be read after it',
    (command, memory) =>
      command.do === 'write' ? obeys(command, memory) : [{ state: 'refused', reason: 'notReachable' }],
    { state: 'failed', reason: 'notReachable' },
  ],
])('a device that %s: not issued, with the reason', async (_, how, expected) => {
  const { sid, sn, first } = await gatewayWorld(server);
  await playGateway(server, port, { sn, memory: newMemory(), how });
  const { command } = await ask('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 90), waitS: 20 }, first);
  expect(command).toMatchObject({ ...expected, isIssued: false });
});

test('one at a time, in the order in which they were asked for', async () => {
  const { sid, sn, first } = await gatewayWorld(server);
  const memory = newMemory();
  const ids: string[] = [];
  for (const name of ['reconnectTimeS', 'overVoltageV'])
    for (let n = 0; n < 2; n++) {
      clock.forward(1);
      ids.push((await ask('gateway/bsg/server', { sid, sn, read: [name], waitS: 0 }, first)).command.id);
    }
  const underWay: number[] = [];
  await playGateway(server, port, {
    ...{ sn, memory },
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

/** At each of these a side dies: what it does not say any more when it has heard this. */
const STEPS: [string, (command: Heard) => boolean][] = [
  ['has the command and has said nothing', ({ do: what }) => what === 'write'],
  ['is asked what it holds now', ({ do: what }) => what === 'read'],
];

test.each(STEPS)('a gateway that dies when it %s: obeyed once, read back after it came again', async (_, dies) => {
  const { sid, sn, first } = await gatewayWorld(server);
  const memory = newMemory();
  const password = await passwordOf(sql, sn);
  let died = false;
  const gateway = await playGateway(server, port, {
    ...{ sn, memory, password },
    how: (command, held) => {
      if (died || !dies(command)) return obeys(command, held);
      died = true;
      // It obeys, and goes before it can say so.
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
});

test.each<[string, Partial<CommandResult>[], string]>([
  ['has heard it', [], 'issued'],
  ['has accepted it', [{ state: 'accepted' }], 'accepted'],
])(
  'a gateway that dies when it %s and has done nothing: it does it once, when it came again',
  async (_, says, state) => {
    const { sid, sn, first } = await gatewayWorld(server);
    const memory = newMemory();
    const password = await passwordOf(sql, sn);
    const gateway = await playGateway(server, port, { sn, memory, password, how: () => says });
    const { command } = await ask('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 90) }, first);
    await expect.poll(() => memory.heard.length, { timeout: 10_000 }).toBe(1);
    await becomes(command.id, state);
    gateway.end();
    await gateway.ended;
    // What it had only begun is gone.
    memory.answers.clear();
    await playGateway(server, port, { sn, memory, password });
    clock.forward(120);
    await becomes(command.id, 'readBack');
    expect(memory.obeyed).toEqual([command.id]);
    expect(memory.values.reconnectTimeS).toBe(90);
  },
);

test.each(['approved', 'issued', 'accepted', 'read'])(
  'a server that dies when the command is %s: another one goes on',
  async (step) => {
    const { sid, sn, first } = await gatewayWorld(server);
    const memory = newMemory();
    const password = await passwordOf(sql, sn);
    const config = { ...context.config, mqtt: { ...context.config.mqtt!, port: 0 } };
    const own = await openMqtt({ ...context, config }, undefined, askCall(server.app));
    let lets = step !== 'approved';
    const gateway = lets
      ? await playGateway(server, own.port!, {
          ...{ sn, memory, password },
          how: (command, held) => {
            if (!lets) return undefined;
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
    lets = false;
    // Without a word to anybody: its connections end, and what it had in mind is gone.
    await own.close();
    await gateway?.ended;
    memory.answers.clear();
    await playGateway(server, port, { sn, memory, password });
    clock.forward(120);
    await becomes(command.id, 'readBack');
    expect(memory.values.reconnectTimeS).toBe(90);
    expect(new Set(memory.obeyed)).toEqual(new Set([command.id]));
  },
);

test('a gateway that is away: it waits, and then it is over', async () => {
  const { sid, sn, first } = await gatewayWorld(server);
  const { command } = await ask('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 90), validS: 60 }, first);
  await endCommands(context);
  expect(await stateOf(command.id)).toEqual({ state: 'approved', reason: '' });
  clock.forward(61);
  await endCommands(context);
  expect(await stateOf(command.id)).toEqual({ state: 'expired', reason: 'gatewayAway' });
  const memory = newMemory();
  await playGateway(server, port, { sn, memory });
  await ask('gateway/bsg/server', { sid, sn, read: ['reconnectTimeS'] }, first);
  expect(memory.heard.map(({ do: what }) => what)).toEqual(['read']);
});

test('what waits behind a device that says nothing is not over before it had its turn', async () => {
  const { sid, sn, first } = await gatewayWorld(server);
  const memory = newMemory();
  const how: Obeys = (command, held) => {
    const answers = obeys(command, held);
    return command.do === 'write' ? answers?.slice(0, 1) : answers;
  };
  await playGateway(server, port, { sn, memory, how });
  const silent = await ask('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 90), validS: 60 }, first);
  await becomes(silent.command.id, 'accepted');
  const behind = await ask('gateway/bsg/server', { sid, sn, read: ['overVoltageV'], waitS: 0, validS: 60 }, first);
  clock.forward(65);
  await endCommands(context);
  // Its gateway is there: it is busy.
  expect(await stateOf(behind.command.id)).toEqual({ state: 'approved', reason: '' });
  clock.forward(6);
  await endCommands(context);
  expect(await stateOf(silent.command.id)).toMatchObject({ state: 'expired' });
  await endCommands(context);
  await becomes(behind.command.id, 'readBack');
});

test('what a device says after a change was asked for and before it was approved is what it goes back to', async () => {
  const world = await gatewayWorld(server);
  const { sid, sn, first } = world;
  const memory = newMemory();
  await playGateway(server, port, { sn, memory });
  const { command } = await ask('gateway/bsg/server', { sid, sn, ...write('overVoltageV', 250) }, first);
  expect(command).toMatchObject({ state: 'draft', changes: [{ before: null }] });
  const { command: read } = await ask('gateway/bsg/server', { sid, sn, read: ['overVoltageV'], waitS: 20 }, first);
  const known = read.changes[0]!.readBack!;
  const approved = await ask(
    'gateway/commands/answer',
    { sid, id: command.id, answer: 'approve' },
    await world.strong(world.two.id),
  );
  expect(approved.command.changes).toMatchObject([{ name: 'overVoltageV', before: known, wanted: 250 }]);
});

test('a gateway that does not come back after a change returns to what it had said before', async () => {
  const world = await gatewayWorld(server);
  const { sid, sn, first } = world;
  const memory = newMemory();
  const password = await passwordOf(sql, sn);
  let silent = false;
  const gateway = await playGateway(server, port, {
    ...{ sn, memory, password },
    how: (command, held) => (silent && command.do === 'read' ? undefined : obeys(command, held)),
  });
  await ask('gateway/bsg/server', { sid, sn, read: ['reconnectTimeS'] }, first);
  silent = true;
  const { command } = await ask('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 900), validS: 60 }, first);
  await expect.poll(() => memory.heard.length, { timeout: 10_000 }).toBe(3);
  gateway.end();
  await gateway.ended;
  clock.forward(71);
  await endCommands(context);
  expect(await stateOf(command.id)).toEqual({ state: 'expired', reason: 'notReadBack' });
  expect(memory.values.reconnectTimeS).toBe(900);
  expect(await call('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 61) }, first)).toMatchObject({
    code: 1550,
  });
  // Gone for a week: the way back still waits for it.
  clock.forward(7 * 86_400);
  await endCommands(context);
  silent = false;
  await playGateway(server, port, { sn, memory, password });
  await expect.poll(() => memory.values.reconnectTimeS, { timeout: 10_000 }).toBe(60);
  const later = await world.strong(world.one.id);
  const listed = async () => (await ask('gateway/commands/list', { sid }, later)).list[0];
  await expect.poll(async () => (await listed())?.state, { timeout: 10_000 }).toBe('readBack');
  expect(await listed()).toMatchObject({ returns: command.id, askedBy: '', changes: [{ wanted: 60, readBack: 60 }] });
});

test('nothing goes back behind an owner who switches control off meanwhile', async () => {
  const { sid, sn, first } = await gatewayWorld(server);
  await sql`
    insert into device_parameters (sid, sn, told) values (${sid}, ${sn}, ${JSON.stringify({ reconnectTimeS: { value: 60, at: clock.now() } })}::text::jsonb)`;
  const { command } = await ask('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 900), validS: 60 }, first);
  await sql`update commands set state = 'issued', issued_at = ${clock.now()} where id = ${command.id}`;
  clock.forward(71);
  const owner = connect(server.databaseUrl, { max: 1 });
  let ending: Promise<unknown> | undefined;
  await owner.begin(async (tx) => {
    await tx`update sites set control_off_at = ${clock.now()} where sid = ${sid}`;
    ending = endCommands(context);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await tx`update commands set state = 'failed' where sid = ${sid} and state = 'approved'`;
  });
  await ending;
  await owner.end({ timeout: 1 });
  expect(await stateOf(command.id)).toEqual({ state: 'expired', reason: 'noAnswer' });
  expect(await sql`select from commands where sid = ${sid} and returns is not null`).toHaveLength(0);
});

test('what a stranger says on its topic of results changes nothing', async () => {
  const [world, other] = [await gatewayWorld(server), await gatewayWorld(server)];
  const { sid, sn, first } = world;
  const { command } = await ask('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 90) }, first);
  await sql`update commands set state = 'issued' where id = ${command.id}`;
  const device = await connectDevice(port, { sn: other.sn, password: await passwordOf(sql, other.sn) });
  const said = { v: 1, id: command.id, at: 0, state: 'done', reason: '', parameters: {} };
  for (const body of [
    said,
    { ...said, state: 'refused', reason: 'mine' },
    { ...said, id: 'x' },
    'hello',
    [],
    { ...said, id: '\u0000' },
    randomBytes(50).toString('latin1'),
  ])
    await device.up('result', body);
  expect(await stateOf(command.id)).toEqual({ state: 'issued', reason: '' });
});
