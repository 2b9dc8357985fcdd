// The Home Assistant feed, received as Home Assistant does: the user's own plants by its documented discovery, with the values of the calls, and nothing of others.
import { type MqttClient, connect as mqttConnect } from 'mqtt';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { mqttServer } from '../../../test/mqttServer.ts';
import { bdm400 } from '../../../test/reportServer.ts';
import { makeApiToken } from '../../../test/signIns.ts';
import { revokeSessions } from '../../access/session.ts';
import { FEED_LIMITS } from './homeAssistantFeed.ts';

const server = await mqttServer({}, {}, { ...FEED_LIMITS, publishMs: 200, refreshMs: 1500, sessionsPerToken: 2 });
const { app, ask, sql } = server;

/** The discovery message of a device with sensors, as documented at https://www.home-assistant.io/integrations/mqtt/; other fields are rejected. */
const DISCOVERY = z.strictObject({
  device: z.strictObject({
    identifiers: z.array(z.string()).min(1),
    name: z.string(),
    manufacturer: z.string().optional(),
    model: z.string().optional(),
    serial_number: z.string().optional(),
    sw_version: z.string().optional(),
    via_device: z.string().optional(),
  }),
  origin: z.strictObject({ name: z.string(), sw_version: z.string().optional() }),
  components: z.record(
    z.string(),
    z.union([
      // Removed or unavailable.
      z.strictObject({ platform: z.enum(['sensor', 'binary_sensor']) }),
      z
        .strictObject({
          platform: z.literal('sensor'),
          unique_id: z.string(),
          name: z.string().min(1),
          value_template: z.string().regex(/^\{\{ value_json[\w.[\]'-]+ \}\}$/),
          device_class: z.enum(['power', 'energy', 'battery', 'timestamp']).optional(),
          unit_of_measurement: z.enum(['W', 'kWh', '%']).optional(),
          state_class: z.enum(['measurement', 'total_increasing']).optional(),
          expire_after: z.number().int().positive().optional(),
        })
        // The units and state classes that the documentation allows for each device class.
        .refine(({ device_class, unit_of_measurement, state_class }) =>
          device_class === 'power'
            ? unit_of_measurement === 'W' && state_class === 'measurement'
            : device_class === 'energy'
              ? unit_of_measurement === 'kWh' && state_class === 'total_increasing'
              : device_class === 'battery'
                ? unit_of_measurement === '%' && state_class === 'measurement'
                : unit_of_measurement === undefined && state_class === undefined,
        ),
      z.strictObject({
        platform: z.literal('binary_sensor'),
        unique_id: z.string(),
        name: z.string().min(1),
        value_template: z.string(),
        device_class: z.enum(['problem', 'connectivity']),
      }),
    ]),
  ),
  state_topic: z.string(),
  qos: z.literal(1),
});
/** Components that are entities. */
const entitiesOf = (text: string) =>
  Object.values(DISCOVERY.parse(JSON.parse(text)).components).filter((each) => 'unique_id' in each);

interface FeedClient {
  client: MqttClient;
  /** Latest text by topic; '': removed. */
  texts: Map<string, string>;
  until(holds: () => boolean): Promise<void>;
}

async function connectFeed(token: string, username = 'homeassistant'): Promise<FeedClient> {
  const client = mqttConnect(`mqtt://127.0.0.1:${server.port}`, {
    username,
    password: token,
    reconnectPeriod: 0,
    will: { topic: 'homeassistant/status', payload: Buffer.from('offline'), qos: 0, retain: false },
  });
  onTestFinished(() => void client.end(true));
  const texts = new Map<string, string>();
  client.on('message', (topic, payload) => texts.set(topic, payload.toString()));
  client.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('ended without a response')));
  });
  const until = async (holds: () => boolean): Promise<void> => {
    await expect.poll(holds, { timeout: 15_000, interval: 50 }).toBe(true);
  };
  return { client, texts, until };
}

