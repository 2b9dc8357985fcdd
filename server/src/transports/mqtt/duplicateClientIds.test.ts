// Two gateways with one serial number, which take over each other's connection, raise an event of their plant; a gateway that reconnects does not.
import { connect as connectSocket, type Socket } from 'node:net';
import { generate } from 'mqtt-packet';
import { expect, onTestFinished, test } from 'vitest';
import { makeSite, makeUser } from '../../../test/factories.ts';
import { connectDevice } from '../../../test/mqttDevices.ts';
import { mqttServer } from '../../../test/mqttServer.ts';
import { closeResolvedDuplicates } from './duplicateClientId.ts';

const { sql, context, port, ask, signedIn, clock } = await mqttServer();
clock.set('2026-06-15T10:00:00Z');
const installer = await makeUser(sql);
const token = await signedIn(installer.id);

async function addGateway(sn: string): Promise<{ sid: string; sn: string; password: string }> {
  const sid = await makeSite(sql, { companyId: installer.companyId });
  const { credentials } = await ask('site/updateFast', { sid, sn: [{ sn, model: 10_000 }] }, { token });
  return { sid, sn, password: credentials[0]!.password };
}
type Gateway = Awaited<ReturnType<typeof addGateway>>;

const alertsOf = async ({ sid, sn }: Gateway) =>
  (await ask('device/alerts', { sid, sn }, { token })).list
    .filter(({ code }) => code === 'twoAsOne')
    .map(({ startIso, endIso, state }) => ({ startIso, endIso, state }));

/** Connects and reports. */
async function connectAndReport(gateway: Gateway): Promise<{ ended: Promise<void> }> {
  const device = await connectDevice(port, gateway);
  await device.up('report', { v: 1, devices: [] });
  return device;
}

/** Connects, reports and then reads nothing, like a device that has lost its network. */
async function connectUnresponsive({ sn, password }: Gateway): Promise<Socket> {
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

test('raises one event for two gateways with one serial number behind one address until one of them stops', async () => {
  const gateway = await addGateway('TW000001');
  let current = await connectAndReport(gateway);
  /** The other gateway connects, and the first one's connection is taken over. */
  const takeOver = async (): Promise<void> => {
    clock.forward(20);
    const next = await connectAndReport(gateway);
    await current.ended;
    current = next;
  };
  await takeOver();
  await takeOver();
  expect(await alertsOf(gateway)).toEqual([]);
  await takeOver();
  const open = { startIso: '2026-06-15T12:00:20+02:00', endIso: null, state: 'open' };
  await expect.poll(() => alertsOf(gateway)).toEqual([open]);
  const { sourceEvents } = await ask('site/overview', { sid: gateway.sid }, { token });
  expect(sourceEvents).toMatchObject([{ code: 'twoAsOne', title: 'Two gateways sign in as TW000001' }]);
  expect(sourceEvents[0]!.desc).toContain('renew the password of TW000001');

  // While it continues, the same event is updated with the latest time.
  clock.forward(290);
  await takeOver();
  await expect
    .poll(async () => (await sql`select detail from events where sn = ${gateway.sn}`)[0]!.detail)
    .toEqual({ last: String(Date.parse('2026-06-15T10:06:10Z') / 1000) });
  await closeResolvedDuplicates(context);
  expect(await alertsOf(gateway)).toEqual([open]);
  clock.forward(31 * 60);
  await closeResolvedDuplicates(context);
  expect(await alertsOf(gateway)).toEqual([{ ...open, endIso: '2026-06-15T12:06:10+02:00', state: 'closed' }]);
});

test('raises no event for a gateway that loses its network and reconnects repeatedly', async () => {
  const gateway = await addGateway('TW000002');
  const sockets = [];
  for (let times = 0; times < 6; times++) {
    sockets.push(await connectUnresponsive(gateway));
    clock.forward(20);
  }
  // By the time these takeovers have raised an event, the earlier connections would have responded.
  const live = await addGateway('TW000003');
  let current = await connectAndReport(live);
  for (let times = 0; times < 3; times++) {
    const next = await connectAndReport(live);
    await current.ended;
    current = next;
  }
  await expect.poll(() => alertsOf(live)).toHaveLength(1);
  expect(await alertsOf(gateway)).toEqual([]);
});

test('raises no event for a gateway that reconnects now and then before its last connection is closed', async () => {
  const gateway = await addGateway('TW000004');
  let current = await connectAndReport(gateway);
  for (let times = 0; times < 6; times++) {
    clock.forward(8 * 60);
    const next = await connectAndReport(gateway);
    await current.ended;
    current = next;
  }
  expect(await alertsOf(gateway)).toEqual([]);
});
