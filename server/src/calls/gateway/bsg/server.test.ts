// gateway/bsg/server: requests are checked against the catalogue, the plant, the session and commands in progress; waiting holds no connection.
import { expect, test } from 'vitest';
import { makeDevice, makeUser } from '../../../../test/factories.ts';
import { createGatewayPlant } from '../../../../test/gatewayPlant.ts';
import { makeApiToken } from '../../../../test/signIns.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { sql, ask, call, clock } = server;
const plant = await createGatewayPlant(server);
const { sid, sn, first } = plant;
const write = (name: string, value: number, of = sn) => ({ sid, sn: of, write: [{ name, value }], waitS: 0 });
const commands = async () => (await sql<{ n: number }[]>`select count(*)::int as n from commands`)[0]!.n;

test('queues a protected parameter for a second person, and another one for its gateway', async () => {
  const { command } = await ask('gateway/bsg/server', { ...write('overVoltageV', 253), waitS: 20 }, first);
  expect(command).toMatchObject({
    state: 'draft',
    isProtected: true,
    isIssued: false,
    rights: { approve: false, withdraw: true },
  });
  const other = await ask('gateway/bsg/server', write('reconnectTimeS', 90), first);
  expect(other.command).toMatchObject({ state: 'approved', isProtected: false, gatewaySn: sn });
});

test.each<[string, object, number]>([
  ['outside its range', write('underFrequencyHz', 44), 1554],
  ['between its steps', write('underFrequencyHz', 47.505), 1554],
  ['of another model', write('colour', 3), 1553],
  ['with an inherited name', write('constructor', 3), 1553],
  ['that is under way', write('overVoltageV', 260), 1550],
  ['of a device that is not there', write('reconnectTimeS', 60, 'NOBODY1'), 1006],
  ['of another plant', { ...write('reconnectTimeS', 60), sid: 'DE_20261121_k7Qm4x' }, 1005],
  ['of the same name twice', { sid, sn, write: [1, 2].map((value) => ({ name: 'reconnectTimeS', value })) }, 400],
  ['of nothing', { sid, sn, write: [] }, 400],
  ['with a name that cannot be stored', { sid, sn, read: ['\u0000'] }, 400],
  ['with a text for a number', { sid, sn, write: [{ name: 'reconnectTimeS', value: 'much' }] }, 400],
])('refuses a change %s, and queues nothing', async (_, body, code) => {
  const before = await commands();
  expect(await call('gateway/bsg/server', body as never, first)).toMatchObject({ code });
  expect(await commands()).toBe(before);
});

test('names the command in progress in words', async () => {
  const { msg } = await call('gateway/bsg/server', write('overVoltageV', 260), first);
  expect(msg).toContain('(Over voltage protection)');
});

test('writes all values in range or none', async () => {
  const body = {
    sid,
    sn,
    waitS: 0,
    write: [
      { name: 'nominalFrequencyHz', value: 60 },
      { name: 'underVoltageV', value: 999 },
    ],
  };
  expect(await call('gateway/bsg/server', body, first)).toMatchObject({ code: 1554 });
});

test('refuses devices with frames over HTTP, meters and released devices', async () => {
  const micro = await makeDevice(sql, { sid, product: 'BDM-800' });
  const meter = await makeDevice(sql, { sid, product: 'Meter' });
  const removed = await makeDevice(sql, { sid, product: 'HG-1' });
  await sql`update devices set removed_at = now() where sn = ${removed.sn}`;
  for (const { sn: of } of [micro, meter])
    expect(await call('gateway/bsg/server', write('reconnectTimeS', 60, of), first)).toMatchObject({ code: 1555 });
  expect(await call('gateway/bsg/server', write('reconnectTimeS', 60, removed.sn), first)).toMatchObject({
    code: 1006,
  });
  await sql`update devices set gateway_sn = ${sn} where sn = ${micro.sn}`;
  const { command } = await ask('gateway/bsg/server', write('reconnectTimeS', 60, micro.sn), first);
  expect(command).toMatchObject({ sn: micro.sn, gatewaySn: sn });
});

test('refuses a password alone, and accepts a code or a token with the right scope', async () => {
  const passwordOnly = { token: await server.signedIn(plant.one.id) };
  expect(await call('gateway/bsg/server', write('underFrequencyHz', 47.5), passwordOnly)).toMatchObject({ code: 1552 });
  expect((await ask('gateway/bsg/server', { sid, sn, waitS: 0 }, passwordOnly)).command.action).toBe('read');
  const token = async (scope: 'read' | 'control') =>
    await makeApiToken(sql, { userId: plant.one.id, at: clock.now(), scope });
  expect(await call('gateway/bsg/server', write('underFrequencyHz', 47.5), await token('read'))).toMatchObject({
    status: 403,
  });
  expect((await ask('gateway/bsg/server', write('underFrequencyHz', 47.5), await token('control'))).command.state).toBe(
    'draft',
  );
});

test('hides the device from strangers, and refuses roles and owners without the permission', async () => {
  const stranger = await plant.strong((await makeUser(sql)).id);
  expect(await call('gateway/bsg/server', write('reconnectTimeS', 61), stranger)).toMatchObject({ code: 1005 });
  expect(await call('gateway/bsg/server', write('reconnectTimeS', 61), plant.owning)).toMatchObject({ status: 403 });
});

test('accepts one of two concurrent changes', async () => {
  const { sid: other, sn: gateway, first: who } = await createGatewayPlant(server);
  const body = { sid: other, sn: gateway, waitS: 0, write: [{ name: 'reconnectTimeS', value: 100 }] };
  const responses = await Promise.all([call('gateway/bsg/server', body, who), call('gateway/bsg/server', body, who)]);
  expect(responses.map(({ code }) => code).toSorted((left, right) => left - right)).toEqual([200, 1550]);
});

test('limits the commands waiting for one gateway', async () => {
  const { sid: other, sn: gateway, first: who } = await createGatewayPlant(server);
  await sql`
    insert into commands (sid, id, gateway_sn, sn, action, parameters, state, step, asked_at, valid_s, expires_at)
    select ${other}, gen_random_uuid(), ${gateway}, ${gateway}, 'read', '{}', 'approved', 'read', now(), 600, '2099-01-01' from generate_series(1, 50)`;
  expect(await call('gateway/bsg/server', { sid: other, sn: gateway, waitS: 0 }, who)).toMatchObject({ code: 1556 });
});