/** Subscribes like Home Assistant: to some sixty filters first, then to the states of what it discovers. */
async function subscribeFeed(token: string, username?: string): Promise<FeedClient> {
  const feed = await connectFeed(token, username);
  const kinds = ['sensor', 'binary_sensor', 'switch', 'light', 'cover', 'fan', 'lock', 'button', 'number', 'select'];
  const filters = kinds.flatMap((kind) => [`homeassistant/${kind}/+/config`, `homeassistant/${kind}/+/+/config`]);
  for (let n = filters.length; n < 60; n++) filters.push(`other/${n}/+`);
  filters.push('homeassistant/device/+/config', 'homeassistant/status');
  const granted = await feed.client.subscribeAsync(filters, { qos: 1 });
  expect(granted.every(({ qos }) => qos === 1)).toBe(true);
  feed.client.on('message', (topic, payload) => {
    if (!topic.endsWith('/config') || payload.length === 0) return;
    feed.client.subscribe((JSON.parse(payload.toString()) as { state_topic: string }).state_topic, { qos: 1 });
  });
  return feed;
}

async function makeOwnPlant() {
  const user = await makeUser(sql, { role: 'owner' });
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { ownerId: user.id }) });
  const token = await server.signedIn(user.id);
  const report = (powerW: number, counterWh = 0) =>
    app.inject({ method: 'POST', url: '/i.php', payload: Buffer.from(bdm400(sn, { powerW, counterWh })) });
  return { user, sid, sn, token, report };
}
const configOf = (sid: string, sn = '') => `homeassistant/device/heliograph_${sid}${sn && `_${sn}`}/config`;
const stateIn = ({ texts }: FeedClient, sid: string) =>
  JSON.parse(texts.get(`heliograph/${sid}/state`) ?? '{}') as Record<string, unknown> & {
    devices?: Record<string, { power: number | null }>;
  };

test('publishes a plant and its devices and updates them with each report', async () => {
  const { sid, sn, token, report } = await makeOwnPlant();
  await report(111);
  const feed = await subscribeFeed(token);
  await feed.until(() => stateIn(feed, sid).devices?.[sn]?.power === 111);
  const configs = [...feed.texts].filter(([topic]) => topic.endsWith('/config'));
  expect(configs.map(([topic]) => topic).toSorted()).toEqual([configOf(sid), configOf(sid, sn)].toSorted());
  const ids = configs.flatMap(([topic, text]) => {
    const { state_topic, device } = DISCOVERY.parse(JSON.parse(text));
    expect(state_topic, topic).toBe(`heliograph/${sid}/state`);
    expect(device.identifiers, topic).toEqual([topic.split('/')[2]]);
    return entitiesOf(text).map(({ unique_id }) => unique_id);
  });
  expect(new Set(ids).size).toBe(ids.length);

  // A single sample gives no energy of the day.
  expect(stateIn(feed, sid)).toMatchObject({ production: 111, total: null, today: null, problem: 'OFF' });
  server.clock.forward(300);
  await report(222, 17);
  await feed.until(() => stateIn(feed, sid).devices?.[sn]?.power === 222);
  const { energy, statisticsProduction } = await ask('site/overview', { sid }, { token });
  expect(Number(statisticsProduction.today)).toBeGreaterThan(0);
  expect(stateIn(feed, sid)).toMatchObject({
    production: Number(energy.PVPanel.power),
    total: Number(statisticsProduction.total),
    today: Number(statisticsProduction.today),
    problem: 'OFF',
  });
});

test('includes every value of the templates in the state', async () => {
  const { sid, sn, token, report } = await makeOwnPlant();
  await report(50);
  const feed = await subscribeFeed(token, 'homeassistant-de');
  await feed.until(() => stateIn(feed, sid).devices?.[sn] !== undefined);
  const state = stateIn(feed, sid);
  for (const topic of [configOf(sid), configOf(sid, sn)]) {
    for (const { value_template } of entitiesOf(feed.texts.get(topic)!)) {
      const path = value_template.match(/value_json(.*) \}\}/)![1]!.match(/[\w-]+/g)!;
      const value = path.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], state);
      expect(value, value_template).not.toBeUndefined();
    }
  }
  expect(feed.texts.get(configOf(sid))).toContain('Erzeugung');
});

