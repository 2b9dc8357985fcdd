import type { CommandResult } from '@heliograph/contract/report.ts';
import { expect, test } from 'vitest';
import { makeDevice } from '../../test/factories.ts';
import { createGatewayPlant, makeChild, newMemory, type Obeys, obeys, playGateway } from '../../test/gatewayPlant.ts';
import { connectDevice, passwordOf } from '../../test/mqttDevices.ts';
import { mqttServer } from '../../test/mqttServer.ts';
import { expireCommands } from '../jobs/expireCommands.ts';
import { connect } from '../platform/database/connect.ts';

const server = await mqttServer();
const { sql, ask, context, clock, port } = server;

const stateOf = async (id: string) =>
  (await sql<{ state: string; reason: string }[]>`select state, reason from commands where id = ${id}`)[0];
const becomes = (id: string, state: string) =>
  expect.poll(async () => (await stateOf(id))?.state, { timeout: 10_000, interval: 50 }).toBe(state);
const write = (name: string, value: number) => ({ write: [{ name, value }], waitS: 0 });

test('a value reported between the request and the approval of a change is its rollback value', async () => {
  const plant = await createGatewayPlant(server);
  const { sid, sn, first } = plant;
  const memory = newMemory();
  await playGateway(server, port, { sn, memory });
  const { command } = await ask('gateway/bsg/server', { sid, sn, ...write('overVoltageV', 250) }, first);
  expect(command).toMatchObject({ state: 'draft', changes: [{ before: null }] });
  const { command: read } = await ask('gateway/bsg/server', { sid, sn, read: ['overVoltageV'], waitS: 20 }, first);
  const known = read.changes[0]!.readBack!;
  const approved = await ask(
    'gateway/commands/answer',
    { sid, id: command.id, answer: 'approve' },
    await plant.strong(plant.two.id),
  );
  expect(approved.command.changes).toMatchObject([{ name: 'overVoltageV', before: known, wanted: 250 }]);
});

