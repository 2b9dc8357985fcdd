// The MQTT protocol: malformed, oversized and slow packets, many connections at once, and TLS.
import { join } from 'node:path';
import fc from 'fast-check';
import mqtt from 'mqtt-packet';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeDevice } from '../../../test/factories.ts';
import { metricValue } from '../../../test/metricValue.ts';
import { connectDevice, passwordOf, rawConnection } from '../../../test/mqttDevices.ts';
import { mqttServer } from '../../../test/mqttServer.ts';
import { metrics } from '../../platform/metrics.ts';
import { openMqtt } from './openMqtt.ts';
import { createPacketReader, MAX_PACKET_BYTES } from './packets.ts';

const { sql, context, port } = await mqttServer({ connectMs: 1_500, timeoutMs: 1_500 });
const { sn } = await makeDevice(sql, { sn: 'GATEWAY1', product: 'HG-1' });
const password = await passwordOf(sql, sn);

const connectBytes = (more: object = {}) =>
  mqtt.generate({
    cmd: 'connect',
    clientId: sn,
    username: sn,
    password: Buffer.from(password),
    clean: true,
    keepalive: 60,
    ...more,
  });
/** A fixed header without its packet. */
const header = (command: number, length: number): Buffer => {
  const bytes = [command];
  for (let rest = length; ; ) {
    const byte = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? byte + 128 : byte);
    if (rest === 0) return Buffer.from(bytes);
  }
};

async function expectWorking(): Promise<void> {
  const device = await connectDevice(port, { sn, password });
  await device.up('state', { online: true });
}

const endCount = async (why: string): Promise<number> => {
  const metric = await metrics.getSingleMetric('heliograph_mqtt_ends_total')!.get();
  return metric.values.find(({ labels }) => labels.why === why)?.value ?? 0;
};

describe('bytes from a client', () => {
  test.each([
    ['a browser', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
    ['a frame of a microinverter', Buffer.from('79260040140000', 'hex')],
    ['a packet before CONNECT', mqtt.generate({ cmd: 'pingreq' })],
    ['an endless length', Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x7f])],
    ['a CONNECT that is too long', Buffer.concat([header(0x10, 17_000), Buffer.alloc(100)])],
    ['a CONNECT of another protocol', Buffer.from('100c00044d5154580402003c0000', 'hex')],
    ['a CONNECT that ends within itself', Buffer.from('100a00044d5154540402', 'hex')],
    ['two CONNECTs', Buffer.concat([connectBytes(), connectBytes()])],
    ['a PUBLISH to a wildcard', Buffer.concat([connectBytes(), header(0x30, 5), Buffer.from('0001230000', 'hex')])],
    ['a packet that is too long', Buffer.concat([connectBytes(), header(0x30, MAX_PACKET_BYTES + 1)])],
    ['a packet of a server', Buffer.concat([connectBytes(), Buffer.from('20020000', 'hex')])],
  ])('end only their own connection if malformed: %s', async (_name, bytes) => {
    const { socket, ended } = rawConnection(port);
    socket.write(bytes);
    await ended;
    await expectWorking();
  });

  test('never affect other connections, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.uint8Array({ maxLength: 300 }), async (connects, bytes) => {
        const { socket } = rawConnection(port);
        socket.end(
          Buffer.concat([
            connects ? connectBytes({ clientId: 'NOBODY1', username: 'NOBODY1' }) : Buffer.alloc(0),
            bytes,
          ]),
        );
        await new Promise((resolve) => socket.once('close', resolve));
      }),
      { numRuns: 100 },
    );
    await expectWorking();
  });

  test('are read as the same packets however they are split', () => {
    const sent = [
      connectBytes(),
      mqtt.generate({
        cmd: 'publish',
        topic: 'hg/x/up/report',
        payload: 'x'.repeat(300),
        qos: 1,
        dup: false,
        retain: false,
        messageId: 7,
      }),
      mqtt.generate({ cmd: 'pingreq' }),
    ];
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1 }), (sizes) => {
        const reader = createPacketReader();
        const all = Buffer.concat(sent);
        const read: string[] = [];
        for (let from = 0, n = 0; from < all.length; n++) {
          const size = sizes[n % sizes.length]!;
          reader.add(all.subarray(from, from + size));
          from += size;
          for (let packet = reader.next(); packet; packet = reader.next()) read.push(packet.cmd);
        }
        expect(read).toEqual(['connect', 'publish', 'pingreq']);
        expect(reader.bufferedBytes()).toBe(0);
      }),
    );
  });
});