test('removes entities that a plant or a device no longer has, leaving only their platform', async () => {
  const { sid, sn, token, report } = await makeOwnPlant();
  await report(50);
  const feed = await subscribeFeed(token);
  await feed.until(() => stateIn(feed, sid).devices?.[sn] !== undefined);
  const componentsOf = (topic: string) =>
    DISCOVERY.parse(JSON.parse(feed.texts.get(topic)!)).components as Record<string, unknown>;
  expect(componentsOf(configOf(sid)).soc).toEqual({ platform: 'sensor' });
  expect(componentsOf(configOf(sid)).today_fromGrid).toEqual({ platform: 'sensor' });
  expect(componentsOf(configOf(sid, sn)).power).toMatchObject({ unique_id: `heliograph_${sid}_${sn}_power` });
  // A gateway has no power of its own.
  await sql`update devices set product_id = (select min(id) from products where kind = 'gateway') where sn = ${sn}`;
  await feed.client.publishAsync('homeassistant/status', 'online', { qos: 1 });
  const power = () => componentsOf(configOf(sid, sn)).power as object;
  await feed.until(() => !('unique_id' in power()));
  expect(power()).toEqual({ platform: 'sensor' });
});

test('publishes own plants only and removes one that the user has lost', async () => {
  const own = await makeOwnPlant();
  const other = await makeOwnPlant();
  const feed = await subscribeFeed(own.token);
  await feed.until(() => stateIn(feed, own.sid).devices !== undefined);
  await feed.client.subscribeAsync([`heliograph/${other.sid}/state`, '#'], { qos: 1 });
  await other.report(333);
  await own.report(40);
  await feed.until(() => stateIn(feed, own.sid).devices?.[own.sn]?.power === 40);
  expect([...feed.texts.keys()].filter((topic) => topic.includes(other.sid))).toEqual([]);
  await sql`update sites set owner_id = ${other.user.id} where sid = ${own.sid}`;
  await feed.until(() => feed.texts.get(configOf(own.sid)) === '');
  expect(feed.texts.get(configOf(own.sid, own.sn))).toBe('');
});

test('rejects a wrong token, limits the sessions of a token, and ends with the session of the user', async () => {
  const { user, token } = await makeOwnPlant();
  await expect(connectFeed('wrong')).rejects.toThrow(/[Nn]ot authorized|Bad user/);
  await expect(connectFeed('')).rejects.toThrow();
  const first = await subscribeFeed(token);
  await subscribeFeed(token);
  // Beyond the limit the connection closes after a moment, without CONNACK.
  const third = await connectFeed(token).then(
    () => 'accepted',
    () => 'rejected',
  );
  expect(third).toBe('rejected');
  const ended = new Promise<void>((resolve) => first.client.once('close', () => resolve()));
  await sql`delete from sessions where user_id = ${user.id}`;
  await revokeSessions(sql, user.id);
  await ended;
});

test.each(['read', 'control'] as const)('serves a token of scope %s until it is revoked', async (scope) => {
  const { user, sid, sn, token: session, report } = await makeOwnPlant();
  const other = await makeOwnPlant();
  await report(77);
  const { id, token } = await makeApiToken(sql, { userId: user.id, at: server.clock.now(), scope });
  const feed = await subscribeFeed(token);
  await feed.until(() => stateIn(feed, sid).devices?.[sn]?.power === 77);
  expect([...feed.texts.keys()].filter((topic) => topic.includes(other.sid))).toEqual([]);
  const ended = new Promise<void>((resolve) => feed.client.once('close', () => resolve()));
  await ask('account/tokens/revoke', { id }, { token: session });
  await ended;
  await expect(connectFeed(token)).rejects.toThrow(/[Nn]ot authorized|Bad user/);
});

test('publishes everything again when Home Assistant starts, and accepts no other message', async () => {
  const { sid, sn, token } = await makeOwnPlant();
  const feed = await subscribeFeed(token);
  await feed.until(() => feed.texts.has(configOf(sid)));
  feed.texts.clear();
  await feed.client.publishAsync('homeassistant/status', 'online', { qos: 1 });
  await feed.until(() => feed.texts.has(configOf(sid)));
  const before = await sql`select count(*)::int as n from hot_samples`;
  const report = { v: 1, devices: [{ sn, at: server.clock.now().getTime(), q: { powerW: 9999 } }] };
  await feed.client.publishAsync(`hg/${sn}/up/report`, JSON.stringify(report), { qos: 1 }).catch(() => {});
  expect(await sql`select count(*)::int as n from hot_samples`).toEqual(before);
});
