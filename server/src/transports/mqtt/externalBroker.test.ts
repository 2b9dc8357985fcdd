// Devices behind Mosquitto: handled as at the own endpoint, queued by the broker while nothing can be stored, each message stored once.
import { once } from 'node:events';
import mqtt from 'mqtt';
import { afterAll, expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { describeWithMosquitto, prepareMosquitto } from '../../../test/mosquitto.ts';
import { storedSamples } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';
import { notifyQueue } from '../../commands/notifyQueue.ts';
import { createDeviceHandler, type DeviceHandler } from './deviceHandler.ts';
import { connectExternalBroker } from './externalBroker.ts';
import type { Downlink } from './externalBrokerSessions.ts';
import { openMqtt } from './openMqtt.ts';

const DEVICES = [
  'GWOUT001',
  'GWOUT002',
  'GWOUT004',
  'GWOUT005',
  'GWOUT006',
  'GWOUT007',
  'GWOUT009',
  'GWOUT011',
  'gwout010',
  'DTUOUT03',
  'DTUOUT08',
];
const ACL =
  'user heliograph\ntopic read hg/+/up/#\ntopic read hg/+/opendtu/#\ntopic write hg/+/down/#\n\npattern write hg/%u/up/#\npattern read hg/%u/down/#\npattern readwrite hg/%u/opendtu/#\n';

const COPY_ACL = 'user heliograph\ntopic write hg/+/up/#\n\nuser reader\ntopic read hg/+/up/#\n';

describeWithMosquitto('an external broker', async () => {
  // Forwards incoming messages to another broker, as docs/operate/mqtt.md describes.
  const elsewhere = await prepareMosquitto({ devices: ['reader'], acl: COPY_ACL });
  elsewhere.start();
  const {
    port,
    url,
    start: startBroker,
  } = await prepareMosquitto({
    devices: DEVICES,
    acl: ACL,
    isKept: true,
    more: `connection copy\naddress 127.0.0.1:${elsewhere.port}\nremote_username heliograph\nremote_password secret\ntopic hg/+/up/# out 1\n`,
  });
  let broker = startBroker();
  const server = await testServer({ MQTT_URL: url });
  const { sql, context, clock } = server;
  const own = await openMqtt(context);
  afterAll(own.close);
  const NOW = clock.now().getTime();
  const connectClient = async (sn: string) => {
    const client = await mqtt.connectAsync({
      host: '127.0.0.1',
      port,
      clientId: sn,
      username: sn,
      password: 'device',
      reconnectPeriod: 0,
    });
    afterAll(() => client.end(true));
    return client;
  };
  const announcement = (sn: string) =>
    JSON.stringify({ v: 1, kind: 'gateway', intervalS: 60, devices: [{ sn, kind: 'microinverter' }] });
  const report = (sn: string, minute: number) =>
    JSON.stringify({ v: 1, devices: [{ sn, at: NOW - minute * 60_000, q: { powerW: 100 + minute } }] });

  test('delivers announcements and reports, and messages to devices', async () => {
    await own.ready;
    const { sid, sn } = await makeDevice(sql, { sn: 'GWOUT001', product: 'HG-1' });
    const client = await connectClient(sn);
    const answered = new Promise((resolve) => client.once('message', (topic) => resolve(topic)));
    await client.subscribeAsync(`hg/${sn}/down/#`, { qos: 1 });
    // An unknown topic is dropped and does not block the messages after it.
    await client.publishAsync(`hg/${sn}/up/log`, '{"free":81220}', { qos: 1 });
    await client.publishAsync(`hg/${sn}/up/announce`, announcement('AB000001'), { qos: 1 });
    expect(await answered).toBe(`hg/${sn}/down/time`);
    await Promise.all(
      Array.from({ length: 50 }, (_, minute) =>
        client.publishAsync(`hg/${sn}/up/report`, report('AB000001', minute), { qos: 1 }),
      ),
    );
    const stored = async () => (await storedSamples(sql, sid)).filter((sample) => sample.sn === 'AB000001');
    await expect.poll(async () => (await stored()).length, { timeout: 10_000 }).toBe(50);
    await expect
      .poll(async () => (await sql`select online from gateways where sn = ${sn}`)[0])
      .toEqual({ online: true });
  });

  test('delivers messages to a device that writes its serial number in lower case', async () => {
    const { sid, sn } = await makeDevice(sql, { sn: 'GWOUT010', product: 'HG-1' });
    const small = sn.toLowerCase();
    const client = await connectClient(small);
    const answered = new Promise((resolve) => client.once('message', (topic) => resolve(topic)));
    await client.subscribeAsync(`hg/${small}/down/#`, { qos: 1 });
    await client.publishAsync(`hg/${small}/up/announce`, announcement('ab000010'), { qos: 1 });
    expect(await answered).toBe(`hg/${small}/down/time`);
    await client.publishAsync(`hg/${small}/up/report`, report('ab000010', 0), { qos: 1 });
    const stored = async () => (await storedSamples(sql, sid)).filter((sample) => sample.sn === 'AB000010');
    await expect.poll(async () => (await stored()).length, { timeout: 10_000 }).toBe(1);
  });

  test('forwards a copy of each message to another broker while Heliograph receives all of them', async () => {
    const { sid, sn } = await makeDevice(sql, { sn: 'GWOUT009', product: 'HG-1' });
    const reader = await mqtt.connectAsync({
      host: '127.0.0.1',
      port: elsewhere.port,
      username: 'reader',
      password: 'device',
      reconnectPeriod: 0,
    });
    afterAll(() => reader.end(true));
    const received: [string, string][] = [];
    reader.on('message', (topic, text) => received.push([topic, text.toString()]));
    await reader.subscribeAsync('hg/+/up/#', { qos: 1 });
    const client = await connectClient(sn);
    const sent = [0, 1, 2].map((minute): [string, string] => [`hg/${sn}/up/report`, report('AB000009', minute)]);
    await client.publishAsync(`hg/${sn}/up/announce`, announcement('AB000009'), { qos: 1 });
    for (const [topic, text] of sent) await client.publishAsync(topic, text, { qos: 1 });
    await expect.poll(() => received.filter(([topic]) => topic.endsWith('report')), { timeout: 10_000 }).toEqual(sent);
    expect(received.map(([topic]) => topic)).toContain(`hg/${sn}/up/announce`);
    const stored = async () => (await storedSamples(sql, sid)).filter((sample) => sample.sn === 'AB000009');
    await expect.poll(async () => (await stored()).length, { timeout: 10_000 }).toBe(3);
  });

  test('retains OpenDTU values that give a later server neither samples nor a restart', async () => {
    const { sid, sn } = await makeDevice(sql, { sn: 'DTUOUT03', product: 'OpenDTU' });
    const client = await connectClient(sn);
    const inverter = '11610a000003';
    const publishValues = async (atS: number, powerW: number, uptimeS: number) => {
      for (const [path, text] of [
        ['dtu/status', 'online'],
        ['dtu/uptime', uptimeS],
        [`${inverter}/status/reachable`, 1],
        [`${inverter}/status/last_update`, atS],
        [`${inverter}/0/power`, powerW],
      ])
        await client.publishAsync(`hg/${sn}/opendtu/${path}`, String(text), { qos: 0, retain: true });
    };
    const stored = async () =>
      (await storedSamples(sql, sid)).filter(({ sn: device }) => device !== sn).map(({ at, powerW }) => [at, powerW]);
    const at = (minute: number): string => new Date(NOW + minute * 60_000).toISOString();
    await publishValues(NOW / 1000, 100, 1_000);
    await expect.poll(stored, { timeout: 10_000 }).toEqual([[at(0), 100]]);
    // No will is published, and an hour later a server starts that knows nothing of the device.
    clock.set(at(60));
    const later = await openMqtt({ ...context, config: { ...context.config, port: context.config.port + 1 } });
    await later.ready;
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await publishValues(NOW / 1000 + 3_600, 110, 4_600);
    await expect.poll(stored, { timeout: 10_000 }).toEqual([
      [at(0), 100],
      [at(60), 110],
    ]);
    const restarts = () => sql`select opened_at from events where sn = ${sn} and code = 'restart'`;
    expect(await restarts()).toHaveLength(0);
    // Restarted on the same broker connection: one event, from either server.
    clock.set(at(70));
    await publishValues(NOW / 1000 + 4_200, 120, 60);
    await expect.poll(async () => (await restarts()).length, { timeout: 10_000 }).toBe(1);
    await publishValues(NOW / 1000 + 4_205, 120, 65);
    await expect.poll(async () => (await stored()).length, { timeout: 10_000 }).toBe(4);
    expect(await restarts()).toHaveLength(1);
    await later.close();
  }, 60_000);

  test('causes no unhandled error when a server stops while it handles messages', async () => {
    const { sn } = await makeDevice(sql, { sn: 'DTUOUT08', product: 'OpenDTU' });
    const handler = createDeviceHandler(context);
    const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let publish: Downlink['publish'] = () => {};
    const slow: DeviceHandler = {
      ...handler,
      async onBrokerMessage(topic, payload) {
        reached.resolve();
        await held.promise;
        return await handler.onBrokerMessage(topic, payload);
      },
      setDownlink(downlink) {
        publish = downlink.publish;
      },
    };
    const stopping = connectExternalBroker(`mqtt://heliograph:secret@127.0.0.1:${port}`, 'stopping', slow, context.log);
    await stopping.ready;
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    try {
      const client = await connectClient(sn);
      const received = new Promise((resolve) => client.once('message', resolve));
      await client.subscribeAsync(`hg/${sn}/down/#`, { qos: 1 });
      // One connection alone receives OpenDTU's topics and publishes; messages without acknowledgement are continued with even
      // after its end.
      await client.publishAsync(`hg/${sn}/opendtu/dtu/hostname`, 'OpenDTU', { qos: 0 });
      await reached.promise;
      publish(`hg/${sn}/down/time`, '{}');
      await received;
      // The broker's acknowledgement is read after the message being handled.
      await new Promise((resolve) => setTimeout(resolve, 200));
      await stopping.close();
      held.resolve();
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
      await handler.close();
    }
  });

  test('delivers messages again that could not be stored, and they are stored once', async () => {
    const { sid, sn } = await makeDevice(sql, { sn: 'GWOUT002', product: 'HG-1' });
    const client = await connectClient(sn);
    await client.publishAsync(`hg/${sn}/up/announce`, announcement('AB000002'), { qos: 1 });
    await expect.poll(async () => (await sql`select from devices where sn = 'AB000002'`).length).toBe(1);
    await sql`alter table hot_samples rename to hot_samples_away`;
    try {
      for (let minute = 0; minute < 20; minute++)
        await client.publishAsync(`hg/${sn}/up/report`, report('AB000002', minute), { qos: 1 });
      await new Promise((resolve) => setTimeout(resolve, 1_500));
    } finally {
      await sql`alter table hot_samples_away rename to hot_samples`;
    }
    const stored = async () => (await storedSamples(sql, sid)).filter((sample) => sample.sn === 'AB000002');
    await expect.poll(async () => (await stored()).length, { timeout: 20_000 }).toBe(20);
  }, 40_000);

  test('loses no message that it acknowledged when it was killed', async () => {
    const { sid, sn } = await makeDevice(sql, { sn: 'GWOUT005', product: 'HG-1' });
    const client = await connectClient(sn);
    await client.publishAsync(`hg/${sn}/up/announce`, announcement('AB000005'), { qos: 1 });
    await expect.poll(async () => (await sql`select from devices where sn = 'AB000005'`).length).toBe(1);
    // More at once than a broker delivers before the first acknowledgement.
    const sent = Array.from({ length: 200 }, (_, minute) =>
      client.publishAsync(`hg/${sn}/up/report`, report('AB000005', minute), { qos: 1 }),
    );
    await Promise.all(sent);
    broker.kill('SIGKILL');
    await once(broker, 'exit');
    broker = startBroker();
    const stored = async () => (await storedSamples(sql, sid)).filter((sample) => sample.sn === 'AB000005');
    await expect.poll(async () => (await stored()).length, { timeout: 60_000 }).toBe(200);
  }, 90_000);

  test('loses no message that it acknowledges after a kill, before its shared subscriptions are restored', async () => {
    const { sid, sn } = await makeDevice(sql, { sn: 'GWOUT004', product: 'HG-1' });
    const first = await connectClient(sn);
    await first.publishAsync(`hg/${sn}/up/announce`, announcement('AB000004'), { qos: 1 });
    await expect.poll(async () => (await sql`select from devices where sn = 'AB000004'`).length).toBe(1);
    broker.kill('SIGKILL');
    await once(broker, 'exit');
    broker = startBroker();
    let reconnected: Awaited<ReturnType<typeof connectClient>> | undefined;
    while (!reconnected) reconnected = await connectClient(sn).catch(() => undefined);
    for (let minute = 0; minute < 20; minute++)
      await reconnected.publishAsync(`hg/${sn}/up/report`, report('AB000004', minute), { qos: 1 });
    const stored = async () => (await storedSamples(sql, sid)).filter((sample) => sample.sn === 'AB000004');
    await expect.poll(async () => (await stored()).length, { timeout: 20_000 }).toBe(20);
  }, 40_000);

  test('delivers only a read of a command that the owner stopped while the gateway was away', async () => {
    const owner = await makeUser(sql, { role: 'owner' });
    const sid = await makeSite(sql, { companyId: owner.companyId, ownerId: owner.id });
    const { sn } = await makeDevice(sql, { sid, sn: 'GWOUT011', product: 'HG-1' });
    const id = crypto.randomUUID();
    await sql`
      insert into commands (sid, id, gateway_sn, sn, action, parameters, state, step, asked_at, queued_at, valid_s, expires_at)
      values (${sid}, ${id}, ${sn}, ${sn}, 'write', '{"reconnectTimeS": 90}', 'approved', 'write', now(), now(), 600, '2099-01-01')`;
    await notifyQueue(sql, { sid, sn });
    const row = async () => (await sql`select state, step, reason from commands where id = ${id}`)[0];
    await expect.poll(row, { timeout: 10_000 }).toMatchObject({ state: 'issued', step: 'write' });
    await server.ask('gateway/control', { sid, isOff: true }, { token: await server.signedIn(owner.id) });
    const client = await connectClient(sn);
    const received: string[] = [];
    client.on('message', (_, payload) => {
      const command = JSON.parse(payload.toString()) as { id: string; do: string };
      received.push(command.do);
      const answer = { v: 1, id: command.id, at: 0, state: 'done', reason: '', parameters: { reconnectTimeS: 60 } };
      client.publish(`hg/${sn}/up/result`, JSON.stringify(answer), { qos: 1 });
    });
    await client.subscribeAsync(`hg/${sn}/down/command`, { qos: 1 });
    const later = async () => {
      clock.forward(60);
      return await row();
    };
    await expect
      .poll(later, { timeout: 30_000, interval: 500 })
      .toEqual({ state: 'failed', step: 'read', reason: 'differs' });
    expect(new Set(received)).toEqual(new Set(['read']));
  });

  test.each(['write', 'read'])(
    'is killed during the %s of a command, which is executed once and read back afterwards',
    async (at) => {
      const { sid, sn } = await makeDevice(sql, { sn: at === 'write' ? 'GWOUT006' : 'GWOUT007', product: 'HG-1' });
      const id = crypto.randomUUID();
      const executed: string[] = [];
      let dies = true;
      const executeCommands = async (client: Awaited<ReturnType<typeof connectClient>>) => {
        client.on('message', (topic, payload) => {
          if (topic !== `hg/${sn}/down/command`) return;
          const command = JSON.parse(payload.toString()) as { id: string; do: string };
          if (command.do === 'write' && !executed.includes(command.id)) executed.push(command.id);
          if (dies && command.do === at) {
            dies = false;
            broker.kill('SIGKILL');
            return;
          }
          const answer = { v: 1, id: command.id, at: 0, state: 'done', reason: '', parameters: { reconnectTimeS: 90 } };
          client.publish(`hg/${sn}/up/result`, JSON.stringify(answer), { qos: 1 });
        });
        await client.subscribeAsync(`hg/${sn}/down/#`, { qos: 1 });
      };
      await executeCommands(await connectClient(sn));
      const exited = once(broker, 'exit');
      await sql`
      insert into commands (sid, id, gateway_sn, sn, action, parameters, state, step, asked_at, queued_at, valid_s, expires_at)
      values (${sid}, ${id}, ${sn}, ${sn}, 'write', '{"reconnectTimeS": 90}', 'approved', 'write', now(), now(), 600, '2099-01-01')`;
      await notifyQueue(sql, { sid, sn });
      await exited;
      broker = startBroker();
      let reconnected: Awaited<ReturnType<typeof connectClient>> | undefined;
      while (!reconnected) reconnected = await connectClient(sn).catch(() => undefined);
      await executeCommands(reconnected);
      const state = async () => {
        clock.forward(60);
        return (await sql<{ state: string }[]>`select state from commands where id = ${id}`)[0]!.state;
      };
      await expect.poll(state, { timeout: 30_000, interval: 1_000 }).toBe('readBack');
      expect(executed).toEqual([id]);
    },
    60_000,
  );
});