test('a gateway that disconnects after a change is rolled back to the value that it reported before', async () => {
  const plant = await createGatewayPlant(server);
  const { sid, sn, first } = plant;
  const memory = newMemory();
  const password = await passwordOf(sql, sn);
  let isSilent = false;
  const gateway = await playGateway(server, port, {
    sn,
    memory,
    password,
    how: (command, held) => (isSilent && command.do === 'read' ? undefined : obeys(command, held)),
  });
  await ask('gateway/bsg/server', { sid, sn, read: ['reconnectTimeS'] }, first);
  isSilent = true;
  const { command } = await ask('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 900), validS: 60 }, first);
  await expect.poll(() => memory.heard.length, { timeout: 10_000 }).toBe(3);
  gateway.end();
  await gateway.ended;
  clock.forward(71);
  await expireCommands(context);
  expect(await stateOf(command.id)).toEqual({ state: 'expired', reason: 'notReadBack' });
  expect(memory.values.reconnectTimeS).toBe(900);
  // After a week offline, the rollback still waits.
  clock.forward(7 * 86_400);
  await expireCommands(context);
  isSilent = false;
  await playGateway(server, port, { sn, memory, password });
  await expect.poll(() => memory.values.reconnectTimeS, { timeout: 10_000 }).toBe(60);
  const later = await plant.strong(plant.one.id);
  const listed = async () => (await ask('gateway/commands/list', { sid }, later)).list[0];
  await expect.poll(async () => (await listed())?.state, { timeout: 10_000 }).toBe('readBack');
  expect(await listed()).toMatchObject({ returns: command.id, askedBy: '', changes: [{ wanted: 60, readBack: 60 }] });
});

test('no rollback is queued after an owner switches control off', async () => {
  const { sid, sn, first } = await createGatewayPlant(server);
  await sql`
    insert into device_parameters (sid, sn, told) values (${sid}, ${sn}, ${JSON.stringify({ reconnectTimeS: { value: 60, at: clock.now() } })}::text::jsonb)`;
  const { command } = await ask('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 900), validS: 60 }, first);
  await sql`update commands set state = 'issued', issued_at = ${clock.now()} where id = ${command.id}`;
  clock.forward(71);
  const owner = connect(server.databaseUrl, { max: 1 });
  let ending: Promise<unknown> | undefined;
  await owner.begin(async (tx) => {
    await tx`update sites set control_off_at = ${clock.now()} where sid = ${sid}`;
    ending = expireCommands(context);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await tx`update commands set state = 'failed' where sid = ${sid} and state = 'approved'`;
  });
  await ending;
  await owner.end({ timeout: 1 });
  expect(await stateOf(command.id)).toEqual({ state: 'expired', reason: 'noAnswer' });
  expect(await sql`select from commands where sid = ${sid} and returns is not null`).toHaveLength(0);
});

test('an unreachable device is read back repeatedly after a write, and rolled back when it stays unreachable', async () => {
  const { sid, sn, first } = await createGatewayPlant(server);
  const memory = newMemory();
  let isReachable = true;
  const how: Obeys = (command, held) =>
    isReachable || command.do === 'write' ? obeys(command, held) : [{ state: 'refused', reason: 'notReachable' }];
  await playGateway(server, port, { sn, memory, how });
  await ask('gateway/bsg/server', { sid, sn, read: ['reconnectTimeS'] }, first);
  isReachable = false;
  const { command } = await ask('gateway/bsg/server', { sid, sn, ...write('reconnectTimeS', 900), validS: 60 }, first);
  await expect.poll(() => memory.heard.length, { timeout: 10_000 }).toBe(3);
  expect(await stateOf(command.id)).toMatchObject({ state: 'accepted' });
  clock.forward(71);
  await expireCommands(context);
  expect(await stateOf(command.id)).toEqual({ state: 'expired', reason: 'notReadBack' });
  isReachable = true;
  await expect.poll(() => memory.values.reconnectTimeS, { timeout: 10_000 }).toBe(60);
});

/** A device behind a gateway that has written 900 to it and then disappeared. */
async function lostGateway() {
  const plant = await createGatewayPlant(server);
  const { sid, sn, first } = plant;
  const child = await makeChild(sql, { sid, gateway: sn });
  // The memory of the device itself, whichever gateway it is attached to.
  const memory = newMemory();
  let isSilent = false;
  const how: Obeys = (command, held) => {
    const answers = obeys(command, held);
    return isSilent ? undefined : answers;
  };
  const gateway = await playGateway(server, port, { sn, memory, how });
  await ask('gateway/bsg/server', { sid, sn: child, read: ['reconnectTimeS'] }, first);
  isSilent = true;
  const validS = 60;
  const { command } = await ask(
    'gateway/bsg/server',
    { sid, sn: child, ...write('reconnectTimeS', 900), validS },
    first,
  );
  await expect.poll(() => memory.values.reconnectTimeS, { timeout: 10_000 }).toBe(900);
  gateway.end();
  await gateway.ended;
  const expire = async () => {
    clock.forward(71);
    await expireCommands(context);
    await becomes(command.id, 'expired');
  };
  /** Attaches the device to another gateway, which does not know earlier commands, and waits for the rollback. */
  const expectRollback = async (by: string, password: string, announces = false) => {
    isSilent = false;
    memory.answers.clear();
    if (announces) {
      const device = await connectDevice(port, { sn: by, password });
      await device.up('announce', { v: 1, kind: 'gateway', devices: [{ sn: child, kind: 'microinverter' }] });
    }
    await playGateway(server, port, { sn: by, memory, password });
    await expect.poll(() => memory.values.reconnectTimeS, { timeout: 10_000 }).toBe(60);
    const back = async () =>
      await sql`select state, parameters, gateway_sn from commands where sid = ${sid} and returns = ${command.id} and state = 'readBack'`;
    await expect
      .poll(back, { timeout: 10_000 })
      .toEqual([{ state: 'readBack', parameters: { reconnectTimeS: 60 }, gatewaySn: by }]);
  };
  return { ...plant, child, command, expire, expectRollback };
}

test.each(['is under way', 'has ended and its rollback waits'])(
  'a device of a lost gateway is rolled back through the gateway that replaces it when the change %s',
  async (which) => {
    const { sid, sn, first, command, expire, expectRollback } = await lostGateway();
    if (which !== 'is under way') await expire();
    const by = `GW${sn.slice(-6)}`;
    const { credentials } = await ask('device/replace', { sid, sn, by }, first);
    expect((await stateOf(command.id))!.state).toBe(which === 'is under way' ? 'failed' : 'expired');
    await expectRollback(by, credentials[0]!.password);
  },
);

test.each(['is under way', 'has ended and its rollback waits'])(
  'a device of a deleted gateway is rolled back through another gateway that announces it when the change %s',
  async (which) => {
    const { sid, sn, first, expire, expectRollback } = await lostGateway();
    if (which !== 'is under way') await expire();
    const { sn: other } = await makeDevice(sql, { sid, product: 'HG-1' });
    await ask('device/delete', { sid, sn }, first);
    await expectRollback(other, await passwordOf(sql, other), true);
  },
);

test.each(['is under way', 'has ended and its rollback waits'])(
  'a device that another gateway of the plant announces is rolled back through that gateway when the change %s',
  async (which) => {
    const { sid, child, expire, expectRollback } = await lostGateway();
    const { sn: other } = await makeDevice(sql, { sid, product: 'HG-1' });
    const password = await passwordOf(sql, other);
    const announced = async () => {
      const device = await connectDevice(port, { sn: other, password });
      await device.up('announce', { v: 1, kind: 'gateway', devices: [{ sn: child, kind: 'microinverter' }] });
    };
    if (which === 'is under way') await announced();
    await expire();
    if (which !== 'is under way') await announced();
    await expectRollback(other, password);
  },
);

test('a rollback waits without a gateway after the gateway is deleted, and is sent when the gateway is added back', async () => {
  const { sid, sn, child, first, expire, expectRollback } = await lostGateway();
  await expire();
  await ask('device/delete', { sid, sn }, first);
  const open = async () =>
    await sql`select gateway_sn, sn, state from commands where sid = ${sid} and state = 'approved'`;
  expect(await open()).toEqual([{ gatewaySn: '', sn: child, state: 'approved' }]);
  const { credentials } = await ask('site/updateFast', { sid, sn: [{ sn, model: 10_000 }] }, first);
  await expectRollback(sn, credentials[0]!.password, true);
});

test('a device that is deleted with its gateway is not rolled back', async () => {
  const { sid, sn, first, expire } = await lostGateway();
  await expire();
  await ask('device/delete', { sid, sn, children: 'go' }, first);
  expect(
    await sql`select from commands where sid = ${sid} and state in ('draft', 'approved', 'issued', 'accepted')`,
  ).toEqual([]);
});

test.each<[string, Partial<CommandResult>[]]>([
  ['does not answer', []],
  ['cannot be reached after the command was accepted', [{ state: 'accepted' }]],
  ['is refused as unreachable', [{ state: 'refused', reason: 'notReachable' }]],
])(
  'a rollback whose device %s does not block its gateway, and is repeated until it is executed',
  async (_, answers) => {
    const plant = await createGatewayPlant(server);
    const { sid, sn, first } = plant;
    const child = await makeChild(sql, { sid, gateway: sn });
    const [memory, deviceMemory] = [newMemory(), newMemory()];
    let isAway = false;
    let change = '';
    const how: Obeys = (command, held) => {
      if (command.device === sn) return obeys(command, held);
      if (!isAway) return obeys(command, deviceMemory);
      // The change itself is never answered.
      change ||= command.id;
      return command.id === change ? [] : answers;
    };
    await playGateway(server, port, { sn, memory, how });
    await ask('gateway/bsg/server', { sid, sn: child, read: ['reconnectTimeS'] }, first);
    isAway = true;
    const { command } = await ask(
      'gateway/bsg/server',
      { sid, sn: child, ...write('reconnectTimeS', 900), validS: 60 },
      first,
    );
    const becomesReceived = async (n: number) =>
      await expect
        .poll(() => new Set(memory.heard.filter(({ device }) => device === child).map(({ id }) => id)).size, {
          timeout: 10_000,
        })
        .toBe(n);
    await becomesReceived(2);
    // The device executed the change without the portal knowing.
    deviceMemory.values.reconnectTimeS = 900;
    clock.forward(71);
    await expireCommands(context);
    await becomes(command.id, 'expired');
    await becomesReceived(3);
    const back = async () =>
      (
        await sql<
          { state: string }[]
        >`select state from commands where sid = ${sid} and returns = ${command.id} order by asked_at`
      ).map(({ state }) => state);
    const behind = await ask('gateway/bsg/server', { sid, sn, read: ['overVoltageV'], waitS: 0 }, first);
    const end = answers[0]?.state === 'refused' ? 'failed' : 'expired';
    // A refused rollback delays no other command, an unanswered one only for its turn.
    if (end === 'expired') clock.forward(21);
    await becomes(behind.command.id, 'readBack');
    clock.forward(3_600);
    await expireCommands(context);
    expect(await back()).toEqual([end]);
    // The device is back in the morning.
    clock.forward(4 * 3_600);
    await expireCommands(context);
    expect(await back()).toHaveLength(1);
    isAway = false;
    clock.forward(2 * 3_600);
    await expireCommands(context);
    await expect.poll(() => deviceMemory.values.reconnectTimeS, { timeout: 10_000 }).toBe(60);
    await expect.poll(back, { timeout: 10_000 }).toEqual([end, 'readBack']);
  },
);

test('an unanswered rollback is not repeated after a user has set the value since, nor after 30 days', async () => {
  const { sid, sn, companyId, one } = await createGatewayPlant(server);
  const id = crypto.randomUUID();
  const make = async (
    parameters: object,
    { own, by = null, returned = null }: { own: string; by?: number | null; returned?: string | null },
  ) =>
    await sql`
      insert into commands (sid, id, gateway_sn, sn, action, parameters, state, step, reason, asked_by, company_id, returns, asked_at,
        queued_at, ended_at, expires_at, valid_s)
      values (${sid}, ${own}, ${sn}, ${sn}, 'write', ${JSON.stringify(parameters)}::text::jsonb, 'expired', 'write', 'noAnswer', ${by},
        ${companyId}, ${returned}, ${clock.now()}, ${clock.now()}, ${clock.now()}, ${clock.now()}, ${30 * 86_400})`;
  const returns = async () =>
    await sql`select state from commands where sid = ${sid} and returns = ${id} and state = 'approved'`;
  await make({ reconnectTimeS: 60 }, { own: crypto.randomUUID(), returned: id });
  clock.forward(7 * 3_600);
  const laterId = crypto.randomUUID();
  await make({ reconnectTimeS: 120 }, { own: laterId, by: one.id });
  await expireCommands(context);
  expect(await returns()).toHaveLength(0);
  await sql`update commands set parameters = '{"overVoltageV": 250}' where id = ${laterId}`;
  clock.forward(31 * 86_400);
  await expireCommands(context);
  expect(await returns()).toHaveLength(0);
  clock.forward(-30 * 86_400);
  await expireCommands(context);
  expect(await returns()).toHaveLength(1);
});
