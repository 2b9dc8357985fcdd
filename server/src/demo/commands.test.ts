// Tests commands sent through the portal's MQTT endpoint to the demo gateways: accepted, executed once, answered, and visible in the measured values.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { CommandResult } from '@heliograph/contract/report.ts';
import { fleet } from '@heliograph/simulator/fleet.ts';
import { playGateways } from '@heliograph/simulator/playGateways.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedSamples } from '../../test/readings.ts';
import { testServer } from '../../test/testServer.ts';
import { turnClock } from '../../test/turnClock.ts';
import { createDeviceHandler } from '../transports/mqtt/deviceHandler.ts';
import { openEndpoint } from '../transports/mqtt/endpoint.ts';
import type { Link } from '../transports/mqtt/mqttHandler.ts';
import { createFleet } from './createFleet.ts';
import { issuePasswords } from './issuePasswords.ts';

const { sql, context, clock } = await testServer();
const BEGAN = clock.now().getTime();
const MINUTE = 60_000;
/** An OpenDTU without planted faults, so that only commands change the measured values. */
const dtu = {
  ...fleet(1, BEGAN)
    .find(({ key }) => key === 'werkhof')!
    .gateways.at(-1)!,
  faults: [],
};
const sites = fleet(1, BEGAN)
  .filter(({ key }) => key === 'amselweg')
  .map((site) => ({
    ...site,
    gateways: [
      ...site.gateways.slice(0, 1).map((demoGateway) => ({
        ...demoGateway,
        machines: demoGateway.machines.filter(({ kind }, index) => index < 2 || kind === 'meter'),
      })),
      dtu,
    ],
  }));
const gateway = sites[0]!.gateways[0]!;
const [one, other] = [gateway.machines[0]!, gateway.machines[1]!];

/** Links to devices by user name, recorded at the endpoint. */
const links = new Map<string, Link>();
const results: CommandResult[] = [];
/** Reports of the OpenDTU about its first inverter's limit. */
const limits: string[] = [];
const serial = dtu.machines[0]!.sn;
const handler = createDeviceHandler(context);
const endpoint = openEndpoint<Parameters<typeof handler.onMessage>[0]>({
  ...handler,
  authenticate(request, link) {
    links.set(request.userName ?? '', link);
    return handler.authenticate(request, link);
  },
  onMessage(session, message) {
    if (message.topic === `hg/${gateway.sn}/up/result`) results.push(JSON.parse(message.payload.toString()));
    if (message.topic === `hg/${dtu.sn}/opendtu/${serial.toLowerCase()}/status/limit_relative`)
      limits.push(message.payload.toString());
    return handler.onMessage(session, message);
  },
});
const server = createServer((socket) => endpoint.handle(socket)).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(async () => {
  server.close();
  await endpoint.close();
  await handler.close();
});

const stop = new AbortController();
const sharedClock = turnClock(clock, 2);
let sid: string;
let playing: Promise<void>;
let minute = 0;
/** Lets this many minutes pass. */
const advance = async (minutes: number): Promise<void> => {
  minute += minutes;
  await sharedClock.until(BEGAN + minute * MINUTE);
};

beforeAll(async () => {
  const entered = await createFleet(context, 1, () => sites);
  sid = entered.sids.amselweg!;
  const passwords = await issuePasswords(context, sites[0]!);
  playing = playGateways({
    broker: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    fleet: sites,
    passwordOf: (sn) => passwords.get(sn),
    clock: sharedClock,
    signal: stop.signal,
  });
  await advance(3);
});
afterAll(async () => {
  stop.abort();
  await playing;
});

let count = 0;
/** Sends a command and returns all its results so far. */
async function sendCommand(command: object): Promise<CommandResult[]> {
  const id = `018f-${++count}`;
  const message = { v: 1, id, device: one.sn, parameters: {}, expires: clock.now().getTime() + MINUTE, ...command };
  const commandResults = () => results.filter((result) => result.id === message.id);
  const before = commandResults().length;
  expect(links.get(gateway.sn)!.send(`hg/${gateway.sn}/down/command`, JSON.stringify(message))).toBe(true);
  await expect.poll(() => commandResults().length, { timeout: 10_000 }).toBe(before + 1);
  await advance(1);
  return commandResults();
}
/** Returns the newest stored sample of a device. */
const lastSample = async (sn: string) => (await storedSamples(sql, sid)).filter((sample) => sample.sn === sn).at(-1)!;
const meterSn = gateway.machines.find(({ kind }) => kind === 'meter')!.sn;

