// An OpenDTU behind Mosquitto, as the simulator plays its firmware, with the access list of docs/operate/mqtt.md: limited, switched off and on, by hand and by a plant's rule; also when it ignores commands, obeys late or reports wrong values.
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
import { keepLimits } from '../../commands/limitRules/enforce.ts';
import { endCommands } from '../../jobs/expireCommands.ts';
import { openMqtt } from './openMqtt.ts';

/** For two seconds of its clock: a cluster takes a tenth as many messages in a second, and they may not queue up. */
const PACE_MS = isCluster ? 320 : 40;
const DTUS = ['DTUEXT01', 'DTUEXT02', 'DTUEXT03', 'DTUEXT04', 'DTUEXT05', 'DTUEXT06'];

describeWithMosquitto('an OpenDTU behind a broker of one’s own', async () => {
  const told = readFileSync(join(import.meta.dirname, '../../../../docs/operate/mqtt.md'), 'utf8');
  const [, acl] = /with this `acl`:\n\n```\n([^`]+)```/.exec(told)!;
  const { port, url, start } = await prepareMosquitto({ devices: DTUS, acl: acl! });
  start();
  const server = await testServer({ MQTT_URL: url });
  const { sql, ask, context, clock } = server;
  clock.set('2026-06-15T10:00:00Z');
  const own = await openMqtt(context);
  afterAll(own.close);

  /** By the server's clock, which the test moves. */
  const playing = {
    nowMs: () => clock.now().getTime(),
    waitUntil: async (atMs: number, signal: AbortSignal) => {
      while (!signal.aborted && clock.now().getTime() < atMs) await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };

  async function dtuWorld(sn: string, commandFault?: CommandFault) {
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
    /** Time goes by until it is so; at most as long as the test has. */
    const comesTrue = async (isSo: () => Promise<boolean>) =>
      expect
        .poll(
          async () => {
            clock.forward(2);
            return await isSo();
          },
          { timeout: 60_000, interval: PACE_MS },
        )
        .toBe(true);
    const powerIs = (watts: number) =>
      comesTrue(async () => {
        const [row] = await sql<
          { powerW: number | null }[]
        >`select power_w from device_live where sid = ${sid} and sn = ${serial}`;
        return row?.powerW != null && Math.abs(row.powerW - watts) < 1;
      });
    await powerIs(700);
    const does = async (asked: { action: 'limit' | 'on' | 'off'; limitPercent?: number; validS?: number }) =>
      (await ask('gateway/bsg/server', { sid, sn: serial, ...asked, waitS: 0 }, client)).command.id;
    const stateOf = async (id: string) =>
      (await sql<{ state: string; reason: string }[]>`select state, reason from commands where id = ${id}`)[0]!;
    const becomes = (id: string, state: string) => comesTrue(async () => (await stateOf(id)).state === state);
    return { sid, sn, serial, client, comesTrue, powerIs, does, stateOf, becomes };
  }

  test('it is limited, switched off and on, and each is proved by what it says next', async () => {
    const { sid, serial, client, powerIs, does, becomes } = await dtuWorld('DTUEXT01');
    await becomes(await does({ action: 'limit', limitPercent: 40 }), 'readBack');
    await powerIs(280);
    await becomes(await does({ action: 'off' }), 'readBack');
    await powerIs(0);
    await becomes(await does({ action: 'on' }), 'readBack');
    await powerIs(280);
    const { output } = await ask('gateway/parameters', { sid, sn: serial }, client);
    expect(output).toMatchObject({ limitPercent: 40, isOn: true });
    const refused = await server.call('gateway/bsg/server', { sid, sn: serial, action: 'restart', waitS: 0 }, client);
    expect(refused).toMatchObject({ code: 1562 });
  });

  test('a rule limits it, and a broker that keeps messages gives a limit to none that comes later', async () => {
    const { sid, client, comesTrue, powerIs, sn } = await dtuWorld('DTUEXT02');
    const late: string[] = [];
    await ask('site/limitRule/setUp', { sid, kind: 'feedIn', most: 60, mostUnit: '%' }, client);
    await keepLimits(context);
    await comesTrue(async () => (await ask('site/limitRule', { sid }, client)).counts.holding === 1);
    await powerIs(420);
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
    // What stands before it would have come first.
    await other.publishAsync(`hg/${sn}/opendtu/own/cmd/none`, '1', { qos: 1 });
    await expect.poll(() => late).toEqual([`hg/${sn}/opendtu/own/cmd/none`]);
  });

  test('one that does not obey ends as different', async () => {
    const { does, stateOf, comesTrue, powerIs } = await dtuWorld('DTUEXT03', 'deaf');
    const id = await does({ action: 'limit', limitPercent: 40, validS: 60 });
    await comesTrue(async () => {
      await endCommands(context);
      return (await stateOf(id)).state === 'expired';
    });
    expect(await stateOf(id)).toEqual({ state: 'expired', reason: 'differs' });
    await powerIs(700);
  });

  test('one that obeys late is waited for', async () => {
    const { does, stateOf, becomes, comesTrue, powerIs } = await dtuWorld('DTUEXT04', 'late');
    const id = await does({ action: 'limit', limitPercent: 40 });
    await comesTrue(async () => (await sql`select read_back from commands where id = ${id}`)[0]!.readBack !== null);
    expect((await stateOf(id)).state).toBe('issued');
    await becomes(id, 'readBack');
    await powerIs(280);
  });

  test('one that says nothing of its limit proves nothing', async () => {
    const { does, stateOf, comesTrue } = await dtuWorld('DTUEXT05', 'mute');
    const id = await does({ action: 'limit', limitPercent: 40, validS: 60 });
    await comesTrue(async () => {
      await endCommands(context);
      return (await stateOf(id)).state === 'expired';
    });
    expect(await stateOf(id)).toEqual({ state: 'expired', reason: 'noAnswer' });
  });

  test('one that says that it holds a rule’s limit and makes more is told by its power', async () => {
    const { sid, serial, client, comesTrue } = await dtuWorld('DTUEXT06', 'lies');
    await sql`
      update devices set product_id = (select id from products where name = 'BDM-800') where sid = ${sid} and sn = ${serial}`;
    await sql`update products set functions = (select functions from products where name = 'Microinverter') where name = 'BDM-800'`;
    await ask('site/limitRule/setUp', { sid, kind: 'feedIn', most: 40, mostUnit: '%' }, client);
    await keepLimits(context);
    const counts = async () => (await ask('site/limitRule', { sid }, client)).counts;
    await comesTrue(async () => (await counts()).holding === 1);
    // Its word is all that the command has; what it makes is looked at besides.
    await comesTrue(async () => (await counts()).above === 1);
  });
});
