// Two gateways of one number displace each other for ever: an event of their plant, which one that loses its line never is.
import { connect as connectSocket, type Socket } from 'node:net';
import { generate } from 'mqtt-packet';
import { expect, onTestFinished, test } from 'vitest';
import { makeSite, makeUser } from '../../../test/factories.ts';
import { connectDevice } from '../../../test/mqttDevices.ts';
import { mqttServer } from '../../../test/mqttServer.ts';
import { closeGoneTwins } from './duplicateClientId.ts';

const { sql, context, port, ask, signedIn, clock } = await mqttServer();
clock.set('2026-06-15T10:00:00Z');
const installer = await makeUser(sql);
const token = await signedIn(installer.id);

async function added(sn: string): Promise<{ sid: string; sn: string; password: string }> {
  const sid = await makeSite(sql, { companyId: installer.companyId });
  const { credentials } = await ask('site/updateFast', { sid, sn: [{ sn, model: 10_000 }] }, { token });
  return { sid, sn, password: credentials[0]!.password };
}
type Gateway = Awaited<ReturnType<typeof added>>;

const alertsOf = async ({ sid, sn }: Gateway) =>
  (await ask('device/alerts', { sid, sn }, { token })).list
    .filter(({ code }) => code === 'twoAsOne')
    .map(({ startIso, endIso, state }) => ({ startIso, endIso, state }));

/** Comes, reports, and stays until it is displaced. */
async function comes(gateway: Gateway): Promise<{ ended: Promise<void> }> {
  const device = await connectDevice(port, gateway);
  await device.up('report', { v: 1, devices: [] });
  return device;
}

/** What it lacks of a line: the connection stands, and nobody reads what comes. */
async function comesDeaf({ sn, password }: Gateway): Promise<Socket> {
  const socket = connectSocket({ host: '127.0.0.1', port, allowHalfOpen: true });
  onTestFinished(() => {
    socket.destroy();
  });
  socket.on('error', () => {});
  const reads = () => new Promise<void>((resolve) => socket.once('data', () => resolve()));
  socket.write(
    generate({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      keepalive: 60,
      clientId: sn,
      username: sn,
      password: Buffer.from(password),
    }),
  );
  await reads();
  socket.write(
    generate({
      cmd: 'publish',
      topic: `hg/${sn}/up/report`,
      payload: JSON.stringify({ v: 1, devices: [] }),
      qos: 1,
      messageId: 1,
      dup: false,
      retain: false,
    }),
  );
  await reads();
  socket.pause();
  return socket;
}

test('two gateways of one number behind one address are told to their plant once, until one of them stops', async () => {
  const gateway = await added('TW000001');
  let there = await comes(gateway);
  /** The other one comes, and the one that was there is sent away and sees it. */
  const turn = async (): Promise<void> => {
    clock.forward(20);
    const next = await comes(gateway);
    await there.ended;
    there = next;
  };
  await turn();
  await turn();
  expect(await alertsOf(gateway)).toEqual([]);
  await turn();
  const open = { startIso: '2026-06-15T12:00:20+02:00', endIso: null, state: 'open' };
  await expect.poll(() => alertsOf(gateway)).toEqual([open]);
  const { sourceEvents } = await ask('site/overview', { sid: gateway.sid }, { token });
  expect(sourceEvents).toMatchObject([{ code: 'twoAsOne', title: 'Two gateways sign in as TW000001' }]);
  expect(sourceEvents[0]!.desc).toContain('renew the password of TW000001');

  // As it goes on, it stays the one event, which knows when it went on last.
  clock.forward(290);
  await turn();
  await expect
    .poll(async () => (await sql`select detail from events where sn = ${gateway.sn}`)[0]!.detail)
    .toEqual({ last: String(Date.parse('2026-06-15T10:06:10Z') / 1000) });
  await closeGoneTwins(context);
  expect(await alertsOf(gateway)).toEqual([open]);
  clock.forward(31 * 60);
  await closeGoneTwins(context);
  expect(await alertsOf(gateway)).toEqual([{ ...open, endIso: '2026-06-15T12:06:10+02:00', state: 'closed' }]);
});

test('one that loses its line and comes back, again and again, is no second one', async () => {
  const gateway = await added('TW000002');
  const sockets = [];
  for (let times = 0; times < 6; times++) {
    sockets.push(await comesDeaf(gateway));
    clock.forward(20);
  }
  // What answers has answered by now: the connection that came after all of them is displaced by another of its kind.
  const sound = await added('TW000003');
  let there = await comes(sound);
  for (let times = 0; times < 3; times++) {
    const next = await comes(sound);
    await there.ended;
    there = next;
  }
  await expect.poll(() => alertsOf(sound)).toHaveLength(1);
  expect(await alertsOf(gateway)).toEqual([]);
});

test('a gateway that comes again now and then before its last connection is closed is no second one', async () => {
  const gateway = await added('TW000004');
  let there = await comes(gateway);
  for (let times = 0; times < 6; times++) {
    clock.forward(8 * 60);
    const next = await comes(gateway);
    await there.ended;
    there = next;
  }
  expect(await alertsOf(gateway)).toEqual([]);
});