test('accepts, executes and reads back a write, with the gateway’s own time', async () => {
  const written = await sendCommand({ do: 'write', parameters: { reconnectTimeS: 120.2 } });
  expect(written.map(({ state, reason }) => [state, reason])).toEqual([
    ['accepted', ''],
    ['done', ''],
  ]);
  const [, read] = await sendCommand({ do: 'read', parameters: { reconnectTimeS: null } });
  expect(read).toMatchObject({ v: 1, state: 'done', parameters: { reconnectTimeS: 120 } });
  expect(Math.abs(read!.at - clock.now().getTime())).toBeLessThan(2 * MINUTE);
});

test('limits the measured power of only the addressed device, and the meter shows the balance', async () => {
  const before = await lastSample(one.sn);
  expect(before.powerW).toBeGreaterThan(100);
  await sendCommand({ do: 'limit', parameters: { limitPercent: 5 } });
  await advance(2);
  const after = await lastSample(one.sn);
  expect(after.powerW).toBe(40);
  expect((await lastSample(other.sn)).powerW).toBeGreaterThan(100);
  expect(after.counterLifeWh).toBeGreaterThanOrEqual(before.counterLifeWh!);
  await sendCommand({ do: 'off' });
  await advance(2);
  expect((await lastSample(one.sn)).powerW).toBe(0);
  await sendCommand({ do: 'limit', parameters: { limitPercent: 100 } });
  await sendCommand({ do: 'on' });
  await advance(2);
  expect((await lastSample(one.sn)).powerW).toBeGreaterThan(100);
  expect((await lastSample(meterSn)).gridPowerW).toBeTypeOf('number');
});

test('executes a repeated id once, and refuses unknown devices and unsupported commands with their reasons', async () => {
  const same = { id: 'same', do: 'limit', parameters: { limitPercent: 70 } };
  expect((await sendCommand(same)).map(({ state }) => state)).toEqual(['accepted', 'done']);
  expect((await sendCommand({ ...same, parameters: { limitPercent: 10 } })).map(({ state }) => state)).toEqual([
    'accepted',
    'done',
    'done',
  ]);
  const [, read] = await sendCommand({ do: 'read', parameters: { limitPercent: null } });
  expect(read!.parameters).toEqual({ limitPercent: 70 });
  for (const [command, reason] of [
    [{ device: 'NOBODY01', do: 'off' }, 'unknownDevice'],
    [{ do: 'dance' }, 'unknownCommand'],
    [{ do: 'off', expires: clock.now().getTime() - 10 * MINUTE }, 'expired'],
  ] as const)
    expect(await sendCommand(command)).toMatchObject([{ state: 'refused', reason }]);
});

test('confirms a restart of a gateway, reconnects and announces it, and records the restart as an event of the plant', async () => {
  const link = links.get(gateway.sn);
  const at = clock.now().getTime();
  expect((await sendCommand({ device: gateway.sn, do: 'restart' })).map(({ state }) => state)).toEqual([
    'accepted',
    'done',
  ]);
  await advance(2);
  expect(links.get(gateway.sn)).not.toBe(link);
  const restarts = await sql<{ openedAt: Date }[]>`
    select opened_at from events where sid = ${sid} and sn = ${gateway.sn} and code = 'restart'`;
  expect(restarts).toHaveLength(1);
  expect(Math.abs(restarts[0]!.openedAt.getTime() - at)).toBeLessThan(MINUTE);
  expect((await lastSample(other.sn)).powerW).toBeGreaterThan(100);
});

test('lets an OpenDTU limit, switch off and restart its inverter, and report the limit in force', async () => {
  const command = (topic: string, text: string) =>
    expect(links.get(dtu.sn)!.send(`hg/${dtu.sn}/opendtu/${serial}/cmd/${topic}`, text)).toBe(true);
  const settled = async () => {
    await advance(3);
    // A row is complete when the next round begins, or when nothing has followed for a while.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    return await lastSample(serial);
  };
  expect((await settled()).powerW).toBeGreaterThan(100);
  expect(limits.at(-1)).toBe('100.00');
  command('limit_nonpersistent_relative', '10');
  expect((await settled()).powerW).toBe(80);
  expect(limits.at(-1)).toBe('10.00');
  command('power', '0');
  expect((await settled()).powerW).toBe(0);
  command('restart', '1');
  await advance(2);
  expect((await settled()).powerW).toBeGreaterThan(100);
  // The limit was not persistent, so the restart dropped it.
  expect(limits.at(-1)).toBe('100.00');
  expect((await lastSample(dtu.machines[1]!.sn)).powerW).toBeGreaterThan(100);
}, 30_000);
