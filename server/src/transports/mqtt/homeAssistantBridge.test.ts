// The bridge that the documentation prints, run by a real Mosquitto: a client of that broker receives the plants.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { connect } from 'mqtt';
import { expect, onTestFinished, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { describeWithMosquitto, prepareMosquitto } from '../../../test/mosquitto.ts';
import { mqttServer } from '../../../test/mqttServer.ts';
import { makeApiToken } from '../../../test/signIns.ts';
import { FEED_LIMITS } from './homeAssistantFeed.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../../docs/integrate/home-assistant.md'), 'utf8');

describeWithMosquitto('the documented bridge', async () => {
  const server = await mqttServer({}, {}, { ...FEED_LIMITS, publishMs: 200, refreshMs: 1500 });

  test('brings the plants of its token into the broker, without TLS on this machine', async () => {
    const { sql, clock } = server;
    const user = await makeUser(sql);
    const sid = await makeSite(sql, { companyId: user.companyId, name: 'Mill Lane' });
    await makeDevice(sql, { sid });
    const { token } = await makeApiToken(sql, { userId: user.id, at: clock.now() });
    const [, bridge = ''] = /```\n(connection [\s\S]*?)```/.exec(page) ?? [];
    const more = bridge
      .replace('solar.example.com:8883', `127.0.0.1:${server.port}`)
      .replace(/^bridge_cafile.*\n/m, '')
      .replace('TOKEN', token);
    expect(more).toContain(token);
    const mosquitto = await prepareMosquitto({ more });
    mosquitto.start();
    const client = connect(`mqtt://127.0.0.1:${mosquitto.port}`, { reconnectPeriod: 100 });
    onTestFinished(() => void client.end(true));
    // Until the broker listens.
    client.on('error', () => {});
    const texts: string[] = [];
    client.on('message', (_topic, payload) => texts.push(payload.toString()));
    await expect.poll(() => client.connected).toBe(true);
    await client.subscribeAsync('homeassistant/device/#');
    await expect.poll(() => texts.join('\n'), { timeout: 30_000 }).toContain('Mill Lane');
  });
});
