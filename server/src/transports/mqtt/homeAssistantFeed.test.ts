// The feed for Home Assistant, heard as it hears: its own plants by the documented discovery, with the figures of the calls, and nothing of others.
import { type MqttClient, connect as mqttConnect } from 'mqtt';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { mqttServer } from '../../../test/mqttServer.ts';
import { bdm400 } from '../../../test/reportServer.ts';
import { makeApiToken } from '../../../test/signIns.ts';
import { forgetSessions } from '../../access/session.ts';
import { FEED_LIMITS } from './homeAssistantFeed.ts';

const server = await mqttServer({}, {}, { ...FEED_LIMITS, quietMs: 200, againMs: 1500, readersEach: 2 });
const { app, ask, sql } = server;

/** What https://www.home-assistant.io/integrations/mqtt/ asks of a device's discovery, as far as sensors go; what it does not name it refuses. */
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
      // Removed, or never there.
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
        // Units by class, and classes of states by class, as the sensor's documentation has them.
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
/** Those of them that are entities there. */
const entitiesOf = (text: string) =>
  Object.values(DISCOVERY.parse(JSON.parse(text)).components).filter((each) => 'unique_id' in each);

interface Heard {
  client: MqttClient;
  /** The newest text by topic; "": taken away. */
  texts: Map<string, string>;
  until(holds: () => boolean): Promise<void>;
}

async function reader(token: string, username = 'homeassistant'): Promise<Heard> {
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
    client.once('close', () => reject(new Error('ended without a word')));
  });
  const until = async (holds: () => boolean): Promise<void> => {
    await expect.poll(holds, { timeout: 15_000, interval: 50 }).toBe(true);
  };
  return { client, texts, until };
}

/** As Home Assistant does: some sixty patterns first, then the states of what it has found. */
async function listening(token: string, username?: string): Promise<Heard> {
  const heard = await reader(token, username);
  const kinds = ['sensor', 'binary_sensor', 'switch', 'light', 'cover', 'fan', 'lock', 'button', 'number', 'select'];
  const filters = kinds.flatMap((kind) => [`homeassistant/${kind}/+/config`, `homeassistant/${kind}/+/+/config`]);
  for (let n = filters.length; n < 60; n++) filters.push(`other/${n}/+`);
  filters.push('homeassistant/device/+/config', 'homeassistant/status');
  const granted = await heard.client.subscribeAsync(filters, { qos: 1 });
  expect(granted.every(({ qos }) => qos === 1)).toBe(true);
  heard.client.on('message', (topic, payload) => {
    if (!topic.endsWith('/config') || payload.length === 0) return;
    heard.client.subscribe((JSON.parse(payload.toString()) as { state_topic: string }).state_topic, { qos: 1 });
  });
  return heard;
}

async function ownPlant() {
  const user = await makeUser(sql, { role: 'owner' });
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { ownerId: user.id }) });
  const token = await server.signedIn(user.id);
  const report = (powerW: number) =>
    app.inject({ method: 'POST', url: '/i.php', payload: Buffer.from(bdm400(sn, { powerW })) });
  return { user, sid, sn, token, report };
}
const configOf = (sid: string, sn = '') => `homeassistant/device/heliograph_${sid}${sn && `_${sn}`}/config`;
const stateIn = ({ texts }: Heard, sid: string) =>
  JSON.parse(texts.get(`heliograph/${sid}/state`) ?? '{}') as Record<string, unknown> & {
    devices?: Record<string, { power: number | null }>;
  };

test('Home Assistant finds a plant and its devices, and hears each report', async () => {
  const { sid, sn, token, report } = await ownPlant();
  await report(111);
  const heard = await listening(token);
  await heard.until(() => stateIn(heard, sid).devices?.[sn]?.power === 111);
  const configs = [...heard.texts].filter(([topic]) => topic.endsWith('/config'));
  expect(configs.map(([topic]) => topic).toSorted()).toEqual([configOf(sid), configOf(sid, sn)].toSorted());
  const ids = configs.flatMap(([topic, text]) => {
    const { state_topic, device } = DISCOVERY.parse(JSON.parse(text));
    expect(state_topic, topic).toBe(`heliograph/${sid}/state`);
    expect(device.identifiers, topic).toEqual([topic.split('/')[2]]);
    return entitiesOf(text).map(({ unique_id }) => unique_id);
  });
  expect(new Set(ids).size).toBe(ids.length);

  const { energy, statisticsProduction } = await ask('site/overview', { sid }, { token });
  expect(stateIn(heard, sid)).toMatchObject({
    production: Number(energy.PVPanel.power),
    total: Number(statisticsProduction.total),
    today: Number(statisticsProduction.today),
    problem: 'OFF',
  });
  server.clock.forward(60);
  await report(222);
  await heard.until(() => stateIn(heard, sid).devices?.[sn]?.power === 222);
});

