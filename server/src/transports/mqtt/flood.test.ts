// Floods over MQTT: unclaimed devices that announce ever new serial numbers fill no table, and a flooding gateway affects no other.
import mqtt from 'mqtt-packet';
import { afterAll, expect, test } from 'vitest';
import { makeDevice } from '../../../test/factories.ts';
import { connectDevice, passwordOf, rawConnection, type TestDevice } from '../../../test/mqttDevices.ts';
import { storedSamples } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';
import { pruneUnknown } from '../../ingest/unclaimed/unclaimedLimits.ts';
import { metrics } from '../../platform/metrics.ts';
import { ENDPOINT_LIMITS } from './endpoint.ts';
import { openMqtt } from './openMqtt.ts';

const caps = { numbers: 600, numbersOfSource: 400, frames: 2_000, framesOfNumber: 300, rejected: 100, slack: 1_000 };
const { sql, context, clock } = await testServer({ MQTT_PORT: '0' });
const own = await openMqtt(context, ENDPOINT_LIMITS, undefined, undefined, caps);
afterAll(own.close);
const port = own.port!;

const UNCLAIMED = 20;
let invented = 0;
const newAnnouncement = () => ({
  v: 1,
  kind: 'gateway',
  devices: Array.from({ length: 255 }, () => ({
    sn: `FLOOD${String(++invented).padStart(8, '0')}`,
    kind: 'microinverter',
  })),
});
let made = 0;
async function makeGateway(): Promise<TestDevice & { sid: string; password: string }> {
  const { sid, sn } = await makeDevice(sql, { sn: `GW${++made}FLOOD`, product: 'HG-1' });
  const password = await passwordOf(sql, sn);
  const device = await connectDevice(port, { sn, password });
  await device.up('announce', { v: 1, kind: 'gateway', devices: [{ sn: `MI${made}FLOOD`, kind: 'microinverter' }] });
  return Object.assign(device, { sid, password });
}
let minute = 0;
const sendReport = (device: TestDevice) => {
  const at = clock.now().getTime() - ++minute * 60_000;
  return device.up('report', { v: 1, devices: [{ sn: device.sn.replace('GW', 'MI'), at, q: { powerW: 100 } }] });
};
const serialCount = async (): Promise<number> =>
  (await sql<{ count: number }[]>`select count(*)::int as count from serial_numbers`)[0]!.count;
const messageCount = async (what: string): Promise<number> => {
  const found = await metrics.getSingleMetric('heliograph_mqtt_messages_total')!.get();
  return found.values.find(({ labels }) => labels.what === what)?.value ?? 0;
};

test('caps the serial numbers that twenty unclaimed devices announce while a claimed gateway keeps reporting', async () => {
  const ours = await makeGateway();
  const unclaimed = await Promise.all(
    Array.from({ length: UNCLAIMED }, (_, n) => connectDevice(port, { sn: `STRANGER${n}` })),
  );
  const before = await messageCount('announce');
  const beganMs = performance.now();
  const many = caps.numbers + 2 * caps.slack + UNCLAIMED * 256;
  for (let round = 0; round < 10; round++) {
    const announced = Promise.all(unclaimed.map((device) => device.up('announce', newAnnouncement())));
    await sendReport(ours);
    await announced;
    expect(await serialCount()).toBeLessThanOrEqual(many);
  }
  expect(invented).toBe(UNCLAIMED * 10 * 255);
  // Beyond ten at once, announcements wait and are finally given up.
  const more = unclaimed.map((device) => device.up('announce', newAnnouncement()).catch(() => {}));
  for (let round = 0; round < 10; round++) await sendReport(ours);
  const minutes = Math.ceil((performance.now() - beganMs) / 60_000) - 1;
  expect((await messageCount('announce')) - before).toBeLessThanOrEqual(UNCLAIMED * (10 + minutes));
  for (const { client } of unclaimed) client.end(true);
  await Promise.all(more);
  await pruneUnknown(sql, caps);
  expect(await serialCount()).toBeLessThanOrEqual(caps.numbersOfSource + 2);
  expect(await storedSamples(sql, ours.sid).then((all) => all.filter(({ sn }) => sn !== ours.sn))).toHaveLength(20);
}, 60_000);

test('stores no more serial numbers than fit into the plant of a gateway', async () => {
  const ours = await makeGateway();
  await sql`
    insert into devices (sid, sn, product_id, created_at)
    select ${ours.sid}, 'FULL' || n, (select min(id) from products), now() from generate_series(1, 990) n`;
  const before = await serialCount();
  for (let round = 0; round < 3; round++) await ours.up('announce', newAnnouncement());
  expect((await serialCount()) - before).toBe(8);
  const [row] = await sql`select count(*)::int as joined from devices where sid = ${ours.sid} and removed_at is null`;
  expect(row).toEqual({ joined: 1_000 });
});

test('prunes serial numbers without a report unless they have a product, a stock, a restriction or a password', async () => {
  await sql`
    insert into serial_numbers (sn, product_id, restricted_at, credential, stock_of, entered_at)
    select sn, case sn when 'NEVER02' then (select min(id) from products) end, case sn when 'NEVER03' then now() end,
      case sn when 'NEVER04' then '\\x00'::bytea end, case sn when 'NEVER05' then (select min(id) from companies) end,
      case sn when 'NEVER06' then now() end
    from unnest('{NEVER01,NEVER02,NEVER03,NEVER04,NEVER05,NEVER06}'::text[]) sn`;
  await pruneUnknown(sql, caps);
  const remaining = await sql<{ sn: string }[]>`select sn from serial_numbers where sn like 'NEVER%' order by sn`;
  expect(remaining.map(({ sn }) => sn)).toEqual(['NEVER02', 'NEVER03', 'NEVER04', 'NEVER05', 'NEVER06']);
});

test('makes a flooding gateway wait while another gateway keeps reporting', async () => {
  const flooding = await makeGateway();
  const neighbour = await makeGateway();
  const before = await messageCount('state');
  const { socket } = rawConnection(port);
  const statePacket = mqtt.generate({
    cmd: 'publish',
    topic: `hg/${flooding.sn}/up/state`,
    payload: '{"online":true}',
    qos: 0,
    dup: false,
    retain: false,
  });
  socket.write(
    mqtt.generate({
      cmd: 'connect',
      clientId: flooding.sn,
      username: flooding.sn,
      password: Buffer.from(flooding.password),
      clean: true,
      keepalive: 60,
    }),
  );
  socket.write(Buffer.concat(Array.from({ length: 30_000 }, () => statePacket)));
  const first = minute;
  while ((await messageCount('state')) - before < 20_000) await sendReport(neighbour);
  for (let n = 0; n < 20; n++) await sendReport(neighbour);
  expect((await messageCount('state')) - before).toBeLessThan(27_000);
  const stored = (await storedSamples(sql, neighbour.sid)).filter(({ sn }) => sn !== neighbour.sn);
  expect(stored).toHaveLength(minute - first);
}, 60_000);
