// A simulated OpenDTU behind Mosquitto, with the access list of docs/operate/mqtt.md: limited and switched off and on, by hand and by a plant's rule; also when it ignores commands, executes them late or reports wrong values.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandFault } from '@heliograph/simulator/commands.ts';
import { counted, type DtuInverter } from '@heliograph/simulator/openDtu.ts';
import { playOpenDtu } from '@heliograph/simulator/playOpenDtu.ts';
import mqtt from 'mqtt';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { isCluster } from '../../../test/cluster.ts';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { makeChild } from '../../../test/gatewayPlant.ts';
import { describeWithMosquitto, prepareMosquitto } from '../../../test/mosquitto.ts';
import { testServer } from '../../../test/testServer.ts';
import { enforceLimits } from '../../commands/limitRules/enforce.ts';
import { expireCommands } from '../../jobs/expireCommands.ts';
import { openMqtt } from './openMqtt.ts';

/** Real time for two seconds of the test's clock: a cluster handles a tenth as many messages per second, and they must not queue up. */
const PACE_MS = isCluster ? 320 : 40;
const DTUS = ['DTUEXT01', 'DTUEXT02', 'DTUEXT03', 'DTUEXT04', 'DTUEXT05', 'DTUEXT06'];

describeWithMosquitto('an OpenDTU behind an external broker', async () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/operate/mqtt.md'), 'utf8');
  const [, acl] = /with this `acl`:\n\n```\n([^`]+)```/.exec(guide)!;
  const { port, url, start } = await prepareMosquitto({ devices: DTUS, acl: acl! });
  start();
  const server = await testServer({ MQTT_URL: url });
  const { sql, ask, context, clock } = server;
  clock.set('2026-06-15T10:00:00Z');
  const own = await openMqtt(context);
  afterAll(own.close);

  /** Follows the server's clock, which the test advances. */
  const playing = {
    nowMs: () => clock.now().getTime(),
    waitUntil: async (atMs: number, signal: AbortSignal) => {
      while (!signal.aborted && clock.now().getTime() < atMs) await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };

  async function startOpenDtu(sn: string, commandFault?: CommandFault) {
    await own.ready;
    const companyId = await makeCompany(sql);
    const user = await makeUser(sql, { companyId });
    const token = await server.signedIn(user.id);
    await sql`update sessions set second_factor = 'code' where user_id = ${user.id}`;
    const sid = await makeSite(sql, { companyId, powerMaxW: 800 });
    await makeDevice(sql, { sid, sn, product: 'OpenDTU' });
    const serial = `1161000000${sn.slice(-2)}`;
    await makeChild(sql, { sid, gateway: sn, sn: serial });
    const inverter: DtuInverter = {
      serial,
      name: 'Garage',
      firmware: '10012',
      hardware: '01.10',
      inputs: 1,
      ratedW: 800,
      moduleW: 430,
    };
    const ending = new AbortController();
    const played = playOpenDtu({
      broker: { host: '127.0.0.1', port },
      sn,
      password: 'device',
      inverters: [inverter],
      clock: playing,
      signal: ending.signal,
      startsMs: [clock.now().getTime() - 60_000],
      commandFault,
      measure: (_, atMs, { isOn, limitPercent }) => {
        const powerW = isOn ? (700 * limitPercent) / 100 : 0;
        const counterWh = 100_000 + (atMs - Date.parse('2026-06-15T00:00:00Z')) / 36_000;
        return counted({
          powerW,
          gridVoltageV: 230,
          frequencyHz: 50,
          counterDayWh: 1_000,
          counterWh,
          input1PowerW: powerW,
        });
      },
    });
    onTestFinished(async () => {
      ending.abort();
      await played;
    });
    const client = { token };
    /** Advances the clock until the condition holds. */
    const waitUntil = async (condition: () => Promise<boolean>) =>
      expect
        .poll(
          async () => {
            clock.forward(2);
            return await condition();
          },
          { timeout: 60_000, interval: PACE_MS },
        )
        .toBe(true);
    const waitForPower = (watts: number) =>
      waitUntil(async () => {
        const [row] = await sql<
          { powerW: number | null }[]
        >`select power_w from device_live where sid = ${sid} and sn = ${serial}`;
        return row?.powerW != null && Math.abs(row.powerW - watts) < 1;
      });
    await waitForPower(700);
    const sendCommand = async (command: { action: 'limit' | 'on' | 'off'; limitPercent?: number; validS?: number }) =>
      (await ask('gateway/bsg/server', { sid, sn: serial, ...command, waitS: 0 }, client)).command.id;
    const stateOf = async (id: string) =>
      (await sql<{ state: string; reason: string }[]>`select state, reason from commands where id = ${id}`)[0]!;
    const waitForState = (id: string, state: string) => waitUntil(async () => (await stateOf(id)).state === state);
    return { sid, sn, serial, client, waitUntil, waitForPower, sendCommand, stateOf, waitForState };
  }

  test('is limited and switched off and on, each confirmed by its next values', async () => {
    const { sid, serial, client, waitForPower, sendCommand, waitForState } = await startOpenDtu('DTUEXT01');
    await waitForState(await sendCommand({ action: 'limit', limitPercent: 40 }), 'readBack');
    await waitForPower(280);
    await waitForState(await sendCommand({ action: 'off' }), 'readBack');
    await waitForPower(0);
    await waitForState(await sendCommand({ action: 'on' }), 'readBack');
    await waitForPower(280);
    const { output } = await ask('gateway/parameters', { sid, sn: serial }, client);
    expect(output).toMatchObject({ limitPercent: 40, isOn: true });
    const refused = await server.call('gateway/bsg/server', { sid, sn: serial, action: 'restart', waitS: 0 }, client);
    expect(refused).toMatchObject({ code: 1562 });
  });

  test('is limited by a rule, and the limit is not retained for later clients', async () => {
    const { sid, client, waitUntil, waitForPower, sn } = await startOpenDtu('DTUEXT02');
    const late: string[] = [];
    await ask('site/limitRule/setUp', { sid, kind: 'feedIn', most: 60, mostUnit: '%' }, client);
    await enforceLimits(context);
    await waitUntil(async () => (await ask('site/limitRule', { sid }, client)).counts.holding === 1);
    await waitForPower(420);
    const other = await mqtt.connectAsync({
      host: '127.0.0.1',
      port,
      clientId: 'later',
      username: sn,
      password: 'device',
      reconnectPeriod: 0,
    });
    onTestFinished(() => void other.end(true));
    other.on('message', (topic) => late.push(topic));
    await other.subscribeAsync(`hg/${sn}/opendtu/+/cmd/#`, { qos: 0 });
    // A retained message would have arrived first.
    await other.publishAsync(`hg/${sn}/opendtu/own/cmd/none`, '1', { qos: 1 });
    await expect.poll(() => late).toEqual([`hg/${sn}/opendtu/own/cmd/none`]);
  });

  test('ends a command as different when it ignores it', async () => {
    const { sendCommand, stateOf, waitUntil, waitForPower } = await startOpenDtu('DTUEXT03', 'deaf');
    const id = await sendCommand({ action: 'limit', limitPercent: 40, validS: 60 });
    await waitUntil(async () => {
      await expireCommands(context);
      return (await stateOf(id)).state === 'expired';
    });
    expect(await stateOf(id)).toEqual({ state: 'expired', reason: 'differs' });
    await waitForPower(700);
  });

  test('is waited for when it executes a command late', async () => {
    const { sendCommand, stateOf, waitForState, waitUntil, waitForPower } = await startOpenDtu('DTUEXT04', 'late');
    const id = await sendCommand({ action: 'limit', limitPercent: 40 });
    await waitUntil(async () => (await sql`select read_back from commands where id = ${id}`)[0]!.readBack !== null);
    expect((await stateOf(id)).state).toBe('issued');
    await waitForState(id, 'readBack');
    await waitForPower(280);
  });

  test('confirms nothing when it does not report its limit', async () => {
    const { sendCommand, stateOf, waitUntil } = await startOpenDtu('DTUEXT05', 'mute');
    const id = await sendCommand({ action: 'limit', limitPercent: 40, validS: 60 });
    await waitUntil(async () => {
      await expireCommands(context);
      return (await stateOf(id)).state === 'expired';
    });
    expect(await stateOf(id)).toEqual({ state: 'expired', reason: 'noAnswer' });
  });

  test('is detected by its power when it reports a limit and exceeds it', async () => {
    const { sid, serial, client, waitUntil } = await startOpenDtu('DTUEXT06', 'lies');
    await sql`
      update devices set product_id = (select id from products where name = 'BDM-800') where sid = ${sid} and sn = ${serial}`;
    await sql`update products set functions = (select functions from products where name = 'Microinverter') where name = 'BDM-800'`;
    await ask('site/limitRule/setUp', { sid, kind: 'feedIn', most: 40, mostUnit: '%' }, client);
    await enforceLimits(context);
    const counts = async () => (await ask('site/limitRule', { sid }, client)).counts;
    await waitUntil(async () => (await counts()).holding === 1);
    // The command relies on the reported limit; the rule also checks the power.
    await waitUntil(async () => (await counts()).above === 1);
  });
});