test('disconnects a client that sends no CONNECT or an incomplete packet', async () => {
  const before = await endCount('slow');
  const silent = rawConnection(port);
  const slow = rawConnection(port);
  slow.socket.write(
    Buffer.concat([connectBytes({ clientId: 'SLOWONE1', username: 'SLOWONE1' }), header(0x32, 1000), Buffer.alloc(10)]),
  );
  await Promise.all([silent.ended, slow.ended]);
  expect((await endCount('slow')) - before).toBe(2);
});

test('disconnects a client that exceeds its keep-alive and handles its will', async () => {
  const { socket, ended } = rawConnection(port);
  socket.write(
    connectBytes({
      keepalive: 1,
      will: { topic: `hg/${sn}/up/state`, payload: '{"online":false}', qos: 1, retain: true },
    }),
  );
  await ended;
  await expect.poll(async () => (await sql`select online from gateways where sn = ${sn}`)[0]?.online).toBe(false);
});

test('accepts a thousand devices that reconnect at once', async () => {
  const all = Array.from({ length: 1_000 }, (_, index) => `BACK${String(index).padStart(6, '0')}`);
  await sql`
    insert into serial_numbers (sn, sid, credential)
    select unnest(${`{${all.join(',')}}`}::text::text[]), (select sid from sites limit 1), sha256(convert_to('secret', 'UTF8'))`;
  const answers = await Promise.all(
    all.map(
      (number) =>
        new Promise<number>((resolve) => {
          const { socket } = rawConnection(port);
          socket.write(
            mqtt.generate({
              cmd: 'connect',
              clientId: number,
              username: number,
              password: Buffer.from('secret'),
              clean: true,
              keepalive: 60,
            }),
          );
          socket.once('data', (bytes: Buffer) => resolve(bytes[3]!));
          socket.once('close', () => resolve(-1));
        }),
    ),
  );
  expect(answers.filter((code) => code === 0)).toHaveLength(1_000);
  await expect
    .poll(async () => (await sql`select count(*)::int as n from gateways where online and sn like 'BACK%'`)[0]!.n)
    .toBe(1_000);
}, 30_000);

test('acknowledges all messages sent at once, in their order', async () => {
  const device = await connectDevice(port, { sn, password });
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      device
        .up(index % 3 === 0 ? 'report' : 'state', index % 3 === 0 ? { v: 1, devices: [] } : { online: true })
        .then(() => order.push(index)),
    ),
  );
  expect(order).toEqual(order.toSorted((left, right) => left - right));
  expect(order).toHaveLength(200);
});

test.each([0, 1, 2] as const)('accepts a message with QoS %s', async (qos) => {
  const device = await connectDevice(port, { sn, password, version: 5 });
  await device.up('announce', { v: 1, kind: 'gateway', intervalS: 30 + qos }, qos);
  await expect
    .poll(async () => (await sql`select interval_s from gateways where sn = ${sn}`)[0]?.intervalS)
    .toBe(30 + qos);
});

test('serves TLS with the configured certificate, and exports when it ends', async () => {
  const folder = join(import.meta.dirname, '../../../test/data/tls');
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const config = { ...context.config, mqtt: undefined, mqttTls: { port: 0, certFile: cert, keyFile: key } };
  const server = await openMqtt({ ...context, config });
  const expiry = () => metricValue('heliograph_mqtt_certificate_expiry_timestamp_seconds');
  onTestFinished(async () => {
    await server.close();
    expect(await expiry()).toBeNaN();
  });
  expect(await expiry()).toBe(Date.parse('2126-10-29T04:56:21Z') / 1000);
  const device = await connectDevice(server.tlsPort!, { sn, password, protocol: 'mqtts', rejectUnauthorized: false });
  await device.up('state', { online: true });
  const plain = rawConnection(server.tlsPort!);
  plain.socket.write(connectBytes());
  await plain.ended;
});