test('every value that a template names is in the state', async () => {
  const { sid, sn, token, report } = await ownPlant();
  await report(50);
  const heard = await listening(token, 'homeassistant-de');
  await heard.until(() => stateIn(heard, sid).devices?.[sn] !== undefined);
  const state = stateIn(heard, sid);
  for (const topic of [configOf(sid), configOf(sid, sn)]) {
    for (const { value_template } of entitiesOf(heard.texts.get(topic)!)) {
      const path = value_template.match(/value_json(.*) \}\}/)![1]!.match(/[\w-]+/g)!;
      const value = path.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], state);
      expect(value, value_template).not.toBeUndefined();
    }
  }
  expect(heard.texts.get(configOf(sid))).toContain('Erzeugung');
});

test('what a plant or a device has no longer goes there, too: of its entity only the platform is said', async () => {
  const { sid, sn, token, report } = await ownPlant();
  await report(50);
  const heard = await listening(token);
  await heard.until(() => stateIn(heard, sid).devices?.[sn] !== undefined);
  const componentsOf = (topic: string) =>
    DISCOVERY.parse(JSON.parse(heard.texts.get(topic)!)).components as Record<string, unknown>;
  expect(componentsOf(configOf(sid)).soc).toEqual({ platform: 'sensor' });
  expect(componentsOf(configOf(sid)).today_fromGrid).toEqual({ platform: 'sensor' });
  expect(componentsOf(configOf(sid, sn)).power).toMatchObject({ unique_id: `heliograph_${sid}_${sn}_power` });
  // It is no inverter, as it turns out, and a gateway has no power of its own.
  await sql`update devices set product_id = (select min(id) from products where kind = 'gateway') where sn = ${sn}`;
  await heard.client.publishAsync('homeassistant/status', 'online', { qos: 1 });
  const power = () => componentsOf(configOf(sid, sn)).power as object;
  await heard.until(() => !('unique_id' in power()));
  expect(power()).toEqual({ platform: 'sensor' });
});

test('nobody hears of plants that are not his; one that he loses is taken away', async () => {
  const mine = await ownPlant();
  const other = await ownPlant();
  const heard = await listening(mine.token);
  await heard.until(() => stateIn(heard, mine.sid).devices !== undefined);
  await heard.client.subscribeAsync([`heliograph/${other.sid}/state`, '#'], { qos: 1 });
  await other.report(333);
  await mine.report(40);
  await heard.until(() => stateIn(heard, mine.sid).devices?.[mine.sn]?.power === 40);
  expect([...heard.texts.keys()].filter((topic) => topic.includes(other.sid))).toEqual([]);
  await sql`update sites set owner_id = ${other.user.id} where sid = ${mine.sid}`;
  await heard.until(() => heard.texts.get(configOf(mine.sid)) === '');
  expect(heard.texts.get(configOf(mine.sid, mine.sn))).toBe('');
});

test('a wrong token is refused, a session that ends ends the feed, and so many may listen with one', async () => {
  const { user, token } = await ownPlant();
  await expect(reader('wrong')).rejects.toThrow(/[Nn]ot authorized|Bad user/);
  await expect(reader('')).rejects.toThrow();
  const first = await listening(token);
  await listening(token);
  // One that comes too often is held for a moment and let go without a word.
  const third = await reader(token).then(
    () => 'admitted',
    () => 'refused',
  );
  expect(third).toBe('refused');
  const ended = new Promise<void>((resolve) => first.client.once('close', () => resolve()));
  await sql`delete from sessions where user_id = ${user.id}`;
  await forgetSessions(sql, user.id);
  await ended;
});

test.each(['read', 'control'] as const)(
  'a token of scope %s feeds Home Assistant until it is revoked',
  async (scope) => {
    const { user, sid, sn, token: session, report } = await ownPlant();
    const other = await ownPlant();
    await report(77);
    const { id, token } = await makeApiToken(sql, { userId: user.id, at: server.clock.now(), scope });
    const heard = await listening(token);
    await heard.until(() => stateIn(heard, sid).devices?.[sn]?.power === 77);
    expect([...heard.texts.keys()].filter((topic) => topic.includes(other.sid))).toEqual([]);
    const ended = new Promise<void>((resolve) => heard.client.once('close', () => resolve()));
    await ask('account/tokens/revoke', { id }, { token: session });
    await ended;
    await expect(reader(token)).rejects.toThrow(/[Nn]ot authorized|Bad user/);
  },
);

test('it says that it has come, and nothing else is taken from it', async () => {
  const { sid, sn, token } = await ownPlant();
  const heard = await listening(token);
  await heard.until(() => heard.texts.has(configOf(sid)));
  heard.texts.clear();
  await heard.client.publishAsync('homeassistant/status', 'online', { qos: 1 });
  await heard.until(() => heard.texts.has(configOf(sid)));
  const before = await sql`select count(*)::int as n from hot_samples`;
  const report = { v: 1, devices: [{ sn, at: server.clock.now().getTime(), q: { powerW: 9999 } }] };
  await heard.client.publishAsync(`hg/${sn}/up/report`, JSON.stringify(report), { qos: 1 }).catch(() => {});
  expect(await sql`select count(*)::int as n from hot_samples`).toEqual(before);
});
